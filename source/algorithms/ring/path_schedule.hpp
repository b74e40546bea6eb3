/// @file
/// Send schedule of the nodes of a path with one port.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bounds/lower_bounds.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Action of a node of a path in one slot.
struct path_turn {
    bool sends_up = false;        ///< to the node at the next position
    bool sends_down = false;      ///< to the node at the position before
    bool receives_above = false;  ///< from the node at the next position
    bool receives_below = false;  ///< from the node at the position before
    friend bool operator==(const path_turn&, const path_turn&) = default;
};

/// The timetable of multinode broadcast along a path 0 to n-1. Node i has i+1 packets to send
/// upwards and n-i downwards. In every slot the sends that can be made are gone through, the most
/// urgent first (what is left to send that way, and the nodes that it has to pass after the next
/// one), and those are made whose nodes are still free.
///
/// Not in the paper, which has no rule for paths. The times of `path_slots()` are the least
/// possible: a node of the middle sends n+1 packets and receives n-1, and its last ones have still
/// to come to the ends.
///
/// It follows from n and the duplex alone: one table serves all nodes, each of which looks at its
/// own rows only. Slots count from 0. Any thread may read it.
class path_schedule {
public:
    /// @param nodes n, at least 1
    path_schedule(std::size_t nodes, duplex mode);

    [[nodiscard]] slot slots() const noexcept { return static_cast<slot>(turns_.size() / nodes_); }
    /// @pre position < n and 0 <= at < `slots()`
    [[nodiscard]] path_turn turn(std::uint32_t position, slot at) const noexcept;

private:
    std::size_t nodes_;
    std::vector<std::uint8_t> turns_;  // [slot][position], a bit for each part of a turn
};

}  // namespace tutti
