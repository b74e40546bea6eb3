/// @file
/// Share of a message that a packet carries.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>

#include "pieces.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/rational.hpp"

namespace tutti {

/// Packet that declares the share of a message that it carries.
template <class T>
concept tells_its_share = requires(const T content) {
    { content.share() } -> std::same_as<rational>;
};

/// True if a packet is the piece that it claims to be, with no bits of others.
template <says_which_piece Packet>
[[nodiscard]] constexpr bool is_the_piece(const Packet& content) {
    const std::uint32_t index = content.part().index;
    const std::uint32_t count = content.part().count;
    if (index >= count || count > most_pieces) {
        return false;
    }
    if constexpr (describes_itself<Packet>) {
        return (content.content().payload & ~bits_of(index, count)) == 0;
    } else {
        return true;
    }
}

/// The share of a message that a packet shows: nothing if it is control, 1/n if it is one of n
/// pieces and has no bits of the others, and 1 for all else.
template <packet Packet>
[[nodiscard]] constexpr rational shown_share_of(const Packet& content) {
    if constexpr (tells_control_from_data<Packet>) {
        if (content.is_control()) {
            return 0;
        }
    }
    if constexpr (says_which_piece<Packet>) {
        return is_the_piece(content) ? rational::one_of(content.part().count) : rational{1};
    }
    return 1;
}

/// Share of a message that a packet carries: its `share()`, but no less than its visible content if
/// it describes itself; without a `share()` the visible content.
template <packet Packet>
[[nodiscard]] constexpr rational share_of(const Packet& content) {
    if constexpr (tells_its_share<Packet> && describes_itself<Packet>) {
        return std::max(rational{content.share()}, shown_share_of(content));
    } else if constexpr (tells_its_share<Packet>) {
        return content.share();
    } else {
        return shown_share_of(content);
    }
}

/// Traits of a packet type: the optional information that its packets declare.
struct packet_traits {
    bool describes_itself = false;  ///< every packet says what it is for, and which message it has
    bool tells_control = false;     ///< which packets carry no message
    bool tells_share = false;       ///< by its member `share()`

    template <packet Packet>
    [[nodiscard]] static constexpr packet_traits of() noexcept {
        return {.describes_itself = tutti::describes_itself<Packet>,
                .tells_control = tells_control_from_data<Packet>,
                .tells_share = tells_its_share<Packet>};
    }
};

}  // namespace tutti
