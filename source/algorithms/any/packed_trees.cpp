/// @file
/// Allreduce over link-disjoint trees of the participants, on any connected network.

#include "topology/schedules/packed_trees.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "algorithms/reduction_entry.hpp"
#include "algorithms/shared_table.hpp"
#include "algorithms/table_memory.hpp"
#include "any_entry.hpp"
#include "collectives/reduction.hpp"
#include "node/schedule.hpp"
#include "topology/networks/properties.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

namespace {

/// Trees of a network and its participants, and the values that each carries.
struct tree_allreduce {
    std::shared_ptr<const packed_trees> trees;
    tree_values values;
};

tree_allreduce tree_allreduce_of(const setting& setting) {
    const std::uint64_t count = value_count(setting);
    auto trees = shared_table<packed_trees>(
        setting.network, {.maker = "packed-trees", .participants = setting.participants},
        [&](const link_table& links) {
            table_memory_limit::require(packed_trees_cost(links.node_count(), links.link_count()));
            return packed_trees{links, setting.participants,
                                properties_of(setting.network).vertex_transitive == answer::yes};
        });
    tree_values values{trees->trees(), trees->trees().empty() ? 0 : count};
    return {.trees = std::move(trees), .values = std::move(values)};
}

reduction_schedule one_round(const setting& setting) {
    const slot slots = slots_for(tree_allreduce_of(setting).values.slots());
    return plan_of(setting, {{.end = "allreduce", .slots = slots}},
                   std::max<std::uint64_t>(value_count(setting), 1));
}

// A value goes up its tree, combined with those of the nodes below at every node on the way,
// whether that takes part or not, and the result goes down again. Values follow each other by a
// slot. A node needs its places in the trees, and which values these carry.
//
// One value of nodes 0 to 2 over a star whose centre, node 3, takes no part; 0a is that of node 0,
// and 0* the result:
//
//     slot 1   0-0a->3   1-0b->3   2-0c->3
//     slot 2   3-0*->0   3-0*->1   3-0*->2
//
// Time: exactly the largest of values + 2 height - 1 of a tree.
schedule along_trees(const setting& setting) {
    return [run = tree_allreduce_of(setting)](const schedule_step& now, const schedule_row& send) {
        for_each_send(*run.trees, run.values, now.node, now.at,
                      [&](port through, std::uint32_t number, bool is_result) {
                          send(through, number + (is_result ? result_row : 0));
                      });
    };
}

// Among nodes that have several links each, many may have to be searched from.
std::string packed_trees_mismatch(const network& net) {
    constexpr std::size_t most_packed_links = std::size_t{1} << 23U;
    const auto* const links = std::get_if<graph>(&net);
    const bool has_switches = links != nullptr && !links->switches().empty();
    if (!has_switches && node_count(net) > most_scheduled_nodes) {
        return fmt::format("works trees out for {} nodes at most where none is a switch, not {}",
                           most_scheduled_nodes, node_count(net));
    }
    return link_count(net) > most_packed_links
               ? fmt::format("works trees out for {} directed links at most, not {}",
                             most_packed_links, link_count(net))
               : connectivity_mismatch(net);
}

}  // namespace

void describe(standard_name<"allreduce/packed-trees"> /*name*/, algorithm& entry) {
    describe_reduction(entry);
    describe_for_connected(entry);
    entry.takes_participants = true;
    entry.runs_on_array = true;
    entry.inapplicable_reason = packed_trees_mismatch;
    entry.rule = "R1";
    entry.idea =
        "Values flow one behind the other to the root of a tree that joins the participants, "
        "combined at every node on the way, switches included, and the results flow back. Trees "
        "without a common link share the values.";
    entry.time = "the largest of values + 2 height - 1 of a tree";
    entry.transmissions = [](const problem& problem) {
        return packet_hops{tree_allreduce_of(problem).values.transmissions()};
    };
    entry.figure_steps = [](const problem& problem) {
        constexpr std::uint64_t operations_a_step = 50;
        return packed_trees_cost(node_count(problem.network), link_count(problem.network))
                   .operations /
               operations_a_step;
    };
    run_by_schedule(entry, one_round, along_trees);
}

}  // namespace tutti
