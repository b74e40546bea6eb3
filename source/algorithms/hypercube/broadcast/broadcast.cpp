/// @file
/// Single node broadcast on the hypercube.

#include "algorithms/hypercube/cube_entry.hpp"

namespace tutti {

/// Broadcast of the root's message: a node that receives it through dimension i forwards it through
/// every dimension above i. A node knows that it is the root by having the message.
///
/// Root 0 on the 3-cube:
///
///     slot 1   0->1  0->2  0->4
///     slot 2   1->3  1->5  2->6
///     slot 3   3->7
///
/// Johnsson and Ho, 1989; Stamoulis and Tsitsiklis 1991, 3.3 (K = 1). Marks "broadcast".
/// Time: exactly d slots. Transmissions: 2^d - 1. Ports: all.
template <cube_node Node>
task<> binomial_broadcast(Node& self, initial_messages messages) {
    short_packet heard;
    int above = 0;
    if (messages.empty()) {
        co_await self.mail();
        const auto [through, packet] = self.inbox().front();
        heard = packet;
        above = through + 1;
    } else {
        heard = short_packet::of(messages[0], packet_kind::data);
    }
    self.deliver(heard.content());
    for (int i = above; i < self.network().dimensions(); ++i) {
        self.send(i, heard);
    }
    self.mark("broadcast");
}

void describe(standard_name<"broadcast/binomial"> /*name*/, algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "Johnsson & Ho 1989; Stamoulis & Tsitsiklis 1991, 3.3";
    entry.idea =
        "The root sends over every dimension, and a node that hears the message over one passes it "
        "on over all higher ones. Each node hears it once, after as many slots as it is links "
        "away.";
    entry.rule = "bcast.single";
    entry.time = std::string{"d"};
    entry.phases = one_phase("broadcast", slots_of_dimensions);
    entry.transmissions = broadcast_hops;
    entry.program = cube_programs::on_any([](auto& self, node_input input) {
        return binomial_broadcast(self, std::move(input.messages));
    });
}

/// Broadcast of the root's message: in slot i every node that has it sends it over dimension i,
/// which doubles their number. A node knows that it is the root by having the message.
///
/// Root 0 on the 3-cube:
///
///     slot 1   0->1
///     slot 2   0->2  1->3
///     slot 3   0->4  1->5  2->6  3->7
///
/// Johnsson and Ho 1989; standard. All nodes mark "broadcast".
/// Time: exactly d slots. Transmissions: 2^d - 1. Ports: one a slot, in and out.
template <cube_node Node>
task<> broadcast_single_port(Node& self, initial_messages messages) {
    const int dimensions = self.network().dimensions();
    short_packet heard;
    // It comes once: over the highest dimension in which the node differs from the root.
    if (messages.empty()) {
        co_await self.mail();
        heard = self.inbox().front().packet;
    } else {
        heard = short_packet::of(messages[0], packet_kind::data);
    }
    self.deliver(heard.content());
    while (self.slot() < dimensions) {
        self.send(static_cast<port>(self.slot()), heard);
        co_await self.next_slot();
    }
    self.mark("broadcast");
}

void describe(standard_name<"broadcast/single-port"> /*name*/, algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "Johnsson & Ho 1989";
    entry.idea =
        "In slot i every node that has the message sends it over dimension i. The number of nodes "
        "that have it doubles in every slot, until after one slot for each dimension all have it.";
    entry.rule = "sla.bcast";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = std::string{"d"};
    entry.phases = one_synchronous_phase("broadcast", slots_of_dimensions);
    entry.transmissions = broadcast_hops;
    entry.program = cube_programs::on_any([](auto& self, node_input input) {
        return broadcast_single_port(self, std::move(input.messages));
    });
}

}  // namespace tutti
