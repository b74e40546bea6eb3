/// @file
/// Reductions to a root of the hypercube.

#include <bit>
#include <utility>

#include <fmt/format.h>

#include "algorithms/hypercube/cube_entry.hpp"
#include "algorithms/reduction_entry.hpp"
#include "topology/trees/disjoint_trees.hpp"
#include "topology/trees/rotations.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// Over the binomial tree, each node in the one slot that `slot_of` gives for d and the node, seen
// from the root.
schedule_factory over_binomial_tree(slot (*slot_of)(int d, node_id relative)) {
    return [slot_of](const setting& setting) -> schedule {
        return [slot_of, d = cube_of(setting).dimensions()](const schedule_step& now,
                                                            const schedule_row& send) {
            const node_id w = now.node ^ now.root;
            if (w != 0 && now.at == slot_of(d, w)) {
                send(top_dimension(w), 0);
            }
        };
    };
}

// A node hears over all its lower dimensions before it sends over its highest: those at distance u
// send in the u-th slot from the end. The broadcast of one message, backwards.
//
// Root 0 on the 3-cube; node 0 has the value a, node 1 b, .., and dh is d combined with h:
//
//     slot 1   7-h->3
//     slot 2   3-dh->1    5-f->1     6-g->2
//     slot 3   1-bdfh->0  2-cg->0    4-e->0
//
// Time: exactly d slots.
slot slot_by_distance(int d, node_id relative) { return d - std::popcount(relative); }

// The same over one dimension a slot, from the highest down: a node has one port.
//
// Root 0 on the 3-cube, as above:
//
//     slot 1   4-e->0     5-f->1     6-g->2     7-h->3
//     slot 2   2-cg->0    3-dh->1
//     slot 3   1-bdfh->0
slot slot_by_dimension(int d, node_id relative) { return d - 1 - top_dimension(relative); }

// Value r crosses the dimensions in the order in which the ranked broadcast of rank r does, from
// the last, u = d, to the first: those nodes send that have a one there and none in the dimensions
// that were crossed before.
//
// Two values on the 2-cube; 0a is number 0 of node 0, and 0bd that of node 1 combined with that of
// node 3:
//
//     slot 1   1-1b->0   2-0c->0   3-1d->2   3-0d->1
//     slot 2   1-0bd->0  2-1cd->0
schedule reduce_by_rank(const setting& setting) {
    return [d = cube_of(setting).dimensions()](const schedule_step& now, const schedule_row& send) {
        // The root waits on if something got lost.
        for (int r = 0; r < d && now.at < d; ++r) {
            if (std::bit_width(rotated(now.node ^ now.root, d - r, d)) == d - now.at) {
                send(remainder_of(r + d - now.at - 1, d), static_cast<std::uint64_t>(r));
            }
        }
    };
}

// Number i = k*d + j goes up the disjoint tree j, one number a slot behind the other. All trees end
// at the root, which is next to the root of each.
//
// Four values on the 2-cube; numbers 0 and 2 go up one tree, 2->3->1->0, and numbers 1 and 3 up the
// other, 1->3->2->0:
//
//     slot 1   1-1b->3    2-0c->3
//     slot 2   1-3b->3    2-2c->3    3-1bd->2   3-0cd->1
//     slot 3   1-0bcd->0  2-1bcd->0  3-3bd->2   3-2cd->1
//     slot 4   1-2bcd->0  2-3bcd->0
//
// Time: exactly ceil(m/d) + d; m for d = 1.
schedule reduce_over_trees(const setting& setting) {
    return [trees = disjoint_trees{cube_of(setting)}](const schedule_step& now,
                                                      const schedule_row& send) {
        const int d = trees.count();
        const node_id w = now.node ^ now.root;
        for (int j = 0; w != 0 && j < d; ++j) {
            const node_id top = disjoint_trees::root(j);
            const slot k = d == 1 ? now.at : now.at - d + std::popcount(w ^ top);
            if (k >= 0) {
                send(w == top ? j : trees.parent(w, j), static_cast<std::uint64_t>(k * d + j));
            }
        }
    };
}

slot slots_over_trees(const problem& problem) {
    const slot d = slots_of_dimensions(problem);
    const slot steps = rational{value_count(problem), d}.ceil();
    return d == 1 ? steps : steps + d;
}

std::string ranked_reduce_mismatch(const problem& problem) {
    const int d = cube_of(problem).dimensions();
    return std::cmp_less_equal(value_count(problem), d)
               ? std::string{}
               : fmt::format(
                     "takes at most {} values, one for each dimension, not {}; "
                     "disjoint-trees takes any number",
                     d, value_count(problem));
}

void describe_cube_reduce(algorithm& entry, std::string time) {
    describe_reduction(entry);
    describe_for_cubes(entry);
    entry.time = std::move(time);
}

}  // namespace

void describe(standard_name<"reduce/binomial"> /*name*/, algorithm& entry) {
    describe_cube_reduce(entry, "d");
    entry.rule = "red.bin";
    entry.source = "the broadcast of Stamoulis & Tsitsiklis 1991, 3.3, backwards";
    entry.idea =
        "The binomial broadcast backwards in time: the farthest node begins, and a node combines "
        "what its children send with its own value and sends it on. After one slot for each "
        "dimension the root has it all.";
    entry.inapplicable_input_reason = [](const problem& problem) {
        const std::string mismatch = single_value_mismatch(problem);
        return mismatch.empty() ? mismatch : mismatch + "; disjoint-trees takes any number";
    };
    reduce_in(entry, slots_of_dimensions, over_binomial_tree(slot_by_distance));
}

void describe(standard_name<"reduce/ranked"> /*name*/, algorithm& entry) {
    describe_cube_reduce(entry, "d");
    entry.rule = "red.rank";
    entry.source = "the ranked broadcasts of Stamoulis & Tsitsiklis 1991, 3.3, backwards";
    entry.idea =
        "The ranked broadcasts backwards in time: each value comes to the root over the dimensions "
        "in turn, beginning where its number says. So no two values cross the same dimension in a "
        "slot.";
    entry.inapplicable_input_reason = ranked_reduce_mismatch;
    reduce_in(entry, slots_of_dimensions, reduce_by_rank);
}

void describe(standard_name<"reduce/disjoint-trees"> /*name*/, algorithm& entry) {
    describe_cube_reduce(entry, "ceil(m/d) + d; m for d = 1");
    entry.rule = "red.trees";
    entry.source = "over the trees of Stamoulis & Tsitsiklis 1991, 2.1.3, backwards";
    entry.idea =
        "Values take turns among d trees that share no link, and are combined at every node on the "
        "way up, one a slot in each tree. So d values at a time come in at the root.";
    reduce_in(entry, slots_over_trees, reduce_over_trees);
}

void describe(standard_name<"reduce/single-port"> /*name*/, algorithm& entry) {
    describe_cube_reduce(entry, "d");
    entry.rule = "sla.reduce";
    entry.source = "over the binomial tree, one dimension after the other";
    entry.idea =
        "Over the highest dimension half of the nodes send their values to the other half, which "
        "combines them with its own; then half of those over the next, and so on, until all is at "
        "the root.";
    entry.ports = {port_model::single_port_full_duplex};
    entry.inapplicable_input_reason = single_value_mismatch;
    reduce_in(entry, slots_of_dimensions, over_binomial_tree(slot_by_dimension));
}

}  // namespace tutti
