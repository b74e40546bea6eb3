/// @file
/// Full steps of a ring.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tutti/algorithm/mesh/mesh_node.hpp"

namespace tutti {

/// Two messages of every node of a ring, number 0 downwards and number 1 upwards, go on over so
/// many links: in every step all links are busy.
///
/// All nodes mark "steps". Time: exactly `steps` slots. Transmissions: 2p in each. Ports: all.
/// @param steps at least 1
template <mesh_node Node>
task<> ring_steps(Node& self, own_messages mine, std::int64_t steps) {
    std::array<mesh_packet, 2> passing{mesh_packet::of(mine[0], 0), mesh_packet::of(mine[1], 0)};
    for (std::int64_t step = 0; step < steps; ++step) {
        for (const port to : {0, 1}) {
            self.send(to, passing[static_cast<std::size_t>(to)]);
        }
        co_await self.next_slot();
        for (const port to : {0, 1}) {
            const mesh_packet* const heard = self.received(to ^ 1);
            passing[static_cast<std::size_t>(to)] = heard != nullptr ? *heard : mesh_packet::none();
        }
    }
    for (const mesh_packet& packet : passing) {
        if (packet != mesh_packet::none()) {
            self.deliver(packet.content());
        }
    }
    self.mark("steps");
}

}  // namespace tutti
