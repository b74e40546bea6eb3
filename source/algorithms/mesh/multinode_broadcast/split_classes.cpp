/// @file
/// Multinode broadcast, partial or of all nodes, of messages that are cut for several classes.
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/mesh/class_order.hpp"
#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/mesh/reduction/mesh_prefix.hpp"
#include "algorithms/mesh/routing/mesh_packing.hpp"
#include "line_rounds.hpp"
#include "tutti/catalog/any_program.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

/// M nodes' messages to every node, each cut in as many pieces as there are classes: a prefix sum
/// ranks them in the order of each class, each class packs its pieces at the first nodes of its
/// order, and broadcasts them along one dimension after the other. With d classes all dimensions
/// are busy; one class is the simple algorithm A_0.
///
/// Messages b and c of nodes 1 and 2 on the 2 x 2 array with rows 0 1 and 2 3, each in two pieces,
/// as b0 and b1; + is a sum. Ranks are known after slot 4, and pieces packed after slot 6:
///
///     slot 1   0-+->1   0-+->2   1-+->3   2-+->3
///     slot 2   1-+->3   2-+->3
///     slot 3   3-+->2   3-+->1
///     slot 4   1-+->0   2-+->0   3-+->2   3-+->1
///     slot 5   1-b0->0  1-b1->3  2-c0->3  2-c1->0
///     slot 6   3-b1->2  3-c0->1
///     slot 7   0-c1->1  0-b0->2  1-c0->3  2-b1->3
///     slot 8   0-b0->1  0-c1->2  1-c0->0  1-c1->3  2-b0->3  2-b1->0  3-c0->2  3-b1->1
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorem 6 (d classes), section 3 (one).
/// All nodes mark "rank" (steps of length t_p), "pack" (1/classes) and "broadcast" (1/classes on an
/// array, half of it on a torus). Time, with d classes: exactly 2d(p-1)t_p + p-1 + (p-1)/(g*d) *
/// sum of ceil(M/p^k); g = 1, on a torus 2. Time, with one: exactly 2d(p-1)t_p + d(p-1) + (p-1)/g *
/// sum of ceil(M/p^k); g = 1, on a torus 2. Ports: all.
/// @param classes 1 or d
/// @return M, in the slot in which it is over
template <mesh_node Node>
task<std::uint64_t> partial_multinode_broadcast(Node& self, initial_messages messages,
                                                int classes) {
    const std::uint32_t own = messages.empty() ? 0 : 1;
    const std::vector<place_in_class> places =
        co_await prefixes_of_classes(self, indexed_vector<int, std::uint32_t>{classes, own});
    self.mark("rank");
    auto packed = co_await pack_classes(self, cut_for_classes(messages, places));
    co_await broadcast_classes(self, std::move(packed), split_mode(self.network()),
                               places[0].total);
    co_return places[0].total;
}

/// Every node's message to every node in the same way: ranks are known, and every piece is where
/// its packing would bring it.
///
/// On the 2 x 2 array with rows 0 1 and 2 3, two pieces of the messages a to d:
///
///     slot 1   0-a1->1  0-a0->2  1-b1->0  1-b0->3  2-c1->3  2-c0->0  3-d1->2  3-d0->1
///     slot 2   0-a0->1  0-a1->2  1-b0->0  1-a1->3  2-a0->3  2-c1->0  3-b0->2  3-c1->1
///     slot 3   0-c0->1  0-b1->2  1-d0->0  1-b1->3  2-c0->3  2-d1->0  3-d0->2  3-d1->1
///
/// Whole messages in one class, along columns and then along rows:
///
///     slot 1   0-a->2  1-b->3  2-c->0  3-d->1
///     slot 2   0-a->1  1-b->0  2-a->3  3-b->2
///     slot 3   0-c->1  1-d->0  2-c->3  3-d->2
///
/// Varvarigos and Bertsekas, partial multinode broadcast, after theorem 6. All nodes mark
/// "broadcast". Time, with d classes: exactly (p^d-1)/(g*d); g = 1, on a torus 2; it is optimal.
/// Time, with one: exactly (p^d-1)/g; g = 1, on a torus 2.
template <mesh_node Node>
task<> multinode_broadcast_by_pieces(Node& self, initial_messages messages, int classes) {
    indexed_vector<int, place_in_class> places{classes};
    for (int c = 0; c < classes; ++c) {
        places[c].rank = class_order{self.network(), c}.place(self.id());
    }
    co_await broadcast_classes(self, cut_for_classes(messages, places), split_mode(self.network()),
                               self.network().node_count());
}

namespace {

/// Variant of the four.
struct split_variant {
    const char* rule;
    const char* idea;
    const char* time;
    bool is_cut = true;      // into a piece for each of d classes, else whole in one class
    bool is_partial = true;  // any nodes broadcast, else all do

    [[nodiscard]] int classes(const grid& shape) const { return is_cut ? shape.dimensions() : 1; }
    // Halves of pieces go both ways around a ring.
    [[nodiscard]] int parts(const grid& shape) const {
        return classes(shape) * links_a_dimension(shape);
    }
};

std::vector<phase> split_phases(const split_variant& variant, const problem& problem) {
    const grid& shape = grid_of(problem);
    const slot steps = line_rounds_steps(shape, split_mode(shape), problem.message_count());
    std::vector<phase> phases;
    if (variant.is_partial) {
        phases.push_back(prefix_phase(problem, "rank", mesh_prefix::steps(shape)));
        phases.push_back(
            synchronous_phase("pack", sweep_slots(shape), {1, variant.classes(shape)}));
    }
    phases.push_back(synchronous_phase("broadcast", steps, {1, variant.parts(shape)}));
    return phases;
}

std::optional<packet_hops> split_hops(const split_variant& variant, const problem& problem) {
    const grid& shape = grid_of(problem);
    const std::uint64_t others = shape.node_count() - 1;
    const auto classes = static_cast<std::uint64_t>(variant.classes(shape));
    const packet_hops broadcast{
        static_cast<std::uint64_t>(variant.parts(shape)) * problem.message_count() * others,
        variant.is_partial ? 2 * classes * others : 0};
    return variant.is_partial ? with_packing(broadcast, problem, classes, 1) : broadcast;
}

void describe_split(algorithm& entry, const split_variant& variant) {
    describe_for_meshes(entry, "Varvarigos & Bertsekas 1994");
    entry.idea = variant.idea;
    entry.rule = variant.rule;
    entry.time = variant.time;
    entry.returns_message_count = variant.is_partial;
    entry.uses_links_alike = !variant.is_partial;
    entry.phases = [variant](const problem& input) { return split_phases(variant, input); };
    entry.transmissions = [variant](const problem& input) { return split_hops(variant, input); };
    entry.program = mesh_programs::on_any([variant](auto& self, node_input input) {
        return multinode_broadcast_by_pieces(self, std::move(input.messages),
                                             variant.classes(self.network()));
    });
    if (variant.is_partial) {
        entry.parameters = {prefix_step_parameter()};
        entry.limits = one_per_node;
        entry.program = mesh_programs::on_any([variant](auto& self, node_input input) {
            return partial_multinode_broadcast(self, std::move(input.messages),
                                               variant.classes(self.network()));
        });
    }
}

}  // namespace

void describe(standard_name<"simultaneous-broadcast/split-packing"> /*name*/, algorithm& entry) {
    describe_split(
        entry,
        {.rule = "pmnb_split",
         .idea = "Messages are cut into d pieces, which prefix sums rank and which move to the "
                 "nodes of their ranks, then go along one dimension after the other. Each piece "
                 "begins with another dimension, so that none collide.",
         .time = "2d(p-1)t_p + p-1 + (p-1)/(g*d) * sum of ceil(M/p^k); g = 1, on a torus 2"});
}

void describe(standard_name<"simultaneous-broadcast/one-dimension"> /*name*/, algorithm& entry) {
    describe_split(
        entry,
        {.rule = "pmnb_A0",
         .idea = "A prefix sum ranks the messages, which move to the nodes of their ranks and are "
                 "then broadcast along one dimension after the other. Simple, but only the links "
                 "of one dimension work at a time.",
         .time = "2d(p-1)t_p + d(p-1) + (p-1)/g * sum of ceil(M/p^k); g = 1, on a torus 2",
         .is_cut = false});
}

void describe(standard_name<"multinode-broadcast/split-classes"> /*name*/, algorithm& entry) {
    describe_split(
        entry,
        {.rule = "mnb_split",
         .idea = "Every message is cut into d pieces, which go along one dimension after the "
                 "other, each beginning with another one. They never collide, and a corner, on a "
                 "torus any node, hears over all links in all steps.",
         .time = "(p^d-1)/(g*d); g = 1, on a torus 2",
         .is_partial = false});
}

void describe(standard_name<"multinode-broadcast/one-dimension"> /*name*/, algorithm& entry) {
    describe_split(
        entry,
        {.rule = "mnb_A0",
         .idea = "Along one dimension after the other, every node broadcasts to its line all that "
                 "it has by then. Simple, but only the links of one dimension work at a time.",
         .time = "(p^d-1)/g; g = 1, on a torus 2",
         .is_cut = false,
         .is_partial = false});
}

}  // namespace tutti
