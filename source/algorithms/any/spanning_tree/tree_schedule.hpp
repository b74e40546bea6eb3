/// @file
/// Send schedule of the nodes of a spanning tree with one port.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "topology/trees/spanning_tree.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The most nodes that timetables are made for: one takes a sort of all links in every slot, and as
/// many entries as there are packets.
inline constexpr std::size_t most_timetable_nodes = 1024;

/// Why there is no timetable for a spanning tree of a network, or an empty text.
[[nodiscard]] std::string tree_schedule_mismatch(const network& net);

/// Method that builds the schedule of a tree.
enum class tree_timing : std::uint8_t {
    /// Greedy: in every slot the most urgent sends whose nodes are still free; periodic, where that
    /// is shorter.
    urgent_first,
    /// Links work by turns, by their colours.
    periodic,
};

/// The timetable of multinode broadcast over a spanning tree, every message over every link once. A
/// node passes on what comes through a link over all others, in the order in which it came.
///
/// It follows from the tree and the duplex alone: one table serves all nodes, each of which looks
/// at its own row only. Slots count from 0. Not in the papers.
class tree_schedule {
public:
    /// A packet that a node sends: the oldest that waits for an arc.
    struct send {
        std::uint32_t at = 0;
        std::uint32_t arc = 0;  ///< the place among the node's arcs
    };

    tree_schedule(const spanning_tree& tree, duplex mode, tree_timing timing);

    /// The sends of a node, by increasing slot.
    [[nodiscard]] std::span<const send> row(node_id node) const { return rows_[node]; }
    /// Until the last packet has come.
    [[nodiscard]] slot slots() const noexcept { return slots_; }

private:
    std::vector<std::vector<send>> rows_;
    slot slots_ = 0;
};

/// The time of the periodic timetable over two-way links: (N-2)D + c, c the largest colour, from 1,
/// of a link at a leaf. One way at a time: at most D(N+h-1), h the radius.
[[nodiscard]] slot periodic_slots(const spanning_tree& tree, duplex mode);

/// Lower bound on multinode broadcast over the tree: a node v sends deg(v)N - (N-1) packets and
/// receives N-1, and its last packet goes on to the end of a branch. N >= 3; else N - 1, and one
/// way at a time twice that.
[[nodiscard]] slot tree_lower_bound(const spanning_tree& tree, duplex mode);

}  // namespace tutti
