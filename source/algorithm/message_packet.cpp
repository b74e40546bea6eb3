#include "tutti/algorithm/message_packet.hpp"

#include <array>
#include <cstddef>

namespace tutti {

std::string_view name_of(message_packet_kind kind) noexcept {
    constexpr std::array<std::string_view, 2> names{"none", "data"};
    return names.at(static_cast<std::size_t>(kind));
}

}  // namespace tutti
