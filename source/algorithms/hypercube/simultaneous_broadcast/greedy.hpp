/// @file
/// K simultaneous broadcasts, each over its own binomial tree, first come, first served.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "topology/trees/binomial_tree.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/port_queues.hpp"

namespace tutti {

/// K simultaneous broadcasts, source x over the tree x ^ T: messages that want the same link queue
/// up for it, first come, first served. Every node is given K. Marks "broadcast".
/// @param children gives the dimensions to the children of a node in T, which is rooted at node 0
template <cube_node Node, class Children>
task<> broadcasts_over_trees(Node& self, initial_messages initial, std::uint64_t message_count,
                             Children children) {
    port_queues<cube_packet> queues{waiting_broadcasts(self.network(), message_count)};
    std::uint64_t held = 0;
    const auto take = [&](auto& node, const cube_packet& packet) {
        const message content = packet.content();
        node.deliver(content);
        queues.push_each(children(node.id() ^ content.origin).bits(), packet);
        ++held;
    };
    for (std::size_t m = 0; m < initial.size(); ++m) {
        take(self, cube_packet::of(initial[m], cube_packet_kind::data));
    }
    queues.drain(self);  // and what the inbox shows in this slot is of the phase before
    if (!queues.empty() || held < message_count) {
        if (queues.empty()) {
            co_await self.mail();
        } else {
            co_await self.next_slot();
        }
        co_await each_slot(self, queues, [&, take](auto& node) {
            for_each_arrival(node, [&](port, const cube_packet& packet) { take(node, packet); });
            queues.drain(node);
            if (!queues.empty()) {
                return wait_for::next_slot();
            }
            return held == message_count ? wait_for::nothing() : wait_for::mail();
        });
    }
    self.mark("broadcast");
}

/// K simultaneous broadcasts without preparation: every message follows the binomial tree of its
/// source, and messages that want the same link queue up for it. Every node is given K.
///
/// Messages a, b and d of nodes 0, 1 and 3 on the 3-cube; in slot 3, b waits at node 2 for a:
///
///     slot 1   0-a->1  0-a->2  0-a->4  1-b->0  1-b->3  1-b->5  3-d->2  3-d->1  3-d->7
///     slot 2   0-b->2  0-b->4  1-a->3  1-a->5  2-d->0  2-d->6  3-b->7
///     slot 3   0-d->4  1-d->5  2-a->6  3-a->7
///     slot 4   2-b->6
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = O(d)). Marks "broadcast".
/// Time: at most d+K-1 slots for K >= 1. Transmissions: K(2^d - 1). Ports: all.
template <cube_node Node>
task<> greedy_broadcasts(Node& self, initial_messages messages, std::uint64_t message_count) {
    const binomial_tree tree{self.network(), 0};
    return broadcasts_over_trees(self, std::move(messages), message_count,
                                 [tree](node_id relative) { return tree.children(relative); });
}

}  // namespace tutti
