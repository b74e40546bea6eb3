/// @file
/// K simultaneous broadcasts, each over its own binomial tree, first come, first served.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tutti/collective/cube/cube_packet.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/message.hpp"
#include "tutti/machine/port_queues.hpp"
#include "tutti/machine/task.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tree/binomial_tree.hpp"
#include "tutti/workload/own_messages.hpp"

namespace tutti {

/// K simultaneous broadcasts, source x over the tree x ^ T: messages that want the same link queue
/// up for it, first come, first served. Every node is given K. Marks "broadcast".
/// @param children gives the dimensions to the children of a node in T, which is rooted at node 0
template <node_of<hypercube> Node, class Children>
    requires carries<Node, cube_packet>
task<> broadcasts_over_trees(Node& self, own_messages mine, std::uint64_t message_count,
                             Children children) {
    port_queues<cube_packet> queues;
    std::uint64_t held = 0;
    const auto take = [&](const message& content) {
        self.deliver(content);
        const cube_packet packet = cube_packet::of(content, cube_packet_kind::data);
        for (const int i : children(self.id() ^ content.origin)) {
            queues.push(i, packet);
        }
        ++held;
    };
    for (std::size_t m = 0; m < mine.size(); ++m) {
        take(mine[m]);
    }
    for (;;) {
        queues.drain([&](port through, const cube_packet& packet) { self.send(through, packet); });
        if (queues.empty() && held == message_count) {
            break;
        }
        if (queues.empty()) {
            co_await self.mail();
        } else {
            co_await self.next_slot();
        }
        for (const auto [through, packet] : self.inbox()) {
            take(packet.content());
        }
    }
    self.mark("broadcast");
}

/// K simultaneous broadcasts without preparation: every message follows the binomial tree of its
/// source, and messages that want the same link queue up for it. Every node is given K.
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = O(d)). Marks "broadcast".
/// Time: at most d+K-1 slots for K >= 1. Transmissions: K(2^d - 1). Ports: all.
template <node_of<hypercube> Node>
    requires carries<Node, cube_packet>
task<> greedy_broadcasts(Node& self, own_messages mine, std::uint64_t message_count) {
    const binomial_tree tree{self.network(), 0};
    return broadcasts_over_trees(self, std::move(mine), message_count,
                                 [tree](node_id relative) { return tree.children(relative); });
}

}  // namespace tutti
