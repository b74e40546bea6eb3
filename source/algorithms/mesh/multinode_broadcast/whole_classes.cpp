/// @file
/// Multinode broadcast, partial or of all nodes, of whole messages in several classes.
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/mesh/class_order.hpp"
#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/mesh/reduction/mesh_prefix.hpp"
#include "algorithms/mesh/routing/mesh_packing.hpp"
#include "line_rounds.hpp"
#include "tutti/catalog/any_program.hpp"
#include "util/counts.hpp"
#include "util/indexed_vector.hpp"

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
task<> multinode_both_ways(Node& self, const initial_messages& messages) {
    std::vector<std::vector<long_packet>> own(1, {long_packet::of(messages[0], 0)});
    return broadcast_classes(self, std::move(own), round_mode::whole, self.network().node_count());
}

/// ceil(M/d), the members of the largest class.
[[nodiscard]] constexpr std::uint64_t largest_class(std::uint64_t total, int classes) noexcept {
    return divided_up(total, static_cast<std::uint64_t>(classes));
}

/// Packs whole packets class by class, and broadcasts them.
/// @param c the class of this node's message
/// @param at its rank in that class, and the members of all classes together
template <node_of<grid> Node>
task<> broadcast_whole(Node& self, initial_messages messages, place_in_class at, int c,
                       round_mode mode) {
    const int d = self.network().dimensions();
    indexed_vector<int, std::vector<long_packet>> of_class{d};
    if (!messages.empty()) {
        of_class[c].push_back(long_packet::of(messages[0], at.rank));
    }
    auto packed = co_await pack_classes(self, std::move(of_class));
    co_await broadcast_classes(self, std::move(packed), mode, largest_class(at.total, d));
}

/// M nodes' messages to every node, uncut: a first prefix sum deals them out to the d classes, d
/// more rank them within their classes, and each class packs and broadcasts its own. All classes
/// keep to the steps of the largest.
///
/// Messages b and c of nodes 1 and 2 on the 2 x 2 array with rows 0 1 and 2 3; + is a sum. Classes
/// are known after slot 4, ranks after slot 8, and messages packed after slot 10. The classes take
/// rows and columns in opposite orders:
///
///     slot 1    0-+->1  2-+->3
///     slot 2    1-+->3
///     slot 3    3-+->1
///     slot 4    1-+->0  3-+->2
///     slot 5    0-+->1  0-+->2  1-+->3  2-+->3
///     slot 6    1-+->3  2-+->3
///     slot 7    3-+->2  3-+->1
///     slot 8    1-+->0  2-+->0  3-+->2  3-+->1
///     slot 9    1-b->0  2-c->0
///     slot 10   -
///     slot 11   0-c->1  0-b->2
///     slot 12   0-b->1  0-c->2  1-c->3  2-b->3
///
/// Varvarigos and Bertsekas, partial multinode broadcast, 4.2; on a torus with even sides the
/// longer way may alternate, which is an addition. All nodes mark "class" and "rank" (steps of
/// length t_p), "pack" and "broadcast". Time: exactly 4d(p-1)t_p + d(p-1) + q * sum of
/// ceil(ceil(M/d)/p^k); q = p-1, on a torus floor(p/2); alternating: 4d(p-1)t_p + d(p-1) + sum of
/// ceil(ceil(ceil(M/d)/p^k)(p-1)/2). Ports: all.
template <mesh_node Node>
task<std::uint64_t> partial_multinode_broadcast_whole(Node& self, initial_messages messages,
                                                      round_mode mode) {
    const std::uint32_t own = messages.empty() ? 0 : 1;
    const auto dealt = co_await prefixes_of_classes(self, std::vector<std::uint32_t>(1, own));
    self.mark("class");
    indexed_vector<int, std::uint32_t> counted{self.network().dimensions()};
    const int c = remainder_of(dealt[0].rank, self.network().dimensions());
    counted[c] = own;
    const auto places = co_await prefixes_of_classes(self, std::move(counted));
    self.mark("rank");
    co_await broadcast_whole(
        self, std::move(messages),
        {.rank = places[static_cast<std::size_t>(c)].rank, .total = dealt[0].total}, c, mode);
    co_return dealt[0].total;
}

/// Every node's message to every node in the same way; a node computes its class and rank itself.
///
/// On the 2 x 2 array with rows 0 1 and 2 3, messages a to d; a and c make one class, b and d the
/// other, packed after slot 2:
///
///     slot 1   2-c->3
///     slot 2   1-b->0  3-d->2  3-c->1
///     slot 3   0-b->1  0-a->2  1-c->3  2-d->3
///     slot 4   0-a->1  0-b->2  1-c->0  1-b->3  2-a->3  2-d->0  3-c->2  3-d->1
///
/// Varvarigos and Bertsekas, partial multinode broadcast, 4.2. All nodes mark "pack" and
/// "broadcast". Time: exactly d(p-1) + q * sum of ceil(ceil(p^d/d)/p^k); q = p-1, on a torus
/// floor(p/2).
template <mesh_node Node>
task<> multinode_broadcast_by_classes(Node& self, initial_messages messages, round_mode mode) {
    const grid& shape = self.network();
    const auto classes = static_cast<node_id>(shape.dimensions());
    const int c = remainder_of(self.id(), shape.dimensions());
    const class_order order{shape, c};
    place_in_class at{.total = shape.node_count()};
    for (node_id node = self.id() % classes; node < shape.node_count(); node += classes) {
        at.rank += order.place(node) < order.place(self.id()) ? 1U : 0U;
    }
    return broadcast_whole(self, std::move(messages), at, c, mode);
}

namespace {

/// Variant of the three.
struct whole_variant {
    const char* rule;
    const char* idea;
    const char* time;
    bool alternates = false;  // where no parameter says it
    bool is_partial = true;   // any nodes broadcast, else all do

    [[nodiscard]] round_mode mode(const setting& setting) const {
        return !is_on_torus(setting)                           ? round_mode::line
               : setting.parameter_or("alternate", alternates) ? round_mode::alternating
                                                               : round_mode::whole;
    }
};

std::vector<phase> whole_phases(const whole_variant& variant, const problem& problem) {
    const grid& shape = grid_of(problem);
    std::vector<phase> phases;
    if (variant.is_partial) {
        phases = {prefix_phase(problem, "class", mesh_prefix::steps(shape)),
                  prefix_phase(problem, "rank", mesh_prefix::steps(shape))};
    }
    phases.push_back(synchronous_phase("pack", sweep_slots(shape)));
    phases.push_back(synchronous_phase(
        "broadcast",
        line_rounds_steps(shape, variant.mode(problem),
                          largest_class(problem.message_count(), shape.dimensions()))));
    return phases;
}

std::optional<packet_hops> whole_hops(const whole_variant& variant, const problem& problem) {
    const std::uint64_t others = node_count(problem.network) - 1;
    const std::size_t classes = grid_of(problem).sides().size();
    return with_packing(
        {problem.message_count() * others, variant.is_partial ? 2 * (classes + 1) * others : 0},
        problem, classes, classes);
}

void describe_whole(algorithm& entry, const whole_variant& variant) {
    describe_for_meshes(entry, "Varvarigos & Bertsekas 1994");
    entry.idea = variant.idea;
    entry.rule = variant.rule;
    entry.time = variant.time;
    entry.returns_message_count = variant.is_partial;
    entry.phases = [variant](const problem& input) { return whole_phases(variant, input); };
    entry.transmissions = [variant](const problem& input) { return whole_hops(variant, input); };
    entry.memory_use = [](const network& net, std::uint64_t message_count) {
        // Of all messages a node keeps those that it sends along the last dimension.
        const auto& shape = network_as<grid>(net);
        return bounded_product(shape.node_count(), message_count / shape.nodes_along(0) + 1);
    };
    const auto mode_of = [variant](const setting& setting) { return variant.mode(setting); };
    entry.program = mesh_programs::on_any(
        [](auto& self, node_input input, round_mode mode) {
            return multinode_broadcast_by_classes(self, std::move(input.messages), mode);
        },
        mode_of);
    if (variant.is_partial) {
        entry.program = mesh_programs::on_any(
            [](auto& self, node_input input, round_mode mode) {
                return partial_multinode_broadcast_whole(self, std::move(input.messages), mode);
            },
            mode_of);
        entry.parameters = {prefix_step_parameter()};
        entry.limits = one_per_node;
    }
    if (variant.alternates) {
        entry.networks = "torus";
        entry.inapplicable_reason = torus_mismatch;
    }
}

}  // namespace

void describe(standard_name<"multinode-broadcast/both-ways"> /*name*/, algorithm& entry) {
    describe_for_meshes(entry, "Varvarigos & Bertsekas 1994, section 2");
    entry.idea =
        "Every message goes around the ring both ways at once, about half of the nodes each way, "
        "and what comes to a node goes on in the next slot. So nodes hear from both sides at once.";
    entry.rule = "ring_mnb_whole";
    entry.networks = "ring";
    entry.uses_links_alike = true;
    entry.time = "floor(p/2)";
    entry.inapplicable_reason = [](const network& net) {
        const std::string mismatch = ring_mismatch(net);
        return mismatch.empty() ? line_mismatch(net) : mismatch;
    };
    entry.phases = [](const problem& input) {
        return std::vector{synchronous_phase("broadcast", grid_of(input).diameter())};
    };
    entry.transmissions = multinode_hops;
    entry.program = mesh_programs::on_any([](auto& self, const node_input& input) {
        return multinode_both_ways(self, input.messages);
    });
}

void describe(standard_name<"simultaneous-broadcast/packing"> /*name*/, algorithm& entry) {
    describe_whole(
        entry,
        {
            .rule = "pmnb_nosplit",
            .idea = "Prefix sums deal the messages out to d classes and rank them in each. A class "
                    "moves its messages to the nodes of their ranks and on along all dimensions, "
                    "beginning with one of its own, so that none collide.",
            .time = "4d(p-1)t_p + d(p-1) + q * sum of ceil(ceil(M/d)/p^k); q = p-1, on a torus "
                    "floor(p/2)",
        });
}

void describe(standard_name<"simultaneous-broadcast/packing-alternating"> /*name*/,
              algorithm& entry) {
    describe_whole(entry,
                   {.rule = "pmnb_nosplit_alt",
                    .idea = "Like packing; but where rings have an even number of nodes, and one "
                            "way around is a link longer, the directions take the longer way by "
                            "turns and do not wait for each other.",
                    .time = "4d(p-1)t_p + d(p-1) + sum of ceil(ceil(ceil(M/d)/p^k)(p-1)/2)",
                    .alternates = true});
}

void describe(standard_name<"multinode-broadcast/classes"> /*name*/, algorithm& entry) {
    describe_whole(
        entry,
        {.rule = "mnb_nosplit, mnb_nosplit_alt",
         .idea = "Messages go whole, in d classes. Each class moves to the first nodes in an order "
                 "of its own and then along one dimension after the other, beginning with its own "
                 "dimension, so that none collide.",
         .time = "d(p-1) + q * sum of ceil(ceil(p^d/d)/p^k); q = p-1, on a torus floor(p/2)",
         .is_partial = false});
    entry.parameters = {{.name = "alternate",
                         .default_value = false,
                         .meaning = "on a torus with even sides, the longer way alternates",
                         .range = boolean_range{}}};
}

}  // namespace tutti
