#include "figures.hpp"

#include <cstddef>

#include <fmt/format.h>

namespace tutti {

std::string grouped(std::uint64_t number) {
    std::string digits = fmt::format("{}", number);
    for (auto place = static_cast<std::ptrdiff_t>(digits.size()) - 3; place > 0; place -= 3) {
        digits.insert(static_cast<std::size_t>(place), 1, ',');
    }
    return digits;
}

}  // namespace tutti
