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

std::string to_string(const bounds_by_ports& bounds) {
    if (bounds.size() == 1) {
        return to_string(bounds.begin()->second);
    }
    std::string text;
    for (const auto& [ports, bound] : bounds) {
        text +=
            fmt::format("{}{} for {}", text.empty() ? "" : ", ", to_string(bound), name_of(ports));
    }
    return text;
}

}  // namespace tutti
