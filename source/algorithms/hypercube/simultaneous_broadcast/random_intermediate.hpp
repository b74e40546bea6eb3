/// @file
/// K simultaneous broadcasts by way of random nodes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "collectives/input/initial_messages.hpp"
#include "topology/networks/dimension_set.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/port_queues.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// K simultaneous broadcasts that no choice of the broadcasters can burden: a node draws another
/// one for each of its messages. The message travels there over the dimensions in increasing order,
/// and from there to all nodes over that node's binomial tree. What wants the same link queues up
/// for it, first come, first served. Every node is given K, and knows that all is over when it has
/// heard K messages and has nothing left to send.
///
/// Messages e of node 4 and f of node 5 on the 3-cube, which draw nodes 1 and 7:
///
///     slot 1   4-e->5  5-f->7
///     slot 2   5-e->1  7-f->6  7-f->5  7-f->3
///     slot 3   1-e->0  1-e->3  1-e->5  5-f->1  6-f->4  6-f->2
///     slot 4   0-e->2  0-e->4  3-e->7  4-f->0
///     slot 5   2-e->6
///
/// After Valiant and Brebner, "Universal schemes for parallel communication", STOC 1981, whose
/// messages go from the random node to one other. All nodes mark "broadcast". Time: at most 4*d*K,
/// whatever is drawn; far less for most draws. Transmissions: the distances to the nodes drawn, and
/// K(2^d - 1). Ports: all.
template <node_of<hypercube> Node>
    requires carries<Node, long_packet>
task<> random_intermediate(Node& self, initial_messages initial, std::uint64_t message_count) {
    port_queues<long_packet> queues;
    std::uint64_t heard = 0;
    const auto broadcast = [&](const long_packet& packet, port first) {
        self.deliver(packet.content());
        ++heard;
        queues.push_each(dimension_set::range(first, self.network().dimensions()).bits(), packet);
    };
    const auto pass_on = [&](const long_packet& packet) {
        if (const node_id left = self.id() ^ packet.target(); left != 0) {
            queues.push(std::countr_zero(left), packet);
            return;
        }
        broadcast(packet.as(packet_kind::data), 0);
    };
    for (std::size_t m = 0; m < initial.size(); ++m) {
        const node_id drawn = node_below(self.random(), self.network().node_count());
        pass_on(long_packet::of(initial[m], drawn).as(packet_kind::travel));
    }
    for (queues.drain(self); !queues.empty() || heard < message_count; queues.drain(self)) {
        co_await self.mail_or(queues.empty() ? never : self.slot() + 1);
        for (const auto [through, packet] : self.inbox()) {
            if (packet.is(packet_kind::travel)) {
                pass_on(packet);
            } else {
                broadcast(packet, through + 1);
            }
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
