#include <bit>
#include <cstddef>
#include <vector>

#include "algorithms/hypercube/cube_entry.hpp"
#include "algorithms/hypercube/one_way_schedule.hpp"
#include "multinode_rotation_classes.hpp"
#include "node/node_buffer.hpp"
#include "tutti/catalog/any_program.hpp"

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
    std::vector<short_packet> packets;
    packets.reserve(self.network().node_count());
    self.deliver(messages[0]);
    packets.push_back(short_packet::of(messages[0], packet_kind::data));
    for (int i = 0; i < self.network().dimensions(); ++i) {
        // 2^i at every node, so that neighbours begin and end the stage in the same slot.
        const std::size_t stage_slots = packets.size();
        for (std::size_t j = 0; j < stage_slots; ++j) {
            self.send(i, packets[j]);
            co_await self.next_slot();
            for (const auto [through, packet] : self.inbox()) {
                self.deliver(packet.as_message());
                packets.push_back(packet);
            }
        }
    }
    self.mark("broadcast");
}

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
    node_buffer<short_packet> buffer{self.network().node_count()};  // of origin z ^ t, by t
    buffer.values()[0] = short_packet::of(messages[0], packet_kind::data);
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
            self.deliver(packet.as_message());
            buffer.values()[self.id() ^ packet.as_message().origin] = packet;
        }
    }
    self.mark("broadcast");
}

namespace {

// Beginning of the description of a broadcast in one phase of so many slots.
void describe_cube_broadcast(algorithm& entry, slot (*slots)(const setting&)) {
    describe_for_cubes(entry);
    entry.phases = one_synchronous_phase("broadcast", slots);
    entry.transmissions = broadcast_hops;
}

}  // namespace

void describe(standard_name<"multinode-broadcast/rotation-classes"> /*name*/, algorithm& entry) {
    describe_cube_broadcast(entry, slots_of_others_in_turn);
    entry.source = "Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 3";
    entry.idea =
        "Every node broadcasts over its own copy of one tree, whose links come in sets of d, one "
        "of each dimension, the last perhaps smaller. In each slot all messages cross the next "
        "set, and none collide.";
    entry.rule = "mnb.opt";
    entry.time = "ceil((2^d-1)/d)";
    entry.program = cube_programs::on(
        [](auto& self, node_input input, const rotation_classes& classes) {
            return multinode_rotation_classes(self, std::move(input.messages), classes);
        },
        [](const setting& setting) { return rotation_classes{cube_of(setting)}; });
}

void describe(standard_name<"multinode-broadcast/doubling"> /*name*/, algorithm& entry) {
    describe_cube_broadcast(entry, slots_of_other_nodes);
    entry.source = "Johnsson & Ho 1989";
    entry.idea =
        "Over one dimension after the other, neighbours exchange all that they hold, one message a "
        "slot, which doubles it. A node hears a new message in every slot, the most that one port "
        "allows.";
    entry.rule = "sla.mnb.doubling";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "2^d - 1";
    entry.program = cube_programs::on_any([](auto& self, node_input input) {
        return multinode_doubling(self, std::move(input.messages));
    });
}

void describe(standard_name<"multinode-broadcast/one-way"> /*name*/, algorithm& entry) {
    describe_cube_broadcast(entry, [](const setting& setting) {
        return rational{2 * slots_of_other_nodes(setting), slots_of_dimensions(setting)}.ceil();
    });
    entry.source = "after Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 1 and 3";
    entry.idea =
        "Like rotation-classes, but messages of nodes whose id has an even number of ones and of "
        "the others take turns. So at a link one end at most sends, and the last sets share a slot "
        "where they fit.";
    entry.rule = "mnb.oneway";
    entry.ports = {port_model::one_way};
    entry.time = "ceil(2(2^d-1)/d)";
    entry.memory_use = a_packet_a_pair;
    entry.program = cube_programs::on_any_with<one_way_schedule>(
        [](auto& self, node_input input, const auto& plan) {
            return multinode_one_way(self, std::move(input.messages), plan);
        });
}

}  // namespace tutti
