/// @file
/// Total exchange with one packet in and out a slot.
#pragma once

#include <algorithm>
#include <vector>

#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Every node's message to every other node: over one dimension after the other, a node sends all
/// that it holds for nodes on the other side, in the order in which it holds them.
///
/// On the 2-cube; a1 is the message of node 0 for node 1, b0 that of node 1 for node 0, and so on:
///
///     slot 1   0-a1->1  1-b0->0  2-c1->3  3-d0->2
///     slot 2   0-a3->1  1-b2->0  2-c3->3  3-d2->2
///     slot 3   0-a2->2  1-b3->3  2-c0->0  3-d1->1
///     slot 4   0-b2->2  1-a3->3  2-d0->0  3-c1->1
///
/// Johnsson and Ho 1989; standard. All nodes mark "exchange".
/// Time: exactly d*2^(d-1) slots. Transmissions: d*2^(2d-1). Ports: one a slot, in and out.
/// @param messages message number m for the node self ^ (m+1)
template <cube_node Node>
task<> total_exchange_single_port(Node& self, initial_messages messages) {
    std::vector<cube_packet> packets;
    for (node_id to = 0; to < self.network().node_count(); ++to) {
        if (to != self.id()) {
            packets.push_back(
                cube_packet::of(messages[(to ^ self.id()) - 1], cube_packet_kind::data));
        }
    }
    for (int i = 0; i < self.network().dimensions(); ++i) {
        const auto leaving = std::ranges::stable_partition(packets, [&](const cube_packet& packet) {
            const node_id destination = packet.content().origin ^ (packet.content().number + 1);
            return ((destination ^ self.id()) >> i & 1U) == 0;
        });
        // As many come as leave, and each takes the place of one that has left.
        for (cube_packet& packet : leaving) {
            self.send(i, packet);
            co_await self.next_slot();
            for (const auto [through, arrived] : self.inbox()) {
                packet = arrived;
            }
        }
    }
    for (const cube_packet& packet : packets) {
        self.deliver(packet.content());
    }
    self.mark("exchange");
}

}  // namespace tutti
