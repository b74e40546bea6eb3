/// @file
/// Send schedule of the nodes of a spanning tree with one port.
#pragma once

#include <cstddef>
#include <cstdint>
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

/// The timetable of multinode broadcast over a spanning tree, every message over every link once. A
/// node passes on what comes through a link over all others, in the order in which it came.
///
/// It follows from the tree and the duplex alone: one table serves all nodes, each of which looks
/// at its own rows only. Backwards, it is a timetable for reductions to every node. Not in the
/// papers. 24 bytes for each of n(n-1) messages.
struct tree_schedule {
    /// A packet that a node sends or receives.
    struct transfer {
        std::uint32_t at = 0;  ///< the slot, from 0
        port through = 0;      ///< of the node
        node_id origin = 0;    ///< of the message
    };

    slot slots = 0;                               ///< until the last packet has come
    std::vector<std::vector<transfer>> sent;      ///< by node and increasing slot
    std::vector<std::vector<transfer>> received;  ///< likewise
};

/// Greedy timetable: in every slot the most urgent sends whose nodes are still free; or the
/// periodic one, by which links work by turns, by their colours, where that is shorter.
[[nodiscard]] tree_schedule make_tree_schedule(const spanning_tree& tree, duplex mode);

/// The time of the periodic timetable over two-way links: (N-2)D + c, c the largest colour, from 1,
/// of a link at a leaf. One way at a time: at most D(N+h-1), h the radius.
[[nodiscard]] slot periodic_slots(const spanning_tree& tree, duplex mode);

/// Lower bound on multinode broadcast over the tree: a node v sends deg(v)N - (N-1) packets and
/// receives N-1, and its last packet goes on to the end of a branch. N >= 3; else N - 1, and one
/// way at a time twice that.
[[nodiscard]] slot tree_lower_bound(const spanning_tree& tree, duplex mode);

}  // namespace tutti
