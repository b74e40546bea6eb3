#include "figures.hpp"

#include <cstddef>

#include <fmt/format.h>

namespace tutti {

std::string to_string(const bounds_by_ports& bounds) {
    std::string text;
    for (const auto& [ports, all] : bounds) {
        text += text.empty() ? "" : ", ";
        text += to_string(*all.begin());
        text += all.size() > 1 ? fmt::format(" to {}", to_string(*all.rbegin())) : "";
        text += bounds.size() > 1 ? fmt::format(" for {}", name_of(ports)) : "";
    }
    return text;
}

}  // namespace tutti
