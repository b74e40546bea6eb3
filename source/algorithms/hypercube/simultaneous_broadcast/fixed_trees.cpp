#include "fixed_trees.hpp"

#include <algorithm>
#include <cstddef>

#include "algorithms/hypercube/cube_entry.hpp"
#include "topology/trees/binomial_tree.hpp"
#include "topology/trees/rotation_classes.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

bool is_rotation(const setting& setting) {
    return setting.parameter<std::string>("tree") == "rotation";
}

// For every node, the dimensions to its children in the tree that all sources use.
std::vector<dimension_set> children_in_tree(const setting& setting) {
    const hypercube& cube = cube_of(setting);
    if (is_rotation(setting)) {
        return rotation_classes{cube}.children();
    }
    const binomial_tree tree{cube, 0};
    std::vector<dimension_set> children(cube.node_count());
    for (std::size_t node = 0; node < children.size(); ++node) {
        children[node] = tree.children(static_cast<node_id>(node));
    }
    return children;
}

// The last dimension on the way to each node, node 0 aside.
std::vector<int> last_dimensions(const problem& problem) {
    const std::vector<dimension_set> children = children_in_tree(problem);
    std::vector<int> last(children.size(), -1);
    for (std::size_t node = 0; node < children.size(); ++node) {
        for (const int i : children[node]) {
            last[node ^ (std::size_t{1} << i)] = i;
        }
    }
    return last;
}

// The sources whose messages all enter node 0 over the same link, as many as there are.
broadcaster_set worst_set(const problem& problem) {
    const std::vector<int> last = last_dimensions(problem);
    std::vector<std::size_t> counts(static_cast<std::size_t>(cube_of(problem).dimensions()));
    for (std::size_t node = 1; node < last.size(); ++node) {
        ++counts[static_cast<std::size_t>(last[node])];
    }
    const auto worst = static_cast<int>(std::ranges::max_element(counts) - counts.begin());
    std::vector<node_id> sources;
    for (std::size_t node = 1; node < last.size(); ++node) {
        if (last[node] == worst) {
            sources.push_back(static_cast<node_id>(node));
        }
    }
    return broadcasters_at(std::move(sources));
}

// A message waits for the K-1 others at most once: on the way through unbalanced trees, where the
// program runs as the greedy one does; else at each of d links.
std::vector<phase> fixed_trees_phases(const problem& problem) {
    const rational d = cube_of(problem).dimensions();
    const rational k = problem.message_count();
    const rational most = is_rotation(problem) ? d * k : d + k - 1;
    return {{.name = "broadcast", .most_slots = k == rational{0} ? 0 : most.ceil()}};
}

any_program fixed_trees_program(const setting& setting) {
    return any_program::on_any<cube_packet>(
        cube_of(setting), [children = children_in_tree(setting)](auto& self, node_input input,
                                                                 const knowledge& knowledge) {
            return fixed_trees(self, std::move(input.messages), knowledge.message_count(),
                               children);
        });
}

}  // namespace

algorithm describe(standard_name<"simultaneous-broadcast/fixed-trees"> /*name*/) {
    algorithm entry = cube_entry("simultaneous-broadcast", "fixed-trees");
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.1";
    entry.idea =
        "Every source uses the same spanning tree, moved to begin at itself, and messages queue up "
        "for links. Whatever the tree, for some set of broadcasters all messages enter one node "
        "over one link.";
    entry.rule = "naive.cust, naive.bal";
    entry.parameters = {{.name = "tree",
                         .default_value = "unbalanced",
                         .meaning = "the tree of all sources: binomial, or by rotation classes",
                         .range = name_range{{"unbalanced", "rotation"}}}};
    entry.time = "d + K - 1 for K >= 1 with tree=unbalanced; d*K with tree=rotation";
    entry.kind = time_kind::upper_bound;
    entry.knowledge = {knowledge_item::message_count};
    entry.inapplicable_input_reason = cube_input_mismatch;
    entry.worst_set = worst_set;
    entry.phases = fixed_trees_phases;
    entry.transmissions = broadcast_hops;
    entry.memory_use = room_in_queues;
    entry.program = fixed_trees_program;
    return entry;
}

}  // namespace tutti
