#include "tutti/algorithm/mesh/mesh_packet.hpp"

#include <array>
#include <cstddef>

namespace tutti {

std::string_view name_of(mesh_packet_kind kind) noexcept {
    constexpr std::array<std::string_view, 5> names{"none", "up", "down", "data", "probe"};
    return names.at(static_cast<std::size_t>(kind));
}

}  // namespace tutti
