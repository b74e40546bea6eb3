/// @file
/// Multinode broadcast with one packet in and out a slot, by doubling the messages of every node.
#pragma once

#include <cstddef>
#include <vector>

#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Every node's message to every node: over one dimension after the other, a node sends all that it
/// holds, so that it holds twice as much afterwards.
///
/// Johnsson and Ho 1989; standard. All nodes mark "broadcast".
/// Time: exactly 2^d - 1 slots. Transmissions: 2^d(2^d - 1). Ports: one a slot, in and out.
template <cube_node Node>
task<> multinode_doubling(Node& self, initial_messages mine) {
    std::vector<cube_packet> held;
    held.reserve(self.network().node_count());
    self.deliver(mine[0]);
    held.push_back(cube_packet::of(mine[0], cube_packet_kind::data));
    for (int i = 0; i < self.network().dimensions(); ++i) {
        const std::size_t stage_slots = held.size();
        for (std::size_t j = 0; j < stage_slots; ++j) {
            self.send(i, held[j]);
            co_await self.next_slot();
            for (const auto [through, packet] : self.inbox()) {
                self.deliver(packet.content());
                held.push_back(packet);
            }
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
