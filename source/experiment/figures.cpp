#include "figures.hpp"

#include <cstddef>

#include <fmt/format.h>

namespace tutti {

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
