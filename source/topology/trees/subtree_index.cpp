#include "subtree_index.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <variant>

namespace tutti {
namespace {

// By increasing distance from the root, which comes first.
std::vector<node_id> nodes_outwards(const shortest_path_tree& tree) {
    std::vector<std::size_t> next(static_cast<std::size_t>(tree.height()) + 2);
    const auto level = [&](std::size_t id) {
        return static_cast<std::size_t>(tree.distance(static_cast<node_id>(id)));
    };
    for (std::size_t id = 0; id < tree.node_count(); ++id) {
        ++next[level(id) + 1];
    }
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<node_id> nodes(tree.node_count());
    for (std::size_t id = 0; id < tree.node_count(); ++id) {
        nodes[next[level(id)]++] = static_cast<node_id>(id);
    }
    return nodes;
}

template <class Network>
class layout {
public:
    layout(const Network& shape, const shortest_path_tree& tree)
        : shape_{&shape}, tree_{&tree}, outwards_{nodes_outwards(tree)} {}

    [[nodiscard]] std::span<const node_id> others() const {
        return std::span{outwards_}.subspan(1);
    }
    [[nodiscard]] node_id parent(node_id node) const {
        return shape_->neighbour(node, tree_->towards_root(node));
    }
    [[nodiscard]] port from_parent(node_id node) const {
        return shape_->far_port(node, tree_->towards_root(node));
    }

private:
    const Network* shape_;
    const shortest_path_tree* tree_;
    std::vector<node_id> outwards_;
};

}  // namespace

subtree_places::subtree_places(const network& net, node_id root)
    : tree_{net, root},
      sizes_(tree_.node_count(), 1),
      places_(tree_.node_count()),
      first_child_(tree_.node_count() + 1),
      children_(tree_.node_count() - 1) {
    std::visit([&](const auto& shape) { lay_out(layout{shape, tree_}); }, net);
}

template <class Layout>
void subtree_places::lay_out(const Layout& nodes) {
    const auto others = nodes.others();
    std::for_each(others.rbegin(), others.rend(), [&](node_id node) {
        sizes_[nodes.parent(node)] += sizes_[node];
        ++first_child_[nodes.parent(node) + 1];
    });
    std::partial_sum(first_child_.begin(), first_child_.end(), first_child_.begin());

    std::vector<std::size_t> next_child{first_child_};
    std::vector<std::uint32_t> next_place(places_.size(), 1);
    for (const node_id node : others) {
        const node_id parent = nodes.parent(node);
        places_[node] = next_place[parent];
        next_place[node] = places_[node] + 1;
        next_place[parent] += sizes_[node];
        children_[next_child[parent]++] = {.place = places_[node],
                                           .through = nodes.from_parent(node)};
    }
}

port subtree_places::towards(node_id node, node_id destination) const noexcept {
    const std::span children = std::span{children_}.subspan(
        first_child_[node], first_child_[node + 1] - first_child_[node]);
    const auto beyond = std::ranges::upper_bound(children, places_[destination], {}, &child::place);
    return std::prev(beyond)->through;
}

}  // namespace tutti
