/// @file
/// Optimal multinode broadcast over one-way links.
#pragma once

#include <bit>
#include <cstddef>

#include "algorithms/hypercube/one_way_schedule.hpp"
#include "node/node_buffer.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Multinode broadcast where a link carries one packet a slot, in one direction: in a slot node z
/// sends, for every link that the schedule has then for origins of a parity, the message of the
/// origin whose tree has its parent at z, if that origin is of the parity. The other end of the
/// network's link would send for an origin of the other parity.
///
/// On the 2-cube, messages a to d of nodes 0 to 3:
///
///     slot 1   0-a->1  0-a->2  3-d->2  3-d->1
///     slot 2   1-b->0  1-b->3  2-c->3  2-c->0
///     slot 3   0-b->2  1-d->0  2-a->3  3-c->1
///
/// The model is that of Saad and Schultz, of which Bertsekas, Ozveren, Stamoulis, Tseng and
/// Tsitsiklis 1991, section 1, say that it doubles the time; this is a slot less where the last
/// sets of both parities fit in one. All nodes mark "broadcast".
/// Time: exactly ceil(2(2^d-1)/d) slots. Transmissions: 2^d(2^d - 1). Ports: one-way.
/// @param plan of the network; outlives the program
template <cube_node Node>
task<> multinode_one_way(Node& self, initial_messages messages, const one_way_schedule& plan) {
    node_buffer<cube_packet> buffer{self.network().node_count()};  // of origin z ^ t, by t
    buffer.values()[0] = cube_packet::of(messages[0], cube_packet_kind::data);
    self.deliver(messages[0]);
    const bool is_odd = std::popcount(self.id()) % 2 != 0;
    for (std::size_t at = 0; at < plan.slots(); ++at) {
        for (const one_way_schedule::link& each : plan.links(at)) {
            const bool is_origin_odd = is_odd != (std::popcount(each.parent()) % 2 != 0);
            if (is_origin_odd == each.is_odd) {
                self.send(each.dimension, buffer.values()[each.parent()]);
            }
        }
        co_await self.next_slot();
        for (const auto [through, packet] : self.inbox()) {
            self.deliver(packet.content());
            buffer.values()[self.id() ^ packet.content().origin] = packet;
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
