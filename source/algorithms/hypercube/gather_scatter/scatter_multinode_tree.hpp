/// @file
/// Optimal single node scatter, extracted from optimal multinode broadcast.
#pragma once

#include "algorithms/hypercube/simultaneous_broadcast/due_packets.hpp"
#include "algorithms/hypercube/timed_tree.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// The root's messages, one for each other node, as optimal multinode broadcast would bring them to
/// the root, with the time reversed: node v sends the message for y over the last dimension of
/// t = y ^ v, in slot q+1 less the one in which t is reached, q = ceil((2^d-1)/d). Nodes know the
/// root by the packets. No link is used in both directions in a slot.
///
/// Root 0 on the 3-cube; b is the message for node 1, c for node 2, .., h for node 7:
///
///     slot 1   0-h->1
///     slot 2   0-d->1  0-g->2  0-f->4  1-h->3
///     slot 3   0-b->1  0-c->2  0-e->4  1-d->3  2-g->6  3-h->7  4-f->5
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 3, where it is said to be
/// possible. All nodes mark "scatter".
/// Time: exactly q slots. Transmissions: d*2^(d-1). Ports: all, or one-way.
/// @param messages the root's, message number m for the node root ^ (m+1)
/// @param tree of the network; outlives the program
template <cube_node Node>
task<> scatter_multinode_tree(Node& self, initial_messages messages, const timed_tree& tree) {
    due_packets due;
    const auto send_on = [&](const message& content) {
        const node_id left = content.origin ^ (content.number + 1) ^ self.id();
        due.add(tree.slots() + 1 - tree.reached_in(left), tree.last_dimension(left),
                cube_packet::of(content, cube_packet_kind::data));
    };
    for (std::size_t m = 0; m < messages.size(); ++m) {
        send_on(messages[m]);
    }
    while (self.slot() < tree.slots()) {
        co_await self.mail_or(due.send(self, tree.slots()));
        for (const auto [through, packet] : self.inbox()) {
            const message content = packet.content();
            if ((content.origin ^ (content.number + 1)) == self.id()) {
                self.deliver(content);
            } else {
                send_on(content);
            }
        }
    }
    self.mark("scatter");
}

}  // namespace tutti
