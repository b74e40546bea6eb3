/// @file
/// Optimal single node gather, extracted from optimal multinode broadcast.
#pragma once

#include "algorithms/hypercube/simultaneous_broadcast/due_packets.hpp"
#include "algorithms/hypercube/timed_tree.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Every node's message to the root: of every node's part in optimal multinode broadcast the hops
/// that lead to the root. Node v sends the message of o on to the next node on the way from o to
/// the root in the tree o ^ T, in the slot in which T reaches that node. All are given the root. No
/// link is used in both directions in a slot.
///
/// Root 0 on the 3-cube; b is the message of node 1, c of node 2, .., h of node 7:
///
///     slot 1   1-b->0  2-c->0  3-d->1  4-e->0  5-f->4  6-g->2  7-h->3
///     slot 2   1-d->0  2-g->0  3-h->1  4-f->0
///     slot 3   1-h->0
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 3, where it is said to be
/// possible. All nodes mark "gather".
/// Time: exactly ceil((2^d-1)/d) slots. Transmissions: d*2^(d-1). Ports: all, or one-way.
/// @param tree of the network; outlives the program
template <cube_node Node>
task<> gather_multinode_tree(Node& self, initial_messages messages, node_id root,
                             const timed_tree& tree) {
    due_packets due;
    const auto send_on = [&](const message& content) {
        const node_id next = tree.next_towards(self.id() ^ content.origin, root ^ content.origin);
        due.add(tree.reached_in(next), tree.last_dimension(next),
                cube_packet::of(content, cube_packet_kind::data));
    };
    if (self.id() != root) {
        send_on(messages[0]);
    }
    while (self.slot() < tree.slots()) {
        co_await self.mail_or(due.send(self, tree.slots()));
        for (const auto [through, packet] : self.inbox()) {
            if (self.id() == root) {
                self.deliver(packet.content());
            } else {
                send_on(packet.content());
            }
        }
    }
    self.mark("gather");
}

}  // namespace tutti
