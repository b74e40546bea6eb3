#include <memory>

#include "../reduction_entry.hpp"
#include "tutti/tree/shortest_path_tree.hpp"
#include "tutti/tree/spanning_tree.hpp"

namespace tutti {
namespace {

// Every node sends number i towards the root when it has come from all that are farther: E the
// distance of the farthest, a node at distance l in slot E - l + i, from 0.
std::function<fold_script(node_id, node_id)> towards_root(const setting& where) {
    return [trees = std::make_shared<const shortest_path_trees>(where.where)](
               node_id node, node_id root) -> fold_script {
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

slot slots_to_root(const problem& what) {
    return slot{shortest_path_tree{what.where, what.root}.height()} - 1 +
           static_cast<slot>(value_count(what));
}

}  // namespace

algorithm reduce_shortest_paths_entry() {
    algorithm entry = reduction_entry("reduce", "shortest-paths");
    entry.rule = "red.tree";
    entry.networks = "any connected";
    entry.source = "not in the papers";
    entry.time = "E + m - 1, E the distance of the farthest node";
    entry.why_not = [](const network& where) -> std::string {
        return is_connected(where) ? "" : "runs on connected networks only";
    };
    reduce_in(entry, slots_to_root, towards_root);
    return entry;
}

}  // namespace tutti
