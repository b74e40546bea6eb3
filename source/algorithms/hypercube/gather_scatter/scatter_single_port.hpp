/// @file
/// Single node scatter with one packet in and out a slot.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <vector>

#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// The nodes but node 0 by decreasing distance from it, then by increasing id.
[[nodiscard]] inline std::vector<node_id> farthest_first(const hypercube& cube) {
    std::vector<node_id> nodes(cube.node_count() - 1);
    std::iota(nodes.begin(), nodes.end(), node_id{1});
    std::ranges::stable_sort(nodes, std::ranges::greater{},
                             [](node_id node) { return std::popcount(node); });
    return nodes;
}

/// The root's messages, one for each other node: it sends one a slot, those for the farthest nodes
/// first, and every packet crosses the dimensions that are left for it in increasing order. A node
/// knows that it is the root by having messages; a node's own message is the last packet that it
/// receives.
///
/// Root 0 on the 3-cube; b is the message for node 1, c for node 2, .., h for node 7:
///
///     slot 1   0-h->1
///     slot 2   0-d->1  1-h->3
///     slot 3   0-f->1  1-d->3  3-h->7
///     slot 4   0-g->2  1-f->5
///     slot 5   0-b->1  2-g->6
///     slot 6   0-c->2
///     slot 7   0-e->4
///
/// Standard; the single-port counterpart of `scatter_balanced_tree`. All nodes mark "scatter".
/// Time: exactly 2^d - 1 slots. Transmissions: d*2^(d-1). Ports: one a slot, in and out.
/// @param messages the root's, message number m for the node root ^ (m+1)
template <cube_node Node>
task<> scatter_single_port(Node& self, initial_messages messages) {
    const auto pass_on = [&](const cube_packet& packet) {
        const node_id here = self.id() ^ packet.content().origin;
        self.send(std::countr_zero(here ^ (packet.content().number + 1)), packet);
    };
    if (!messages.empty()) {
        const std::vector<node_id> order = farthest_first(self.network());
        for (const node_id destination : order) {
            pass_on(cube_packet::of(messages[destination - 1], cube_packet_kind::data));
            if (destination != order.back()) {
                co_await self.next_slot();
            }
        }
        self.mark("scatter");
        co_return;
    }
    for (;;) {
        co_await self.mail();
        const cube_packet packet = self.inbox().front().packet;
        if ((packet.content().origin ^ (packet.content().number + 1)) == self.id()) {
            self.deliver(packet.content());
            self.mark("scatter");
            co_return;
        }
        pass_on(packet);
    }
}

}  // namespace tutti
