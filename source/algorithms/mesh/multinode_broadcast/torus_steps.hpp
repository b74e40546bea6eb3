/// @file
/// Full steps of a torus: every node sends through all ports in every slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/mesh/mesh_program.hpp"

namespace tutti {

/// Emulated torus steps: a message of every node through each of its ports, number m through port
/// m, goes on the same way over `steps` links: in every step all links are busy.
///
/// All nodes mark "steps". Time: exactly `steps` slots on a torus; on an array that it is folded
/// onto: 2*steps. Transmissions: 2dN in each. Ports: all.
/// @param steps at least 1
template <mesh_node Node>
task<> torus_steps(Node& self, initial_messages messages, std::int64_t steps) {
    std::vector<long_packet> passing;  // by the port that it leaves through
    for (std::size_t i = 0; i < messages.size(); ++i) {
        passing.push_back(long_packet::of(messages[i], 0));
    }
    for (std::int64_t step = 0; step < steps; ++step) {
        port to = 0;
        for (const long_packet& packet : passing) {
            self.send(to++, packet);
        }
        co_await self.next_slot();
        to = 0;
        for (long_packet& packet : passing) {
            // A packet goes straight on: what comes through the opposite port leaves through `to`.
            const auto heard = self.received(to++ ^ 1);
            packet = heard ? *heard : long_packet::none();
        }
    }
    for (const long_packet& packet : passing) {
        if (packet != long_packet::none()) {
            self.deliver(packet.content());
        }
    }
    self.mark("steps");
}

}  // namespace tutti
