/// @file
/// Optimal single node gather over the balanced tree.
#pragma once

#include <cstddef>
#include <vector>

#include "gather_at_root.hpp"
#include "topology/trees/balanced_tree.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Gather to the root, the reverse of `scatter_balanced_tree`: a node sends its own message to its
/// parent at once, then the messages that it receives, first come, first served, a packet a slot.
/// All are given the root.
///
/// Root 0 on the 3-cube; b is the message of node 1, c of node 2, .., h of node 7:
///
///     slot 1   1-b->0  2-c->0  3-d->1  4-e->0  5-f->4  6-g->2  7-h->3
///     slot 2   1-d->0  2-g->0  3-h->1  4-f->0
///     slot 3   1-h->0
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 4. All nodes mark "gather".
/// Time: exactly ceil((2^d-1)/d) slots. Transmissions: d*2^(d-1). Ports: all.
/// @param tree of the network; outlives the program
template <cube_node Node>
task<> gather_balanced_tree(Node& self, initial_messages messages, node_id root,
                            const balanced_tree& tree) {
    const node_id here = self.id() ^ root;
    if (here == 0) {
        co_await gather_at_root(self);
        co_return;
    }
    const int up = tree.last_dimension(here);
    std::vector<cube_packet> passing{cube_packet::of(messages[0], cube_packet_kind::data)};
    for (std::size_t sent = 0;;) {
        if (sent < passing.size()) {
            self.send(up, passing[sent++]);
        }
        if (sent == tree.size(here)) {
            break;
        }
        if (sent < passing.size()) {
            co_await self.next_slot();
        } else {
            co_await self.mail();
        }
        for (const auto [through, packet] : self.inbox()) {
            passing.push_back(packet);
        }
    }
    self.mark("gather");
}

}  // namespace tutti
