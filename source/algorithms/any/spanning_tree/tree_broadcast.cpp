/// @file
/// Multinode broadcasts over a spanning tree, with one port, and the reductions that run their
/// timetable backwards.
#include "tutti/catalog/tree_broadcast.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "algorithms/any/any_entry.hpp"
#include "algorithms/reduction_entry.hpp"
#include "algorithms/ring/one_port_entry.hpp"
#include "tree_schedule.hpp"

namespace tutti {

std::string tree_schedule_mismatch(const network& net) {
    const std::size_t nodes = node_count(net);
    return nodes > most_timetable_nodes ? fmt::format("has timetables for {} nodes at most, not {}",
                                                      most_timetable_nodes, nodes)
                                        : connectivity_mismatch(net);
}

namespace {

std::vector<std::vector<forwarding_link>> links_of(const spanning_tree& tree) {
    std::vector<std::vector<forwarding_link>> links(tree.node_count());
    for (node_id node = 0; node < tree.node_count(); ++node) {
        for (const spanning_tree::arc& each : tree.arcs(node)) {
            links[node].push_back({.from = each.through, .to = each.through});
        }
    }
    return links;
}

scheduled_broadcast by_table(const spanning_tree& tree, tree_schedule table) {
    const slot slots = table.slots;
    return {links_of(tree), slots,
            [table = std::move(table.sent)](const schedule_step& now, const schedule_row& send) {
                const auto& row = table[now.node];
                if (now.rows < row.size() && slot{row[now.rows].at} == now.at) {
                    send(row[now.rows].through, row[now.rows].origin);
                }
            }};
}

// The parameter "tree", and the tree that it names.
parameter tree_parameter() {
    return {.name = "tree",
            .default_value = "low",
            .meaning = "the spanning tree: of low degree, or by breadth first",
            .range = name_range{{"low", "bfs"}}};
}

spanning_tree tree_of(const setting& setting) {
    const bool is_low = setting.parameter<std::string>("tree") == "low";
    return {setting.network, is_low ? tree_rule::low_degree : tree_rule::breadth_first};
}

tree_schedule schedule_of(const setting& setting) {
    return make_tree_schedule(tree_of(setting), duplex_of(setting.ports));
}

slot scheduled_slots(const setting& setting) { return schedule_of(setting).slots; }

template <class Way>
Way way_over_tree(const setting& setting) {
    return {tree_of(setting), duplex_of(setting.ports)};
}

// Advice, where the tree does not take long to build again.
std::string advice(const problem& problem) {
    if (node_count(problem.network) > most_timetable_nodes) {
        return {};
    }
    return fmt::format("whoever routes over this tree takes {} slots or more",
                       tree_lower_bound(tree_of(problem), duplex_of(problem.ports)));
}

void describe_tree_broadcast(algorithm& entry, slot (*slots)(const setting&)) {
    describe_one_port(entry, slots);
    entry.parameters = {tree_parameter()};
    entry.inapplicable_reason = connectivity_mismatch;
    entry.advice = advice;
}

/// Schedule of reductions: the multinode broadcast over the tree, for the results, and before it
/// the same backwards: there a node sends number j when it would receive the message of j, through
/// the same port.
///
/// Four values on the path of 4, number i for node i; 0a is number 0 of node 0, and 0* the result.
/// The results come back from slot 6 on:
///
///     slot 1    0-3a->1    3-0d->2
///     slot 2    0-2a->1    3-1d->2
///     slot 3    1-3ab->2   2-0cd->1
///     slot 4    0-1a->1    1-0bcd->0  2-3abc->3  3-2d->2
///     slot 5    1-2ab->2   2-1cd->1
///     slot 6    1-1*->2    2-2*->1
///     slot 7    0-0*->1    1-1*->0    2-2*->3    3-3*->2
///     slot 8    1-0*->2    2-3*->1
///     slot 9    1-2*->0    2-1*->3
///     slot 10   1-3*->0    2-0*->3
///
/// Time of the reduce-scatter: that of multinode-broadcast/tree m/N times. Time, with results: that
/// of multinode-broadcast/tree 2 ceil(m/N) times.
schedule tree_reduction_schedule(const setting& setting) {
    return [table = schedule_of(setting)](const schedule_step& now, const schedule_row& send) {
        const bool copies = now.part > 0;
        const auto& transfers = copies ? table.sent[now.node] : table.received[now.node];
        if (now.rows < transfers.size()) {
            const auto& next =
                copies ? transfers[now.rows] : transfers[transfers.size() - 1 - now.rows];
            if (slot{next.at} == (copies ? now.at : table.slots - 1 - now.at)) {
                send(next.through, next.origin);
            }
        }
    };
}

void describe_tree_reduction(algorithm& entry) {
    describe_reduction(entry);
    entry.networks = "any connected";
    entry.ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex};
    entry.source = "not in the papers";
    entry.parameters = {tree_parameter()};
    entry.inapplicable_reason = tree_schedule_mismatch;
    run_halves_by_schedule(entry, scheduled_slots, tree_reduction_schedule);
}

}  // namespace

tree_broadcast::tree_broadcast(const spanning_tree& tree, duplex mode)
    : scheduled_broadcast{by_table(tree, make_tree_schedule(tree, mode))} {}

// Over a star of 4, messages a to d of the centre, node 0, and of nodes 1 to 3:
//
//     slot 1   0-a->3  1-b->0
//     slot 2   0-a->2  2-c->0
//     slot 3   0-a->1  3-d->0
//     slot 4   0-b->3
//     slot 5   0-b->2
//     slot 6   0-c->1
//     slot 7   0-c->3
//     slot 8   0-d->2
//     slot 9   0-d->1
void describe(standard_name<"multinode-broadcast/tree"> /*name*/, algorithm& entry) {
    describe_tree_broadcast(entry, scheduled_slots);
    entry.rule = "tree_mnb";
    entry.idea =
        "Every message crosses every link of a spanning tree once. All nodes work out the same "
        "timetable, which goes through the possible sends, the most urgent first, and makes those "
        "whose two nodes are free.";
    entry.time = "that of a timetable that all nodes work out, at most that of tree-periodic";
    entry.inapplicable_reason = [](const network& net) {
        std::string inapplicable_reason = tree_schedule_mismatch(net);
        if (node_count(net) > most_timetable_nodes) {
            inapplicable_reason += "; tree-periodic has none";
        }
        return inapplicable_reason;
    };
    entry.program = programs_along(way_over_tree<tree_broadcast>);
}

// The same by turns, each of the three links in every third slot:
//
//     slot 1   0-a->1  1-b->0
//     slot 2   0-a->2  2-c->0
//     slot 3   0-a->3  3-d->0
//     slot 4   0-c->1
//     slot 5   0-b->2
//     slot 6   0-b->3
//     slot 7   0-d->1
//     slot 8   0-d->2
//     slot 9   0-c->3
void describe(standard_name<"multinode-broadcast/tree-periodic"> /*name*/, algorithm& entry) {
    describe_tree_broadcast(entry, nullptr);
    entry.rule = "tree_mnb_periodic";
    entry.idea =
        "Links of a spanning tree are coloured, those at a node differently, and the colours take "
        "turns. A link whose turn it is carries the oldest message that waits for it, so that one "
        "port will do.";
    entry.time = "(n-2)D + c for n >= 3; half duplex at most D(n+h-1)";
    entry.kind = time_kind::upper_bound;
    entry.phases = [](const problem& input) {
        const duplex mode = duplex_of(input.ports);
        const slot slots = periodic_slots(tree_of(input), mode);
        phase whole{.name = "broadcast"};
        (mode == duplex::full ? whole.expected_slots : whole.most_slots) = slots;
        return std::vector{whole};
    };
    entry.figure_steps = [](const problem& input) {
        // Low trees of listed links are searched for by exchanges, each of which takes a walk.
        constexpr std::uint64_t steps_a_link = 16;
        constexpr std::uint64_t pairs_a_step = 8;
        const auto* const links = std::get_if<graph>(&input.network);
        const bool is_listed =
            links != nullptr && std::holds_alternative<listed_shape>(links->shape());
        const std::uint64_t nodes = node_count(input.network);
        return bounded_product(nodes + link_count(input.network), steps_a_link) +
               (is_listed ? bounded_product(nodes, nodes) / pairs_a_step : 0);
    };
    entry.program = programs_along(way_over_tree<periodic_tree_broadcast>);
}

void describe(standard_name<"reduce-scatter/tree"> /*name*/, algorithm& entry) {
    describe_tree_reduction(entry);
    entry.idea =
        "The multinode broadcast by a tree's timetable backwards in time: over a spanning tree, "
        "what is for a node comes to it from all others, combined at every node on the way.";
    entry.time = "that of multinode-broadcast/tree m/N times";
}

void describe(standard_name<"allreduce/tree"> /*name*/, algorithm& entry) {
    describe_tree_reduction(entry);
    entry.idea =
        "Over a spanning tree, the timetable of multinode-broadcast/tree run backwards in time "
        "combines values until every node has its share of the results. Run forwards, it takes "
        "them to all.";
    entry.time = "that of multinode-broadcast/tree 2 ceil(m/N) times";
}

}  // namespace tutti
