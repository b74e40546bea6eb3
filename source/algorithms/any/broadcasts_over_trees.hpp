/// @file
/// K simultaneous broadcasts, each over the tree of shortest paths of its origin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "collectives/input/initial_messages.hpp"
#include "ordered_queues.hpp"
#include "topology/trees/shortest_path_tree.hpp"
#include "tutti/catalog/message_program.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Priority of the messages that wait for a link; among equals, the one whose origin has the
/// smaller id goes first, and of its messages the one with the smaller number.
enum class broadcast_order : std::uint8_t {
    first_come,     ///< the one that has come first
    nearest_first,  ///< the one whose origin is nearest
};

/// Takes in a message, of this node or from a neighbour: it queues up for the links to the node's
/// children in the tree of its origin.
template <node_interface Node>
void take_for_children(Node& self, const shortest_path_trees& trees, const message_packet& packet,
                       broadcast_order order, ordered_queues& waiting) {
    const message content = packet.content();
    self.deliver(content);
    const shortest_path_tree& tree = trees.to(content.origin);
    const slot precedence =
        order == broadcast_order::first_come ? self.slot() : slot{tree.distance(self.id())};
    for_each_child(self.network(), tree, self.id(),
                   [&](port through) { waiting.push(through, precedence, packet); });
}

/// K simultaneous broadcasts over any connected network: every message follows the tree of shortest
/// paths of its origin, from the root. Every node is given K.
///
/// Messages a, b and d of nodes 0, 1 and 3 on the array with rows 0 1 2 and 3 4 5; at node 4, a
/// waits for d in slot 3:
///
///     slot 1   0-a->1  0-a->3  1-b->0  1-b->2  1-b->4  3-d->4  3-d->0
///     slot 2   0-d->1  1-a->2  3-a->4  4-b->3  4-b->5
///     slot 3   1-d->2  4-d->5
///     slot 4   4-a->5
///
/// First come, first served, a message arrives at distance l from its origin in slot l K, from 1,
/// or before: a message crosses a link once, so that K - 1 others at most go over a link in front
/// of it, and it is over the next link of its way K slots later at the latest.
///
/// Nearest first, it arrives in slot l + K - 1 or before. Follow its last step back in time, slot
/// by slot: if the packet had just come, over the link that it came through; if it waited, go on
/// with the packet that went in its place, over the same link. This leads to an origin in slot 1,
/// over h links and with w changes of the packet, in h + w slots. Forwards, look at the pair of the
/// packet's distance from its origin, less the links so far, and the name of its message. A link
/// leaves the pair as it is, and a change makes it larger, since the smaller one went first. It
/// begins with 0 and ends with l - h: so h <= l. And no message comes twice, so that w <= K - 1: it
/// would be farther from its origin by more than the number of links in between. First come, first
/// served, is later on some graphs.
///
/// Not in the papers. Marks "broadcast". Time: at most D K, or D + K - 1, slots for K >= 1, D the
/// largest distance from a broadcaster. Transmissions: K(N-1). Ports: all.
/// @param trees of the network; outlive the program
template <node_interface Node>
    requires carries<Node, message_packet>
task<> broadcasts_over_shortest_paths(Node& self, initial_messages messages,
                                      std::uint64_t message_count, broadcast_order order,
                                      const shortest_path_trees& trees) {
    ordered_queues waiting{self.network().port_limit(self.id())};
    for (std::size_t m = 0; m < messages.size(); ++m) {
        take_for_children(self, trees, message_packet::of(messages[m]), order, waiting);
    }
    for (std::uint64_t stored = messages.size();;) {
        waiting.drain(self);
        if (!waiting.empty()) {
            co_await self.next_slot();
        } else if (stored < message_count) {
            co_await self.mail();
        } else {
            break;
        }
        for (const auto [through, packet] : self.inbox()) {
            take_for_children(self, trees, packet, order, waiting);
            ++stored;
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
