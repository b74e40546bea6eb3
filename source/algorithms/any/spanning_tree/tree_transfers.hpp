/// @file
/// Which message crosses which link of a spanning tree when, in multinode broadcast with one port.
#pragma once

#include <span>
#include <vector>

#include "topology/trees/spanning_tree.hpp"
#include "tree_schedule.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// What the nodes of a `tree_broadcast` send and receive, worked out from the timetable: a node
/// passes on what comes through a link over all others, in the order in which it came. Backwards,
/// it is a timetable for reductions to every node.
///
/// A function of the tree and the duplex alone; 24 bytes for each of n(n-1) messages.
class tree_transfers {
public:
    /// The message of `origin`, through a port of the node.
    struct transfer {
        std::uint32_t at = 0;  ///< the slot, from 0
        port through = 0;
        node_id origin = 0;
    };

    tree_transfers(const spanning_tree& tree, const tree_timetable& when);

    [[nodiscard]] slot slots() const noexcept { return slots_; }
    /// By increasing slot, at most one a slot.
    [[nodiscard]] std::span<const transfer> sent(node_id node) const { return sent_[node]; }
    [[nodiscard]] std::span<const transfer> received(node_id node) const { return received_[node]; }

private:
    std::vector<std::vector<transfer>> sent_;
    std::vector<std::vector<transfer>> received_;
    slot slots_;
};

}  // namespace tutti
