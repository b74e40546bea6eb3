/// @file
/// Packing and monotone routing on arrays.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/mesh/reduction/mesh_prefix.hpp"
#include "collectives/collectives.hpp"
#include "collectives/named_nodes.hpp"
#include "mesh_packing.hpp"
#include "tutti/catalog/any_program.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Packing: the message of the node with rank i among those that have one, to node i. Each of them
/// is given its rank.
///
/// Messages b, e and f of nodes 1, 4 and 5 on the path of 6, to nodes 0, 1 and 2:
///
///     slot 1   1-b->0  4-e->3  5-f->4
///     slot 2   3-e->2  4-f->3
///     slot 3   2-e->1  3-f->2
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorem 3. All nodes mark "pack".
/// Time: exactly d(p-1) slots. Transmissions: the distances. Ports: all.
///
/// Monotone routing: the message of the node with rank i, to the node with rank i among the
/// destinations: packing to node i, and the reverse of packing from there. Each source is given its
/// rank and the destination.
///
/// Messages b, e and f of nodes 1, 4 and 5 on the path of 6, to nodes 0, 2 and 3; packed after slot
/// 5:
///
///     slot 1   1-b->0  4-e->3  5-f->4
///     slot 2   3-e->2  4-f->3
///     slot 3   2-e->1  3-f->2
///     slot 4   -
///     slot 5   -
///     slot 6   1-e->2  2-f->3
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorem 4. All nodes mark "pack" and
/// "unpack". Time: exactly 2d(p-1) slots. Transmissions: the distances. Ports: all.
/// @param destination null for packing
template <node_of<grid> Node>
    requires carries<Node, long_packet>
task<> route_in_order(Node& self, initial_messages messages, std::uint32_t rank,
                      std::optional<node_id> destination) {
    const slot sweep = sweep_slots(self.network());
    std::vector<long_packet> packets;
    if (!messages.empty()) {
        packets.push_back(long_packet::routed(messages[0], rank, destination.value_or(rank)));
    }
    mesh_packing moves{self.network(), 0, std::move(packets)};
    co_await in_lockstep(self, sweep, moves);
    if (destination) {
        self.mark("pack");
        for (long_packet& packet : moves.packets_here()) {
            packet = packet.to_next();
        }
        moves = {self.network(), 0, std::move(moves.packets_here()),
                 mesh_packing::direction::unpacking};
        co_await in_lockstep(self, sweep, moves);
    }
    for (const long_packet& packet : moves.packets_here()) {
        self.deliver(packet.content());
    }
    self.mark(destination ? milestone{"unpack"} : milestone{"pack"});
}

/// `route_in_order` by nodes that find their ranks first, by a prefix sum over those that have a
/// message. Packing does not need the number of packets, and can do with the ranks alone.
///
/// Packing of the messages b and d of nodes 1 and 3 on the 2 x 2 array with rows 0 1 and 2 3, to
/// nodes 0 and 1; + is a sum:
///
///     slot 1   0-+->1  2-+->3
///     slot 2   1-+->3
///     slot 3   3-+->1
///     slot 4   1-+->0  3-+->2
///     slot 5   1-b->0
///     slot 6   3-d->1
///
/// Varvarigos and Bertsekas, partial multinode broadcast, after theorem 4. All nodes mark "rank"
/// (steps of length t_p), "pack" and, for monotone routing, "unpack". Time: exactly 2d(p-1) t_p +
/// d(p-1); ranks only: (2d-1)(p-1) t_p + d(p-1); monotone routing: 2d(p-1) t_p + 2d(p-1). Ports:
/// all.
template <node_of<grid> Node>
    requires carries<Node, long_packet>
task<> route_after_prefix(Node& self, initial_messages messages, prefix_result result,
                          std::optional<node_id> destination) {
    mesh_prefix sum{self.network(), self.id(), 0, messages.size(), result};
    co_await in_lockstep(self, sum.steps(self.network(), result), sum);
    self.mark("rank");
    co_await route_in_order(self, std::move(messages), static_cast<std::uint32_t>(sum.before()),
                            destination);
}

namespace {

std::uint64_t rank_of(const problem& problem, node_id source) {
    const auto& nodes = problem.broadcasters.nodes;
    return position_at(nodes, std::ranges::lower_bound(nodes, source));
}

std::string destination_mismatch(const problem& problem) {
    const std::vector<node_id> to = destinations_of(problem);
    const std::string& text = value_of(problem.parameters, "to").text();
    if (to.size() != problem.broadcasters.nodes.size()) {
        return fmt::format("has {} sources, and to={} names {} destinations",
                           problem.broadcasters.nodes.size(), text, to.size());
    }
    return named_nodes{problem, "to"}.inapplicable_reason();
}

/// Variant of the five.
struct routing_variant {
    bool is_packing = true;
    std::optional<prefix_result> prefix{};  // null: ranks are known
};

std::vector<phase> routing_phases(const routing_variant& variant, const problem& problem) {
    const grid& shape = grid_of(problem);
    std::vector<phase> phases{synchronous_phase("pack", sweep_slots(shape))};
    if (variant.prefix) {
        const slot steps = mesh_prefix::steps(shape, *variant.prefix);
        phases.insert(phases.begin(), prefix_phase(problem, "rank", steps));
    }
    if (!variant.is_packing) {
        phases.push_back(synchronous_phase("unpack", sweep_slots(shape)));
    }
    return phases;
}

// Links that a packing uses do not depend on time: they are the differences of coordinates. To
// unpack is to pack backwards. The prefix sum goes over every link of its tree once each way, or,
// for ranks only, back over those of all but the last line.
packet_hops routing_hops(const routing_variant& variant, const problem& problem) {
    const grid& shape = grid_of(problem);
    packet_hops hops{packing_hops(shape, 0, problem.broadcasters.nodes)};
    if (!variant.is_packing) {
        hops.data += packing_hops(shape, 0, destinations_of(problem));
    }
    if (variant.prefix) {
        const std::uint64_t last_line = shape.nodes_along(0) - 1;
        hops.control = 2 * (shape.node_count() - 1) -
                       (*variant.prefix == prefix_result::ranks ? last_line : 0);
    }
    return hops;
}

void describe_routing(algorithm& entry, const routing_variant& variant,
                      const std::string& theorem) {
    describe_for_meshes(entry, "Varvarigos & Bertsekas 1994, " + theorem);
    entry.networks = "array";
    entry.inapplicable_reason = array_mismatch;
    entry.limits = one_per_node;
    entry.figure_steps = steps_a_message(8);
    if (!variant.is_packing) {
        entry.inapplicable_input_reason = destination_mismatch;
    }
    if (variant.prefix) {
        entry.parameters = {prefix_step_parameter()};
    } else {
        entry.knowledge = {knowledge_item::rank};
        entry.rank = rank_of;
    }
    entry.phases = [variant](const problem& input) { return routing_phases(variant, input); };
    entry.transmissions = [variant](const problem& input) { return routing_hops(variant, input); };
    entry.program =
        mesh_programs::on_any([variant](auto& self, node_input input, const knowledge& knowledge) {
            const auto destination =
                variant.is_packing ? std::nullopt : std::optional{input.destination};
            return variant.prefix
                       ? route_after_prefix(self, std::move(input.messages), *variant.prefix,
                                            destination)
                       : route_in_order(self, std::move(input.messages),
                                        static_cast<std::uint32_t>(knowledge.rank()), destination);
        });
}

}  // namespace

void describe(standard_name<"packing/greedy"> /*name*/, algorithm& entry) {
    describe_routing(entry, {}, "theorem 3");
    entry.idea =
        "Along one dimension after the other, every message moves a link a step to the coordinate "
        "that its rank asks for. As messages keep their order, no two ever want the same link.";
    entry.rule = "packing";
    entry.time = "d(p-1)";
}

void describe(standard_name<"monotone-routing/greedy"> /*name*/, algorithm& entry) {
    describe_routing(entry, {.is_packing = false}, "theorem 4");
    entry.idea =
        "Messages first move to the nodes of their ranks and from there to their destinations, "
        "which is packing backwards. As sources and destinations are in the same order, no two "
        "want a link at once.";
    entry.rule = "monotone";
    entry.time = "2d(p-1)";
}

void describe(standard_name<"packing/prefix"> /*name*/, algorithm& entry) {
    describe_routing(entry, {.prefix = prefix_result::all}, "after theorem 4");
    entry.rule = "packing.prefix";
    entry.idea =
        "A prefix sum tells nodes how many others before them have a message, which is their "
        "message's rank. Then messages move to the nodes of their ranks, along one dimension after "
        "the other.";
    entry.time = "2d(p-1) t_p + d(p-1)";
}

void describe(standard_name<"packing/ranks"> /*name*/, algorithm& entry) {
    describe_routing(entry, {.prefix = prefix_result::ranks}, "after theorem 4");
    entry.rule = "packing.ranks";
    entry.idea =
        "Like prefix, but without the part of the prefix sum that tells nodes how many messages "
        "there are: packing has no use for that. It saves the way back along one dimension.";
    entry.time = "(2d-1)(p-1) t_p + d(p-1)";
}

void describe(standard_name<"monotone-routing/prefix"> /*name*/, algorithm& entry) {
    describe_routing(entry, {.is_packing = false, .prefix = prefix_result::all}, "after theorem 4");
    entry.rule = "monotone.prefix";
    entry.idea =
        "A prefix sum first tells each message its rank. Then messages move to the nodes of their "
        "ranks, and from there to their destinations, and never collide as they keep their order.";
    entry.time = "2d(p-1) t_p + 2d(p-1)";
}

}  // namespace tutti
