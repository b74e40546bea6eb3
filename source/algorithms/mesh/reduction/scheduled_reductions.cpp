/// @file
/// Reductions on arrays and tori by multinode broadcasts backwards in time.
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/mesh/class_order.hpp"
#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/mesh/multinode_broadcast/quarter_turns.hpp"
#include "algorithms/reduction_entry.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/node/folded.hpp"
#include "util/counts.hpp"

namespace tutti {

/// `fold_by_schedule` on the torus that is folded onto an array.
template <node_of<grid> Node>
task<> folded_reduction(Node& self, initial_messages messages, const reduction_rules& rules,
                        const reduction_schedule& plan, const fold& folding,
                        const schedule& sends) {
    folded<Node> on_torus{self, folding};
    co_await fold_by_schedule(on_torus, std::move(messages), rules, plan, sends);
    co_await on_torus.retire();
}

namespace {

/// Schedule of the torus: in the reduce-scatter every packet of the multinode
/// broadcast returns on the path that it takes in the allgather, in the reverse order.
///
/// Number 0, whose destination is node 0, on the 3 x 3 torus with rows 0 1 2, 3 4 5 and 6 7 8; node
/// 0 has the value a, node 1 b, .., and * is the result:
///
///     slot 1   4-e->3   5-f->2   7-h->1   8-i->6
///     slot 2   1-bh->0  2-cf->0  3-de->0  6-gi->0
///     slot 3   0-*->2   0-*->1   0-*->6   0-*->3
///     slot 4   1-*->7   2-*->5   3-*->4   6-*->8
///
/// Time of the reduce-scatter: exactly ceil((p^2-1)/4) m/N on a torus, twice that on an array.
/// Time, with results: exactly 2 ceil((p^2-1)/4) ceil(m/N) on a torus, twice that on an array.
/// @param folding of the torus; empty where it is not folded. The results that a node of the array
///   keeps have its own number, and not that which it has on the torus
schedule quarter_turns_schedule(const grid& torus, std::optional<fold> folding = {}) {
    return [turns = quarter_turns{torus.side(0)}, torus, folding = std::move(folding)](
               const schedule_step& now, const schedule_row& send) {
        const int side = torus.side(0);
        const torus_offset here{.x = torus.digit(now.node, 0), .y = torus.digit(now.node, 1)};
        // The number of the node from which this one is at `offset`.
        const auto number_at = [&](torus_offset offset) {
            const int x = ((here.x - offset.x) % side + side) % side;
            const int y = ((here.y - offset.y) % side + side) % side;
            const auto node = static_cast<node_id>(x + side * y);
            return folding ? folding->position(node) : node;
        };
        const auto at = static_cast<std::size_t>(now.at);
        const bool gathers = now.part > 0;
        for (const auto& hop : turns.hops(gathers ? at : turns.slots() - 1 - at)) {
            send(gathers ? hop.through : hop.through ^ 1,
                 number_at(gathers ? hop.source : hop.target));
        }
    };
}

// Theorem 1, for each half; a slot of the torus takes `length` slots.
reduction_schedule turned_plan(const setting& setting, bool gathers, slot length = 1) {
    const std::uint64_t nodes = node_count(setting.network);
    return plan_of_halves(setting, gathers, length * rational{nodes - 1, 4}.ceil(), nodes);
}

any_program turned_program(const setting& setting, bool gathers) {
    const fold folding{grid_of(setting)};
    return programs<grid, short_packet>::on(
        [plan = turned_plan(setting, gathers), folding,
         sends = quarter_turns_schedule(folding.torus(), folding)](auto& self, node_input input,
                                                                   const reduction_rules& rules) {
            return folded_reduction(self, std::move(input.messages), rules, plan, folding, sends);
        },
        rules_of_reduction)(setting);
}

// Folded, a link of the torus is two of the array, but for those between the ends of lines: of p
// links of a line p-2 count twice.
std::optional<packet_hops> hops_of_turns(const problem& problem, std::uint64_t halves) {
    const std::uint64_t nodes = node_count(problem.network);
    const std::uint64_t on_torus = halves * value_count(problem) * (nodes - 1);
    if (is_on_torus(problem)) {
        return packet_hops{on_torus};
    }
    if (value_count(problem) % nodes != 0) {
        return std::nullopt;  // not all links are used alike
    }
    const std::uint64_t p = grid_of(problem).nodes_along(0);
    return packet_hops{on_torus / p * 2 * (p - 1)};
}

void describe_quarter_turns(algorithm& entry) {
    describe_reduction(entry);
    const bool gathers = is_allreduce(entry);
    entry.networks = "torus, array, 2-D";
    entry.source = "Varvarigos & Bertsekas 1994, theorem 1, backwards";
    entry.inapplicable_reason = [](const network& net) {
        const std::string text = square_mismatch(net);
        return text.empty() && network_as<grid>(net).side(0) < 3 ? "needs sides of 3 or more"
                                                                 : text;
    };
    run_by_schedule(
        entry, [gathers](const setting& context) { return turned_plan(context, gathers); },
        [](const setting& context) { return quarter_turns_schedule(grid_of(context)); });
    entry.program = [gathers, on_torus = entry.program](const setting& context) {
        return is_on_torus(context) ? on_torus(context) : turned_program(context, gathers);
    };
    entry.phases = [gathers](const problem& input) {
        return phases_of(turned_plan(input, gathers, is_on_torus(input) ? 1 : 2));
    };
    entry.transmissions = [halves = gathers ? 2U : 1U](const problem& input) {
        return hops_of_turns(input, halves);
    };
}

// gamma: a class has one value for each destination on an array, two on a torus, for each way one.
std::uint64_t values_in_round(const grid& shape) {
    return static_cast<std::uint64_t>(links_a_dimension(shape) * shape.dimensions()) *
           shape.node_count();
}

// Slot of a part: virtual dimension v, subround g, and the distance of the destinations upwards.
struct class_slot {
    int v = 0;
    slot g = 0;
    int ahead = 0;
};

// The stages take p^(d-1) (p-1), .., p-1 slots.
class_slot class_slot_at(const grid& shape, const schedule_step& now) {
    const int p = shape.side(0);
    const auto nodes = slots_for(shape.node_count());
    const bool gathers = now.part > 0;
    slot at = gathers ? nodes - 2 - now.at : now.at;
    int v = 0;
    for (slot stage = nodes / p * (p - 1); at >= stage; stage /= p) {
        at -= stage;
        ++v;
    }
    const int turn = remainder_of(at, p - 1);
    return {.v = v, .g = at / (p - 1), .ahead = gathers ? turn + 2 - p : p - 1 - turn};
}

// Sends one way for class c, but not beyond the end of a line.
void send_of_class(const grid& shape, node_id self, const class_slot& now, int c, bool is_up,
                   const schedule_row& send) {
    const class_order order{shape, c};
    const int p = shape.side(0);
    const bool wraps = shape.edge() == grid_edge::closed;
    const port through = is_up ? order.up(now.v) : order.down(now.v);
    const int digit = order.digit(self, now.v) + (is_up ? now.ahead : -now.ahead);
    if (!shape.has_port(self, through) || (!wraps && (digit < 0 || digit >= p))) {
        return;
    }
    // With this node's virtual digits below v, then `digit`, then those of g.
    const auto line = static_cast<node_id>((digit % p + p) % p + p * now.g);
    const node_id stride = shape.stride(now.v);
    const auto piece = static_cast<std::uint64_t>(is_up || !wraps ? c : c + shape.dimensions());
    send(through,
         piece * shape.node_count() + order.node(order.place(self) % stride + stride * line));
}

/// Schedule for all classes of values: in stage v along virtual dimension v of the class, in
/// each of its p^(d-1-v) subrounds the values for the nodes of the line whose further digits are
/// the subround's. An allgather is the same backwards in time.
///
/// Four values on the 2 x 2 array with rows 0 1 and 2 3, number i for node i; 0a is number 0 of
/// node 0, and 0* the result. With four values the second class is idle:
///
///     slot 1   0-1a->1   1-0b->0   2-1c->3   3-0d->2
///     slot 2   0-3a->1   1-2b->0   2-3c->3   3-2d->2
///     slot 3   0-2ab->2  1-3ab->3  2-0cd->0  3-1cd->1
///     slot 4   0-0*->2   1-1*->3   2-2*->0   3-3*->1
///     slot 5   0-2*->1   1-3*->0   2-2*->3   3-3*->2
///     slot 6   0-0*->1   1-1*->0   2-0*->3   3-1*->2
///
/// Time of the reduce-scatter: exactly (N-1) ceil(m/(g d N)), g = 1 on an array, 2 on a torus.
/// Time, with results: exactly 2(N-1) ceil(m/(g d N)), g = 1 on an array, 2 on a torus.
schedule class_schedule(const setting& setting) {
    return [shape = grid_of(setting)](const schedule_step& now, const schedule_row& send) {
        const class_slot at = class_slot_at(shape, now);
        for (int c = 0; c < shape.dimensions(); ++c) {
            send_of_class(shape, now.node, at, c, true, send);
            send_of_class(shape, now.node, at, c, false, send);
        }
    };
}

void describe_split_reduction(algorithm& entry) {
    describe_reduction(entry);
    entry.networks = "array, torus";
    entry.source = "Varvarigos & Bertsekas 1994, section 4, backwards";
    entry.inapplicable_reason = grid_mismatch;
    run_by_schedule(
        entry,
        [gathers = is_allreduce(entry)](const setting& setting) {
            const grid& shape = grid_of(setting);
            return plan_of_halves(setting, gathers, slots_for(shape.node_count()) - 1,
                                  values_in_round(shape));
        },
        class_schedule);
}

}  // namespace

void describe(standard_name<"reduce-scatter/quarter-turns"> /*name*/, algorithm& entry) {
    describe_quarter_turns(entry);
    entry.rule = "rs.quarter";
    entry.idea =
        "The multinode broadcast by quarter-turns backwards in time: what is for a node comes in "
        "from four sides, combined at every node on the way. An array runs it on a folded torus, "
        "two slots for one.";
    entry.time = "ceil((p^2-1)/4) m/N on a torus, twice that on an array";
}

void describe(standard_name<"allreduce/quarter-turns"> /*name*/, algorithm& entry) {
    describe_quarter_turns(entry);
    entry.rule = "ar.quarter";
    entry.idea =
        "First what belongs to a node comes in from four sides, combined on the way: the multinode "
        "broadcast by quarter-turns backwards in time. Then that broadcast takes the results to "
        "all.";
    entry.time = "2 ceil((p^2-1)/4) ceil(m/N) on a torus, twice that on an array";
}

void describe(standard_name<"reduce-scatter/split-classes"> /*name*/, algorithm& entry) {
    describe_split_reduction(entry);
    entry.rule = "rs.split";
    entry.idea =
        "The multinode broadcast by split-classes backwards in time, with values in place of "
        "pieces: they are combined along one dimension after the other, at any time along "
        "different ones, so that none collide.";
    entry.time = "(N-1) ceil(m/(g d N)), g = 1 on an array, 2 on a torus";
}

void describe(standard_name<"allreduce/split-classes"> /*name*/, algorithm& entry) {
    describe_split_reduction(entry);
    entry.rule = "ar.split";
    entry.idea =
        "Values are combined along one dimension after the other, different ones in different "
        "orders so that none collide. The same backwards in time takes every node's results to "
        "all.";
    entry.time = "2(N-1) ceil(m/(g d N)), g = 1 on an array, 2 on a torus";
}

}  // namespace tutti
