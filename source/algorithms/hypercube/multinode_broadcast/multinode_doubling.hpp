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
/// On the 3-cube, messages a to h of nodes 0 to 7. What each node receives:
///
///     node     0  1  2  3  4  5  6  7
///     slot 1   b  a  d  c  f  e  h  g
///     slot 2   c  d  a  b  g  h  e  f
///     slot 3   d  c  b  a  h  g  f  e
///     slot 4   e  f  g  h  a  b  c  d
///     slot 5   f  e  h  g  b  a  d  c
///     slot 6   g  h  e  f  c  d  a  b
///     slot 7   h  g  f  e  d  c  b  a
///
/// Johnsson and Ho 1989; standard. All nodes mark "broadcast".
/// Time: exactly 2^d - 1 slots. Transmissions: 2^d(2^d - 1). Ports: one a slot, in and out.
template <cube_node Node>
task<> multinode_doubling(Node& self, initial_messages messages) {
    std::vector<cube_packet> packets;
    packets.reserve(self.network().node_count());
    self.deliver(messages[0]);
    packets.push_back(cube_packet::of(messages[0], cube_packet_kind::data));
    for (int i = 0; i < self.network().dimensions(); ++i) {
        // 2^i at every node, so that neighbours begin and end the stage in the same slot.
        const std::size_t stage_slots = packets.size();
        for (std::size_t j = 0; j < stage_slots; ++j) {
            self.send(i, packets[j]);
            co_await self.next_slot();
            for (const auto [through, packet] : self.inbox()) {
                self.deliver(packet.content());
                packets.push_back(packet);
            }
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
