#include <array>
#include <memory>

#include "algorithms/reduction_entry.hpp"
#include "any_theory.hpp"
#include "topology/networks/eccentricity.hpp"
#include "topology/trees/shortest_path_tree.hpp"

namespace tutti {
namespace {

// Every node sends number i towards the root when it has come from all that are farther: E the
// distance of the farthest, a node at distance l in slot E - l + i, from 0.
//
// Root 0 and two values on the ring of 5; 0b is number 0 of node 1, and 0bc that combined with the
// one of node 2:
//
//     slot 1   2-0c->1   3-0d->4
//     slot 2   1-0bc->0  2-1c->1   3-1d->4   4-0de->0
//     slot 3   1-1bc->0  4-1de->0
std::function<send_schedule(node_id, node_id)> towards_root(const setting& setting) {
    return [trees = std::make_shared<const shortest_path_trees>(setting.network)](
               node_id node, node_id root) -> send_schedule {
        const shortest_path_tree& ways = trees->to(root);
        return
            [first = slot{ways.height()} - ways.distance(node), through = ways.towards_root(node)](
                const fold_step& now, std::vector<fold_send>& sends) {
                if (through != shortest_path_tree::none && now.at >= first) {
                    sends.push_back(
                        {.through = through, .number = static_cast<std::uint64_t>(now.at - first)});
                }
            };
    };
}

slot slots_to_root(const problem& problem) {
    constexpr std::uint64_t unlimited = ~std::uint64_t{0};
    const std::array<node_id, 1> root{problem.root};
    return slot{farthest_from(problem.network, root, unlimited)} - 1 +
           static_cast<slot>(value_count(problem));
}

}  // namespace

algorithm describe(standard_name<"reduce/shortest-paths"> /*name*/) {
    algorithm entry = reduction_entry("reduce", "shortest-paths");
    entry.rule = "red.tree";
    entry.networks = "any connected";
    entry.source = "not in the papers";
    entry.idea =
        "Up a tree of shortest paths, level by level from the farthest nodes, a node combines what "
        "its children send with its own value and sends it on. Further values follow a slot apart.";
    entry.time = "E + m - 1, E the distance of the farthest node";
    entry.inapplicable_reason = [](const network& net) {
        const std::string inapplicable_reason = search_obstacle(net);
        return inapplicable_reason.empty() ? connectivity_mismatch(net) : inapplicable_reason;
    };
    reduce_in(entry, slots_to_root, towards_root);
    return entry;
}

}  // namespace tutti
