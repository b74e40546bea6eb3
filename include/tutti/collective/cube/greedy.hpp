/// @file
/// K simultaneous broadcasts, each over its own binomial tree, first come, first served.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tutti/collective/cube/cube_packet.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/port_queues.hpp"
#include "tutti/machine/task.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/workload/own_messages.hpp"

namespace tutti {

/// Puts a message that came through dimension `above`-1 on the queues of its further dimensions.
template <node_of<hypercube> Node>
void queue_above(const Node& self, int above, const cube_packet& packet,
                 port_queues<cube_packet>& queues) {
    for (int i = above; i < self.network().dimensions(); ++i) {
        queues.push(i, packet);
    }
}

/// K simultaneous broadcasts without preparation: every message follows the binomial tree of its
/// source, and messages that want the same link queue up for it. Every node is given K.
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = O(d)). Marks "broadcast".
/// Time: at most d+K-1 slots for K >= 1. Transmissions: K(2^d - 1). Ports: all.
template <node_of<hypercube> Node>
    requires carries<Node, cube_packet>
task<> greedy_broadcasts(Node& self, own_messages mine, std::uint64_t message_count) {
    port_queues<cube_packet> queues;
    std::uint64_t held = 0;
    for (std::size_t m = 0; m < mine.size(); ++m, ++held) {
        self.deliver(mine[m]);
        queue_above(self, 0, cube_packet::of(mine[m], cube_packet_kind::data), queues);
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
            self.deliver(packet.content());
            queue_above(self, through + 1, packet, queues);
            ++held;
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
