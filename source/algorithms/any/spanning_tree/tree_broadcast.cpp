#include "tutti/catalog/tree_broadcast.hpp"

#include <fmt/format.h>

#include "algorithms/any/any_theory.hpp"
#include "algorithms/entry.hpp"
#include "algorithms/ring/multinode_along.hpp"
#include "algorithms/ring/ring_theory.hpp"
#include "tree_entry.hpp"
#include "tutti/catalog/message_program.hpp"

namespace tutti {
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

std::string tree_schedule_mismatch(const network& net) {
    const std::size_t nodes = node_count(net);
    return nodes > most_timetable_nodes ? fmt::format("has timetables for {} nodes at most, not {}",
                                                      most_timetable_nodes, nodes)
                                        : connectivity_mismatch(net);
}

namespace {

template <class Way>
any_program program(const setting& setting) {
    return std::visit(
        [&](const auto& shape) {
            return program_along(shape, Way{tree_of(setting), duplex_of(setting.ports)});
        },
        setting.network);
}

// Advice, where the tree does not take long to build again.
std::string advice(const problem& problem) {
    if (node_count(problem.network) > most_timetable_nodes) {
        return {};
    }
    return fmt::format("whoever routes over this tree takes {} slots or more",
                       tree_lower_bound(tree_of(problem), duplex_of(problem.ports)));
}

algorithm tree_entry(std::string name) {
    return {
        .collective = "multinode-broadcast",
        .name = std::move(name),
        .source = "not in the papers",
        .networks = "any connected",
        .ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex},
        .parameters = {tree_parameter()},
        .time = {},
        .inapplicable_reason = connectivity_mismatch,
        .advice = advice,
        .transmissions = multinode_hops,
    };
}

}  // namespace

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
algorithm describe(standard_name<"multinode-broadcast/tree"> /*name*/) {
    algorithm entry = tree_entry("tree");
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
    entry.phases = [](const problem& problem) {
        const tree_broadcast way{tree_of(problem), duplex_of(problem.ports)};
        return std::vector{synchronous_phase("broadcast", way.slots())};
    };
    entry.program = program<tree_broadcast>;
    return entry;
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
algorithm describe(standard_name<"multinode-broadcast/tree-periodic"> /*name*/) {
    algorithm entry = tree_entry("tree-periodic");
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
    entry.program = program<periodic_tree_broadcast>;
    return entry;
}

}  // namespace tutti
