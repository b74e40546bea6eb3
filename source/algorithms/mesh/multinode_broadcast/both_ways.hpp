/// @file
/// Multinode broadcast on a ring.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/mesh/mesh_program.hpp"
#include "line_rounds.hpp"

namespace tutti {

/// Multinode broadcast on a ring of p: in one round of whole packets each goes both ways, upwards
/// over floor(p/2) links and downwards over the others.
///
/// On the ring of 5, messages a to e of nodes 0 to 4. What each node receives, from below and from
/// above:
///
///     node     0    1    2    3    4
///     slot 1   e b  a c  b d  c e  d a
///     slot 2   d c  e d  a e  b a  c b
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 2. All nodes mark "broadcast".
/// Time: exactly floor(p/2) slots, the least for whole packets. Transmissions: p(p-1). Ports: all.
template <mesh_node Node>
task<> multinode_both_ways(Node& self, initial_messages messages) {
    constexpr port down = 0;
    constexpr port up = 1;
    const int p = self.network().side(0);
    const std::vector<mesh_packet> own(1, mesh_packet::of(messages[0], 0));
    round_stream upwards{round_mode::whole, p, true};
    round_stream downwards{round_mode::whole, p, false};
    const auto heard = [&](port from) {
        const auto packet = self.received(from);
        if (packet != nullptr) {
            self.deliver(packet->content());
        }
        return packet;
    };

    self.deliver(messages[0]);
    for (std::int64_t step = 0; step < steps_of(round_mode::whole, p, 1); ++step) {
        if (const auto* const packet = upwards.next(own)) {
            self.send(up, *packet);
        }
        if (const auto* const packet = downwards.next(own)) {
            self.send(down, *packet);
        }
        co_await self.next_slot();
        upwards.advance(heard(down));
        downwards.advance(heard(up));
    }
    self.mark("broadcast");
}

}  // namespace tutti
