/// @file
/// Multinode broadcast of whole messages on tori by schedules that are the same at all nodes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/mesh/mesh_theory.hpp"
#include "node/node_buffer.hpp"
#include "quarter_turns.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "topology/trees/matching_table.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/node/folded.hpp"

namespace tutti {

/// Behaviour of a node without a message in `broadcast_alike`.
enum class idle_node : std::uint8_t {
    sends_dummies,  ///< broadcasts a packet that carries nothing
    is_silent,      ///< sends nothing, and its packets are missing where they would go on
};

/// Sends the packets that are there over these hops.
template <node_at_work Node, class Hops>
void send_hops(Node& self, const Hops& hops, std::span<const long_packet> packets) {
    for (const auto& hop : hops) {
        if (!packets[hop.from].is(packet_kind::none)) {
            self.send(hop.through, packets[hop.from]);
        }
    }
}

/// Keeps the packets that were sent over them, and delivers those with a message.
template <node_at_work Node, class Hops>
void take_hops(Node& self, const Hops& hops, std::span<long_packet> packets) {
    for (const auto& hop : hops) {
        const auto packet = self.received(hop.through ^ 1);
        packets[hop.to] = packet ? *packet : long_packet::none();
        if (packet && !packet->is_control()) {
            self.deliver(packet->content());
        }
    }
}

/// At most one message of every node, whole, to every node, as if all had one: all nodes send
/// alike, so what each sends through a port comes in through the opposite one. A node keeps what it
/// hears where the schedule says.
///
/// With `quarter_turns` on a p x p torus, p >= 3, each node receives in every slot from four nodes
/// that are quarter turns of each other around it, one through each port.
///
/// Message e of node 4, the middle of the 3 x 3 torus with rows 0 1 2, 3 4 5 and 6 7 8; the links
/// of a slot are quarter turns of each other:
///
///     slot 1   4-e->3  4-e->5  4-e->1  4-e->7
///     slot 2   1-e->0  3-e->6  5-e->2  7-e->8
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorem 1. Time: exactly ceil((p^2-1)/4)
/// on a torus, ceil((p^2-1)/2) on an array; on the torus the least for whole packets.
/// Transmissions: p^2(p^2-1). Ports: all.
///
/// With `matching_table` on any torus, the links over which the nodes are reached from node 0 are
/// moved to every node, and each keeps what it hears by where it comes from.
///
/// Message e of node 4, the middle of the 3 x 3 torus with rows 0 1 2, 3 4 5 and 6 7 8; every other
/// takes the same way, moved to its origin:
///
///     slot 1   4-e->3  4-e->5  4-e->1  4-e->7
///     slot 2   1-e->2  3-e->0  5-e->8  7-e->6
///
/// Varvarigos and Bertsekas 1994, section 4, where the time is stated. Time: exactly
/// `table.slots()`, ceil((N-1)/(2d)). Transmissions: N(N-1); M(N-1) of M messages if idle nodes are
/// silent. Ports: all.
///
/// All nodes mark "broadcast".
/// @param schedule of the network; outlives the program
/// @param places number of packets that a node keeps
template <mesh_node Node, class Schedule>
task<> broadcast_alike(Node& self, initial_messages messages, const Schedule& schedule,
                       std::size_t places, idle_node idle = idle_node::is_silent) {
    node_buffer<long_packet> buffer{places};
    const std::span packets{buffer.values()};
    std::ranges::fill(packets, long_packet::none());
    if (!messages.empty()) {
        self.deliver(messages[0]);
        packets[0] = long_packet::of(messages[0], 0);
    } else if (idle == idle_node::sends_dummies) {
        packets[0] = long_packet::probe(self.id(), 0);
    }
    co_await each_slot(self, [&, at = std::size_t{0}](auto& node) mutable {
        if (at > 0) {
            take_hops(node, schedule.hops(at - 1), packets);
        }
        if (at == schedule.slots()) {
            return wait_for::nothing();
        }
        send_hops(node, schedule.hops(at++), packets);
        return wait_for::next_slot();
    });
    self.mark("broadcast");
}

/// The same on the torus that is folded onto an array.
template <node_of<grid> Node>
task<> folded_quarter_turns(Node& self, initial_messages messages, const quarter_turns& schedule,
                            const fold& folding) {
    folded<Node> on_torus{self, folding};
    co_await broadcast_alike(on_torus, std::move(messages), schedule, 4 * schedule.places());
    co_await on_torus.retire();
}

/// Multinode broadcast on the array of 2 x 2 nodes, which is a ring of four: both ways, and the
/// packet of dimension 0 once more. Time: exactly 2 slots. Transmissions: 12.
///
/// Rows 0 1 and 2 3, messages a to d:
///
///     slot 1   0-a->1  0-a->2  1-b->0  1-b->3  2-c->3  2-c->0  3-d->2  3-d->1
///     slot 2   0-b->2  1-a->3  2-d->0  3-c->1
template <mesh_node Node>
task<> multinode_on_square(Node& self, initial_messages messages) {
    const port across = self.has(0) ? 0 : 1;
    const port along = self.has(2) ? 2 : 3;
    self.deliver(messages[0]);
    self.send(across, long_packet::of(messages[0], 0));
    self.send(along, long_packet::of(messages[0], 0));
    for (const bool is_first : {true, false}) {
        co_await self.next_slot();
        for (const auto& [through, packet] : self.inbox()) {
            self.deliver(packet.content());
            if (is_first && through == across) {
                self.send(along, packet);
            }
        }
    }
    self.mark("broadcast");
}

namespace {

any_program quarter_turns_program(const setting& setting) {
    const grid& shape = grid_of(setting);
    if (shape.node_count() == 4) {
        return mesh_programs::on([](auto& self, node_input input) {
            return multinode_on_square(self, std::move(input.messages));
        })(setting);
    }
    const quarter_turns schedule{shape.side(0)};
    if (is_on_torus(setting)) {
        return mesh_programs::on_any([schedule](auto& self, node_input input) {
            return broadcast_alike(self, std::move(input.messages), schedule,
                                   4 * schedule.places());
        })(setting);
    }
    return mesh_programs::on([schedule, folding = fold{shape}](auto& self, node_input input) {
        return folded_quarter_turns(self, std::move(input.messages), schedule, folding);
    })(setting);
}

void describe_matching(algorithm& entry) {
    describe_for_meshes(entry, "Varvarigos & Bertsekas 1994, section 4");
    entry.networks = "torus";
    entry.time = "ceil((N-1)/(2d))";
    entry.inapplicable_reason = torus_mismatch;
    // All links of a torus bring a node one packet a slot.
    entry.phases = [](const problem& problem) {
        const grid& torus = grid_of(problem);
        const rational slots{torus.node_count() - 1, torus.uniform_ports()};
        return std::vector{synchronous_phase("broadcast", slots.ceil())};
    };
    entry.memory_use = a_packet_a_pair;
    entry.program = mesh_programs::on_any_with<matching_table>(
        [](auto& self, node_input input, const auto& table, bool is_dummy) {
            return broadcast_alike(self, std::move(input.messages), table,
                                   self.network().node_count(),
                                   is_dummy ? idle_node::sends_dummies : idle_node::is_silent);
        },
        [](const setting& setting) { return setting.parameter_or("dummy", false); });
}

}  // namespace

void describe(standard_name<"multinode-broadcast/quarter-turns"> /*name*/, algorithm& entry) {
    describe_for_meshes(entry, "Varvarigos & Bertsekas 1994, theorem 1");
    entry.idea =
        "In every slot each node of the torus hears from four nodes that are quarter turns of each "
        "other around it, one through each port. An array runs this on a torus folded onto it, two "
        "slots for one.";
    entry.rule = "torus2_mnb, array2_mnb";
    entry.networks = "torus, array, 2-D";
    entry.uses_links_alike = true;
    entry.time = "ceil((p^2-1)/4) on a torus, ceil((p^2-1)/2) on an array";
    entry.inapplicable_reason = square_mismatch;
    // Theorem 1: ceil((N-1)/4) on a torus, and twice that where it is folded.
    entry.phases = [](const problem& problem) {
        const slot on_torus = rational{node_count(problem.network) - 1, 4}.ceil();
        return std::vector{
            synchronous_phase("broadcast", (is_on_torus(problem) ? 1 : 2) * on_torus)};
    };
    // Folded, a link of the torus is two of the array, but for those between the ends of lines.
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        const std::uint64_t nodes = node_count(problem.network);
        const std::uint64_t p = grid_of(problem).nodes_along(0);
        return packet_hops{(is_on_torus(problem) ? nodes : 2 * p * (p - 1)) * (nodes - 1)};
    };
    entry.memory_use = [](const network& net, std::uint64_t /*message_count*/) {
        const auto& shape = network_as<grid>(net);
        return shape.node_count() * quarter_turns::most_places(shape.side(0));
    };
    entry.program = quarter_turns_program;
}

void describe(standard_name<"multinode-broadcast/matching"> /*name*/, algorithm& entry) {
    describe_matching(entry);
    entry.rule = "mnb_whole";
    entry.idea =
        "A table that fits every node says which message comes in over which port in each slot: a "
        "matching of ports with messages that a neighbour has already. So few ports stay idle that "
        "it takes the least time.";
    entry.uses_links_alike = true;
    entry.transmissions = multinode_hops;
}

void describe(standard_name<"simultaneous-broadcast/as-multinode"> /*name*/, algorithm& entry) {
    describe_matching(entry);
    entry.rule = "pmnb_dummy";
    entry.idea =
        "The timetable of multinode-broadcast/matching, made for a message of every node. Nodes "
        "without one send empty packets or stay silent, so that it takes as long for one message "
        "as for all.";
    entry.parameters = {{.name = "dummy",
                         .default_value = true,
                         .meaning = "whether nodes without a message broadcast empty packets",
                         .range = boolean_range{}}};
    entry.limits = one_per_node;
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        const std::uint64_t others = node_count(problem.network) - 1;
        const std::uint64_t idle = node_count(problem.network) - problem.message_count();
        const bool is_dummy = problem.parameter<bool>("dummy");
        return packet_hops{problem.message_count() * others, is_dummy ? idle * others : 0};
    };
}

}  // namespace tutti
