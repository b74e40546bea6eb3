#include <bit>

#include "algorithms/reduction_entry.hpp"
#include "tutti/catalog/cube_theory.hpp"

namespace tutti {
namespace {

std::uint64_t cube_dimensions(const setting& setting) {
    return static_cast<std::uint64_t>(cube_of(setting).dimensions());
}

// A number of values at a time, each over all dimensions.
reduction_schedule exchange_plan(const setting& setting, std::uint64_t values) {
    return plan_of(setting, {{.end = "exchange", .slots = cube_of(setting).dimensions()}}, values);
}

// Value c of a batch begins with dimension c: in no slot do two of the d values take the same.
//
// Two values on the 2-cube; 0a is number 0 of node 0, 0ab that combined with the one of node 1:
//
//     slot 1   0-0a->1   0-1a->2   1-0b->0   1-1b->3   2-0c->3   2-1c->0   3-0d->2   3-1d->1
//     slot 2   0-1ac->1  0-0ab->2  1-1bd->0  1-0ab->3  2-1ac->3  2-0cd->0  3-1bd->2  3-0cd->1
std::function<send_schedule(node_id)> batches(const setting& setting) {
    return [d = cube_of(setting).dimensions()](node_id /*node*/) -> send_schedule {
        return [d](const fold_step& now, std::vector<fold_send>& sends) {
            for (int c = 0; c < d; ++c) {
                sends.push_back({.through = static_cast<port>((c + now.at) % d),
                                 .number = now.round * static_cast<std::uint64_t>(d) +
                                           static_cast<std::uint64_t>(c)});
            }
        };
    };
}

// One value after the other, over one dimension after the other. Two values on the 2-cube, as
// above:
//
//     slot 1   0-0a->1   1-0b->0   2-0c->3   3-0d->2
//     slot 2   0-0ab->2  1-0ab->3  2-0cd->0  3-0cd->1
//     slot 3   0-1a->1   1-1b->0   2-1c->3   3-1d->2
//     slot 4   0-1ab->2  1-1ab->3  2-1cd->0  3-1cd->1
std::function<send_schedule(node_id)> one_by_one(const setting& /*setting*/) {
    return [](node_id /*node*/) -> send_schedule {
        return [](const fold_step& now, std::vector<fold_send>& sends) {
            sends.push_back({.through = static_cast<port>(now.at), .number = now.round});
        };
    };
}

// The destination number `low`, from 0, of those that agree with `node` above dimension k, where
// they have its bit or the other one.
node_id destination(node_id node, int k, std::uint64_t low) {
    const node_id below = (node_id{1} << k) - 1;
    return (node & ~below) | static_cast<node_id>(low);
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
std::function<send_schedule(node_id)> halves(const setting& setting) {
    return [n = cube_of(setting).node_count()](node_id node) -> send_schedule {
        return [n, node](const fold_step& now, std::vector<fold_send>& sends) {
            const auto at = static_cast<std::uint64_t>(now.at);
            const bool gathers = now.part > 0;
            // Stage k takes those of 1 .. 2^d-1 whose highest bit is k.
            const std::uint64_t place = gathers ? at + 1 : n - 1 - at;
            const int k = static_cast<int>(std::bit_width(place)) - 1;
            const std::uint64_t first = std::uint64_t{1} << k;
            const node_id to =
                gathers ? destination(node, k, place - first)
                        : destination(node ^ static_cast<node_id>(first), k, 2 * first - 1 - place);
            sends.push_back({.through = k, .number = now.round * n + to});
        };
    };
}

algorithm cube_reduction(std::string task, std::string name) {
    algorithm entry = reduction_entry(std::move(task), std::move(name));
    entry.networks = "hypercube";
    entry.inapplicable_reason = cube_mismatch;
    return entry;
}

// d N for each value.
std::optional<packet_hops> exchange_hops(const problem& problem) {
    return packet_hops{value_count(problem) * cube_dimensions(problem) *
                       node_count(problem.network)};
}

algorithm halving(std::string task) {
    algorithm entry = cube_reduction(std::move(task), "halving");
    entry.ports = {port_model::single_port_full_duplex};
    const bool gathers = is_allreduce(entry);
    run_by_schedule(
        entry,
        [gathers](const setting& setting) {
            const std::uint64_t nodes = node_count(setting.network);
            return plan_of_halves(setting, gathers, static_cast<slot>(nodes) - 1, nodes);
        },
        halves);
    return entry;
}

}  // namespace

algorithm describe(standard_name<"allreduce/dimension-exchange"> /*name*/) {
    algorithm entry = cube_reduction("allreduce", "dimension-exchange");
    entry.rule = "ar.dx";
    entry.source = "the exchange of Stamoulis & Tsitsiklis 1991, 3.1, for d values at a time";
    entry.idea =
        "Over one dimension after the other, neighbours exchange and combine what they have, so "
        "that after all dimensions each has everything. Of d values at a time, each crosses "
        "another dimension in a slot.";
    entry.time = "d ceil(m/d)";
    entry.transmissions = exchange_hops;
    run_by_schedule(
        entry,
        [](const setting& setting) { return exchange_plan(setting, cube_dimensions(setting)); },
        batches);
    return entry;
}

algorithm describe(standard_name<"allreduce/doubling"> /*name*/) {
    algorithm entry = cube_reduction("allreduce", "doubling");
    entry.rule = "sla.ar.doubling";
    entry.source = "the same exchange, for one value at a time";
    entry.idea =
        "For one value after the other: over one dimension after the other, neighbours exchange "
        "and combine what they have. The number of nodes whose values are in it doubles in every "
        "slot.";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "d m";
    entry.transmissions = exchange_hops;
    run_by_schedule(
        entry, [](const setting& setting) { return exchange_plan(setting, 1); }, one_by_one);
    return entry;
}

algorithm describe(standard_name<"reduce-scatter/halving"> /*name*/) {
    algorithm entry = halving("reduce-scatter");
    entry.rule = "sla.rs.halving";
    entry.source = "recursive halving; in the papers the other way round";
    entry.idea =
        "Over one dimension after the other, neighbours send each other what belongs to the "
        "other's side, and combine what comes with what they keep. What a node has halves, until "
        "its own results are left.";
    entry.time = "(2^d-1) m/N";
    return entry;
}

algorithm describe(standard_name<"allreduce/halving"> /*name*/) {
    algorithm entry = halving("allreduce");
    entry.rule = "sla.ar.halving";
    entry.source = "recursive halving, and back";
    entry.idea =
        "Over one dimension after the other, neighbours send each other what belongs to the "
        "other's side, combined, until every node has its share of the results. The same way back "
        "takes them to all.";
    entry.time = "2(2^d-1) ceil(m/N)";
    return entry;
}

}  // namespace tutti
