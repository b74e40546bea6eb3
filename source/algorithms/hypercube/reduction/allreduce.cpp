/// @file
/// Reductions on the hypercube whose results are at all nodes, or divided among them.

#include <bit>

#include "algorithms/hypercube/cube_entry.hpp"
#include "algorithms/reduction_entry.hpp"
#include "topology/trees/edge_trees.hpp"

namespace tutti {
namespace {

std::uint64_t cube_dimensions(const setting& setting) { return links_a_node(cube_of(setting)); }

// Value c of a batch begins with dimension c: in no slot do two of the d values take the same.
//
// Two values on the 2-cube; 0a is number 0 of node 0, 0ab that combined with the one of node 1:
//
//     slot 1   0-0a->1   0-1a->2   1-0b->0   1-1b->3   2-0c->3   2-1c->0   3-0d->2   3-1d->1
//     slot 2   0-1ac->1  0-0ab->2  1-1bd->0  1-0ab->3  2-1ac->3  2-0cd->0  3-1bd->2  3-0cd->1
//
// With one value a batch they come one after the other:
//
//     slot 1   0-0a->1   1-0b->0   2-0c->3   3-0d->2
//     slot 2   0-0ab->2  1-0ab->3  2-0cd->0  3-0cd->1
//     slot 3   0-1a->1   1-1b->0   2-1c->3   3-1d->2
//     slot 4   0-1ab->2  1-1ab->3  2-1cd->0  3-1cd->1
//
// Time: exactly d ceil(m/d) slots. Time, one by one: exactly d m slots.
schedule exchange_in_batches(int d, std::uint64_t batch) {
    return [d, batch](const schedule_step& now, const schedule_row& send) {
        auto through = static_cast<port>(now.at);
        for (std::uint64_t c = 0; c < batch; ++c) {
            send(through, c);
            through = through + 1 < d ? through + 1 : 0;
        }
    };
}

// The destination number `low`, from 0, of those that agree with `node` above dimension k, where
// they have its bit or the other one.
node_id destination(node_id node, int k, node_id low) {
    const node_id below = (node_id{1} << k) - 1;
    return (node & ~below) | low;
}

// Stage k halves what a node has left: it sends away what belongs to the other half of its subcube
// of k+1 dimensions, 2^k values, from the highest stage to the lowest. The other way round the same
// values come back.
//
// Four values on the 2-cube, number i for node i; 0* is the result of number 0. Reduce-scatter ends
// with slot 3:
//
//     slot 1   0-2a->2   1-2b->3   2-0c->0   3-0d->1
//     slot 2   0-3a->2   1-3b->3   2-1c->0   3-1d->1
//     slot 3   0-1ac->1  1-0bd->0  2-3ac->3  3-2bd->2
//     slot 4   0-0*->1   1-1*->0   2-2*->3   3-3*->2
//     slot 5   0-0*->2   1-0*->3   2-2*->0   3-2*->1
//     slot 6   0-1*->2   1-1*->3   2-3*->0   3-3*->1
//
// Time of the reduce-scatter: exactly (2^d-1) m/N slots. Time, with results: exactly 2(2^d-1)
// ceil(m/N) slots.
schedule halves(const setting& setting) {
    return [last = (node_id{1} << cube_of(setting).dimensions()) - 1](const schedule_step& now,
                                                                      const schedule_row& send) {
        const bool gathers = now.part > 0;
        // Stage k takes those of 1 .. 2^d-1 whose highest bit is k.
        const auto at = static_cast<node_id>(now.at);
        const node_id place = gathers ? at + 1 : last - at;
        const int k = top_dimension(place);
        const node_id first = node_id{1} << k;
        send(k, gathers ? destination(now.node, k, place - first)
                        : destination(now.node ^ first, k, 2 * first - 1 - place));
    };
}

void describe_cube_reduction(algorithm& entry) {
    describe_reduction(entry);
    describe_for_cubes(entry);
}

// @param batch how many values at a time, each over all dimensions
void describe_cube_exchange(algorithm& entry, std::uint64_t (*batch)(const setting& setting)) {
    describe_cube_reduction(entry);
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        return packet_hops{value_count(problem) * cube_of(problem).link_count()};
    };
    run_by_schedule(
        entry,
        [batch](const setting& setting) {
            const slot d = cube_of(setting).dimensions();
            return plan_of(setting, {{.end = "exchange", .slots = d}}, batch(setting));
        },
        [batch](const setting& setting) {
            return exchange_in_batches(cube_of(setting).dimensions(), batch(setting));
        });
}

void describe_halving(algorithm& entry) {
    describe_cube_reduction(entry);
    entry.ports = {port_model::single_port_full_duplex};
    run_halves_by_schedule(entry, slots_of_other_nodes, halves);
}

std::string edge_trees_mismatch(const network& net) {
    const std::string text = cube_mismatch(net);
    return text.empty() ? edge_tree_mismatch(network_as<hypercube>(net)) : text;
}

reduction_schedule edge_tree_plan(const setting& setting) {
    const slot q = slots_for_others(cube_of(setting));
    return plan_of(
        setting,
        {{.end = "reduce", .slots = q}, {.end = "broadcast", .slots = q - 1, .copies = true}},
        node_count(setting.network));
}

// Number i is reduced over tree i: its two halves first, each towards
// its end of the link from which the tree grows; then over that link, both ways; and back the same
// way.
//
// Number 0 on the 3-cube, whose tree grows from the link between nodes 0 and 1; node 0 has the
// value a, node 1 b, .., and * is the result:
//
//     slot 1   5-f->4      6-g->4      7-h->3
//     slot 2   2-c->0      3-dh->1     4-efg->0
//     slot 3   0-acefg->1  1-bdh->0
//     slot 4   0-*->2      0-*->4      1-*->3
//     slot 5   3-*->7      4-*->5      4-*->6
//
// Time: exactly (2 ceil((2^d-1)/d) - 1) ceil(m/N) slots.
schedule edge_tree_schedule(const setting& setting) {
    const hypercube& cube = cube_of(setting);
    return [group = gray_group{cube}, tree = edge_tree{cube}](const schedule_step& now,
                                                              const schedule_row& send) {
        const auto at = static_cast<std::size_t>(now.at);
        const node_id self = group.element(now.node);
        // The number in whose tree the node has the place that `element` has in tree 0.
        const auto send_over = [&](node_id generator, node_id element) {
            send(group.dimension(self, generator), group.difference(self, element));
        };
        if (now.part > 0) {
            // Over (u, v), v = u + g, goes the number i with u + i = self.
            for (const auto& [v, g] : tree.links(at)) {
                send_over(g, group.difference(v, g));
            }
        } else if (at < tree.steps()) {
            // The same link from v to u, with v + i = self.
            for (const auto& [v, g] : tree.links(tree.steps() - 1 - at)) {
                send_over(group.negative(g), v);
            }
        } else {
            constexpr node_id first = gray_group::first_generator;
            send_over(first, 0);
            send_over(group.negative(first), first);
        }
    };
}

}  // namespace

void describe(standard_name<"allreduce/dimension-exchange"> /*name*/, algorithm& entry) {
    describe_cube_exchange(entry, cube_dimensions);
    entry.rule = "ar.dx";
    entry.source = "the exchange of Stamoulis & Tsitsiklis 1991, 3.1, for d values at a time";
    entry.idea =
        "Over one dimension after the other, neighbours exchange and combine what they have, so "
        "that after all dimensions each has everything. Of d values at a time, each crosses "
        "another dimension in a slot.";
    entry.time = "d ceil(m/d)";
}

void describe(standard_name<"allreduce/doubling"> /*name*/, algorithm& entry) {
    describe_cube_exchange(entry, [](const setting& /*setting*/) { return std::uint64_t{1}; });
    entry.rule = "sla.ar.doubling";
    entry.source = "the same exchange, for one value at a time";
    entry.idea =
        "For one value after the other: over one dimension after the other, neighbours exchange "
        "and combine what they have. The number of nodes whose values are in it doubles in every "
        "slot.";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "d m";
}

void describe(standard_name<"reduce-scatter/halving"> /*name*/, algorithm& entry) {
    describe_halving(entry);
    entry.rule = "sla.rs.halving";
    entry.source = "recursive halving; in the papers the other way round";
    entry.idea =
        "Over one dimension after the other, neighbours send each other what belongs to the "
        "other's side, and combine what comes with what they keep. What a node has halves, until "
        "its own results are left.";
    entry.time = "(2^d-1) m/N";
}

void describe(standard_name<"allreduce/halving"> /*name*/, algorithm& entry) {
    describe_halving(entry);
    entry.rule = "sla.ar.halving";
    entry.source = "recursive halving, and back";
    entry.idea =
        "Over one dimension after the other, neighbours send each other what belongs to the "
        "other's side, combined, until every node has its share of the results. The same way back "
        "takes them to all.";
    entry.time = "2(2^d-1) ceil(m/N)";
}

void describe(standard_name<"allreduce/edge-trees"> /*name*/, algorithm& entry) {
    describe_cube_reduction(entry);
    entry.rule = "ar.edge";
    entry.networks = "hypercube, d prime";
    entry.source = "not in the papers";
    entry.idea =
        "A value is combined towards both ends of a link instead of one node. In the middle slot "
        "the two ends exchange their halves, and both send the result back out, a slot less than "
        "reduce-scatter and allgather.";
    entry.time = "(2 ceil((2^d-1)/d) - 1) ceil(m/N)";
    entry.inapplicable_reason = edge_trees_mismatch;
    run_by_schedule(entry, edge_tree_plan, edge_tree_schedule);
}

}  // namespace tutti
