/// @file
/// Row of a schedule: one packet that a link carries in one slot.
#pragma once

#include <compare>
#include <cstdint>

#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Transmission of a piece of a message. The sender reads the state at the end of the slot before,
/// the receiver stores what arrives at the end of the slot.
///
/// Rows compare in the order in which faults are reported.
struct schedule_row {
    slot at = 1;  ///< counts from 1
    node_id from = 0;
    node_id to = 0;
    std::uint64_t message = 0;  ///< as `foreign_schedule::messages` numbers them
    std::uint32_t piece = 0;
    bool reduces = false;        ///< the receiver adds it to its value; else it replaces that
    std::uint32_t position = 0;  ///< names the place in the file: `foreign_schedule::place_of`

    // NOLINTNEXTLINE(readability-implicit-bool-conversion): bools are compared as numbers
    friend auto operator<=>(const schedule_row&, const schedule_row&) = default;
};

}  // namespace tutti
