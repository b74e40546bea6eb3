#include "subtree_index.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <span>
#include <variant>

namespace tutti {
namespace {

// By increasing distance from the root, which is left out.
std::vector<node_id> others_outwards(const shortest_path_tree& tree) {
    std::vector<node_id> nodes(tree.node_count());
    std::iota(nodes.begin(), nodes.end(), node_id{0});
    std::ranges::stable_sort(nodes, {}, [&](node_id node) { return tree.distance(node); });
    nodes.erase(nodes.begin());
    return nodes;
}

/// The parent of every node, and the port that leads from there to the node; of the root neither.
struct links_down {
    std::vector<node_id> parents;
    std::vector<port> ports;

    links_down(const network& net, const shortest_path_tree& tree)
        : parents(tree.node_count()), ports(tree.node_count()) {
        std::visit(
            [&](const auto& shape) {
                for (node_id node = 0; node < parents.size(); ++node) {
                    if (const port up = tree.towards_root(node); up != shortest_path_tree::none) {
                        parents[node] = shape.neighbour(node, up);
                        ports[node] = shape.far_port(node, up);
                    }
                }
            },
            net);
    }
};

}  // namespace

subtree_places::subtree_places(const network& net, node_id root,
                               const participant_set& participants)
    : tree_{net, root},
      sizes_(tree_.node_count(), 1),
      places_(tree_.node_count()),
      first_child_(tree_.node_count() + 1),
      children_(tree_.node_count() - 1) {
    const std::vector<node_id> others = others_outwards(tree_);
    const auto [parents, ports] = links_down{net, tree_};
    for (const node_id node : std::views::reverse(others)) {
        sizes_[parents[node]] += sizes_[node];
        ++first_child_[parents[node] + 1];
    }
    std::partial_sum(first_child_.begin(), first_child_.end(), first_child_.begin());

    std::vector<std::size_t> next_child{first_child_};
    std::vector<std::uint32_t> next_place(places_.size(), 1);
    for (const node_id node : others) {
        const node_id parent = parents[node];
        places_[node] = next_place[parent];
        next_place[node] = places_[node] + 1;
        next_place[parent] += sizes_[node];
        children_[next_child[parent]++] = {.place = places_[node], .through = ports[node]};
    }
    if (!participants.is_everyone()) {
        for (node_id node = 0; node < sizes_.size(); ++node) {
            sizes_[node] = participants.contains(node) ? 1 : 0;
        }
        for (const node_id node : std::views::reverse(others)) {
            sizes_[parents[node]] += sizes_[node];
        }
    }
}

port subtree_places::towards(node_id node, node_id destination) const noexcept {
    const std::span children = std::span{children_}.subspan(
        first_child_[node], first_child_[node + 1] - first_child_[node]);
    const auto beyond = std::ranges::upper_bound(children, places_[destination], {}, &child::place);
    return std::prev(beyond)->through;
}

}  // namespace tutti
