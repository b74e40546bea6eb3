/// @file
/// Packet that is one message, and compiled emulators whose packets these are.
#pragma once

#include <cstdint>
#include <string_view>

#include "tutti/engine/emulator.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Purpose of a packet. The first means "no packet".
enum class message_packet_kind : std::uint8_t {
    none,  ///< nothing
    data,  ///< a message on its way to all nodes
};

/// A message, for programs whose clock and ports say all else about it: 16 bytes.
class message_packet {
public:
    [[nodiscard]] static constexpr message_packet none() noexcept { return {}; }

    /// @pre the message's number is below 2^32 - 1
    [[nodiscard]] static constexpr message_packet of(const message& content) noexcept {
        message_packet made;
        made.payload_ = content.payload;
        made.origin_ = content.origin;
        made.ordinal_ = content.number + 1;
        return made;
    }

    [[nodiscard]] constexpr message_packet_kind kind() const noexcept {
        return ordinal_ == 0 ? message_packet_kind::none : message_packet_kind::data;
    }
    /// @pre it is not `none()`
    [[nodiscard]] constexpr message content() const noexcept {
        return {.origin = origin_, .number = ordinal_ - 1, .payload = payload_};
    }
    [[nodiscard]] static constexpr bool is_control() noexcept { return false; }

    friend constexpr bool operator==(const message_packet&, const message_packet&) = default;

private:
    std::uint64_t payload_ = 0;
    node_id origin_ = 0;
    std::uint32_t ordinal_ = 0;  // the number, from 1; 0 is no packet
};

static_assert(packet<message_packet> && sizeof(message_packet) == 16);

/// The kind's name in a log.
[[nodiscard]] constexpr std::string_view name_of(message_packet_kind kind) noexcept {
    return kind == message_packet_kind::data ? "data" : "none";
}

extern template class detail::slot_executor<hypercube, message_packet>;
extern template class emulator<hypercube, message_packet>;
extern template class detail::slot_executor<grid, message_packet>;
extern template class emulator<grid, message_packet>;
extern template class detail::slot_executor<graph, message_packet>;
extern template class emulator<graph, message_packet>;

}  // namespace tutti
