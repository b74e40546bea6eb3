/// @file
/// Whole-packet multinode broadcast on tori of any dimension.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "algorithms/mesh/mesh_program.hpp"
#include "node/node_buffer.hpp"
#include "topology/trees/matching_table.hpp"

namespace tutti {

/// Behaviour of a node without a message in `broadcast_by_matching`.
enum class idle_node : std::uint8_t {
    sends_dummies,  ///< broadcasts a packet that carries nothing
    is_silent,      ///< sends nothing, and its packets are missing where they would go on
};

/// Sends the packets collected so far over these links.
template <mesh_node Node>
void send_matched(Node& self, std::span<const matching_table::hop> hops,
                  std::span<const mesh_packet> packets) {
    for (const matching_table::hop& each : hops) {
        if (packets[each.from] != mesh_packet::none()) {
            self.send(each.through, packets[each.from]);
        }
    }
}

/// Takes the packets that were sent over them. All nodes send alike: what each sends through a port
/// comes in through the opposite one.
template <mesh_node Node>
void take_matched(Node& self, std::span<const matching_table::hop> hops,
                  std::span<mesh_packet> packets) {
    for (const matching_table::hop& each : hops) {
        const auto packet = self.received(each.through ^ 1);
        if (packet == nullptr) {
            continue;
        }
        packets[each.to] = *packet;
        if (!packet->is_control()) {
            self.deliver(packet->content());
        }
    }
}

/// At most one message of every node, whole, to every node, as if all had one: over the links of
/// `matching_table`, moved to every node. A node keeps what it hears by where it comes from.
///
/// Message e of node 4, the middle of the 3 x 3 torus with rows 0 1 2, 3 4 5 and 6 7 8; every other
/// takes the same way, moved to its origin:
///
///     slot 1   4-e->3  4-e->5  4-e->1  4-e->7
///     slot 2   1-e->2  3-e->0  5-e->8  7-e->6
///
/// Varvarigos and Bertsekas 1994, section 4, where the time is stated. All nodes mark "broadcast".
/// Time: exactly `table.slots()`, ceil((N-1)/(2d)). Transmissions: N(N-1); M(N-1) of M messages if
/// idle nodes are silent. Ports: all.
/// @param table of the network; outlives the program
template <mesh_node Node>
task<> broadcast_by_matching(Node& self, initial_messages messages, const matching_table& table,
                             idle_node idle) {
    node_buffer<mesh_packet> buffer{self.network().node_count()};  // by the way that it has come
    std::ranges::fill(buffer.values(), mesh_packet::none());
    if (!messages.empty()) {
        self.deliver(messages[0]);
        buffer.values()[0] = mesh_packet::of(messages[0], 0);
    } else if (idle == idle_node::sends_dummies) {
        buffer.values()[0] = mesh_packet::probe(self.id(), 0);
    }
    for (std::size_t at = 0; at < table.slots(); ++at) {
        send_matched(self, table.hops(at), buffer.values());
        co_await self.next_slot();
        take_matched(self, table.hops(at), buffer.values());
    }
    self.mark("broadcast");
}

}  // namespace tutti
