/// @file
/// Packet of the engine's tests.
#pragma once

#include <cstdint>

#include "tutti/node/packet.hpp"

namespace support {

/// A number, with all that a packet type may offer. Letters from 2^62 to 2^63-1 are control.
struct letter {
    std::uint64_t content = 0;

    [[nodiscard]] static constexpr letter none() noexcept { return {~std::uint64_t{0}}; }
    [[nodiscard]] constexpr bool is_control() const noexcept { return content >> 62U == 1; }

    friend bool operator==(const letter&, const letter&) = default;
};

static_assert(tutti::packet<letter>);
static_assert(tutti::has_an_empty_value<letter>);
static_assert(tutti::tells_control_from_data<letter>);

}  // namespace support
