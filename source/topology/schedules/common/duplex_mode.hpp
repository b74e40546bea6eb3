/// @file
/// Duplex mode of schedules with one port.
#pragma once

#include <cstdint>

namespace tutti {

/// Packets that a node with one port handles in a slot.
enum class duplex_mode : std::uint8_t {
    full,  ///< one sent and one received
    half,  ///< one sent or received
};

}  // namespace tutti
