/// @file
/// Optimal single node scatter over the balanced tree.
#pragma once

#include <cstddef>
#include <utility>

#include "topology/trees/balanced_tree.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Sends the root's messages into the subtrees. Marks "scatter".
template <node_of<hypercube> Node>
task<> scatter_from_root(Node& self, initial_messages messages, const balanced_tree& tree) {
    // The first subtree is one of the largest.
    const std::size_t slots = tree.farthest_first(0).size();
    for (std::size_t j = 0; j < slots; ++j) {
        for (int i = 0; i < self.network().dimensions(); ++i) {
            if (j < tree.farthest_first(i).size()) {
                const message content = messages[tree.farthest_first(i)[j] - 1];
                self.send(i, cube_packet::of(content, cube_packet_kind::data));
            }
        }
        if (j + 1 < slots) {
            co_await self.next_slot();
        }
    }
    self.mark("scatter");
}

/// The root's messages, one for each other node: into each of the d subtrees of the balanced tree
/// the root sends one a slot, those for the farthest nodes first. A node knows that it is the root
/// by having messages; the others learn it from the packets. A node's own message is the last
/// packet that it receives.
///
/// Root 0 on the 3-cube; b is the message for node 1, c for node 2, .., h for node 7:
///
///     slot 1   0-h->1  0-g->2  0-f->4
///     slot 2   0-d->1  0-c->2  0-e->4  1-h->3  2-g->6  4-f->5
///     slot 3   0-b->1  1-d->3  3-h->7
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 4. All nodes mark "scatter".
/// Time: exactly ceil((2^d-1)/d) slots. Transmissions: d*2^(d-1). Ports: all.
/// @param messages the root's, message number m for the node root ^ (m+1)
/// @param tree of the network; outlives the program
template <cube_node Node>
task<> scatter_balanced_tree(Node& self, initial_messages messages, const balanced_tree& tree) {
    if (!messages.empty()) {
        co_await scatter_from_root(self, std::move(messages), tree);
        co_return;
    }
    for (;;) {
        co_await self.mail();
        const cube_packet packet = self.inbox().front().packet;
        const node_id here = self.id() ^ packet.content().origin;
        const node_id destination = packet.content().number + 1;
        if (destination == here) {
            self.deliver(packet.content());
            self.mark("scatter");
            co_return;
        }
        self.send(tree.last_dimension(tree.child_towards(here, destination)), packet);
    }
}

}  // namespace tutti
