/// @file
/// Single node gather with one packet in and out a slot.
#pragma once

#include <bit>
#include <cstdint>

#include "gather_at_root.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Number of nodes of the d-cube that precede `node` in the order of decreasing distance from node
/// 0, then of increasing id.
[[nodiscard]] constexpr slot nodes_farther(node_id node, int dimensions) noexcept {
    const auto choose = [](int n, int k) {
        std::int64_t ways = k <= n ? 1 : 0;
        for (int i = 1; i <= k && k <= n; ++i) {
            ways = ways * (n - k + i) / i;
        }
        return ways;
    };
    slot farther = 0;
    for (int ones = std::popcount(node) + 1; ones <= dimensions; ++ones) {
        farther += choose(dimensions, ones);
    }
    // Smaller ids with as many ones: those that agree with `node` above one of its one bits.
    int left = std::popcount(node);
    for (int i = dimensions - 1; i >= 0; --i) {
        if ((node >> i & 1U) != 0) {
            farther += choose(i, left--);
        }
    }
    return farther;
}

/// Every node's message to the root, the reverse of `scatter_single_port`: where that sends the
/// message for a node over a link in slot t, this sends the message of that node back over it in
/// slot 2^d - t. All are given the root. The first hop leaves at a time that a node computes from
/// its own id; a packet that arrives leaves in the next slot, over the highest dimension that is
/// left.
///
/// Root 0 on the 3-cube; b is the message of node 1, c of node 2, .., h of node 7:
///
///     slot 1   4-e->0
///     slot 2   2-c->0
///     slot 3   1-b->0  6-g->2
///     slot 4   2-g->0  5-f->1
///     slot 5   1-f->0  3-d->1  7-h->3
///     slot 6   1-d->0  3-h->1
///     slot 7   1-h->0
///
/// Standard; the single-port counterpart of `gather_balanced_tree`. All nodes mark "gather".
/// Time: exactly 2^d - 1 slots. Transmissions: d*2^(d-1). Ports: one a slot, in and out.
template <cube_node Node>
task<> gather_single_port(Node& self, initial_messages messages, node_id root) {
    const int dimensions = self.network().dimensions();
    const auto nodes = static_cast<slot>(self.network().node_count());
    const node_id here = self.id() ^ root;
    if (here == 0) {
        co_await gather_at_root(self);
        co_return;
    }
    const int up = static_cast<int>(std::bit_width(here)) - 1;
    // In the scatter the packet crosses its last link in slot nodes_farther + popcount. A packet
    // of slot t leaves when t - 1 slots have passed.
    slot own_slot = nodes - nodes_farther(here, dimensions) - 1 - std::popcount(here);
    // The messages of all nodes that agree with this one in the dimensions up to `up`.
    for (slot left = slot{1} << (dimensions - 1 - up); left > 0; --left) {
        co_await self.mail_or(own_slot);
        if (self.slot() == own_slot) {
            self.send(up, cube_packet::of(messages[0], cube_packet_kind::data));
            own_slot = never;
        } else {
            self.send(up, self.inbox().front().packet);
        }
    }
    self.mark("gather");
}

}  // namespace tutti
