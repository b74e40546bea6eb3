#include "broadcasts_over_trees.hpp"

#include <memory>

#include "any_entry.hpp"
#include "any_theory.hpp"

namespace tutti {
namespace {

broadcast_order order_of(const setting& setting) {
    return setting.parameter<std::string>("order") == "nearest-first"
               ? broadcast_order::nearest_first
               : broadcast_order::first_come;
}

slot most_slots(const problem& problem) {
    const auto k = static_cast<slot>(problem.message_count());
    const slot farthest = k == 0 ? 0 : farthest_from_broadcasters(problem);
    return k == 0                                             ? 0
           : order_of(problem) == broadcast_order::first_come ? farthest * k
                                                              : farthest + k - 1;
}

}  // namespace

algorithm describe(standard_name<"simultaneous-broadcast/trees"> /*name*/) {
    algorithm entry = any_tree_entry("simultaneous-broadcast", "trees");
    entry.idea =
        "Every message follows a tree of shortest paths from its source, and messages queue up for "
        "links. If the one from the nearest source goes first, none is more than K - 1 slots late.";
    entry.time =
        "D K, nearest first D + K - 1, for K >= 1; D the largest distance from a broadcaster";
    entry.parameters = {{.name = "order",
                         .default_value = "first-come",
                         .meaning = "which message that waits for a link goes first: the one that "
                                    "came first, or the one of the nearest origin",
                         .range = name_range{{"first-come", "nearest-first"}}}};
    entry.kind = time_kind::upper_bound;
    entry.figure_steps = steps_to_farthest;
    entry.knowledge = {knowledge_item::message_count};
    entry.phases = [](const problem& input) {
        return std::vector<phase>{{.name = "broadcast", .most_slots = most_slots(input)}};
    };
    entry.transmissions = [](const problem& input) -> packet_hops {
        return input.message_count() * (node_count(input.network) - 1);
    };
    entry.program = [](const setting& setting) {
        return program_on_any(
            setting.network,
            [trees = std::make_shared<const shortest_path_trees>(setting.network),
             order = order_of(setting)](auto& self, node_input input, const knowledge& knowledge) {
                return broadcasts_over_shortest_paths(self, std::move(input.messages),
                                                      knowledge.message_count(), order, *trees);
            });
    };
    return entry;
}

}  // namespace tutti
