#include "tutti/algorithm/cube/cube_packet.hpp"

#include <array>
#include <cstddef>

namespace tutti {

std::string_view name_of(cube_packet_kind kind) noexcept {
    constexpr std::array<std::string_view, 8> names{"none", "collect", "data",  "unknown",
                                                    "up",   "down",    "total", "termination"};
    return names.at(static_cast<std::size_t>(kind));
}

}  // namespace tutti
