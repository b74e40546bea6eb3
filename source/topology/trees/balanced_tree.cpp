#include "balanced_tree.hpp"

#include <algorithm>
#include <bit>
#include <ranges>

#include "rotations.hpp"
#include "util/counts.hpp"

namespace tutti {

balanced_tree::balanced_tree(const hypercube& cube)
    : dimensions_{cube.dimensions()},
      parents_(cube.node_count()),
      subtrees_(cube.node_count()),
      sizes_(cube.node_count(), 1),
      lists_{dimensions_} {
    // Classes are in the order of their numbers of ones, so that the parent of a node is in the
    // tree before it.
    std::vector<node_id> order;
    order.reserve(cube.node_count() - 1);
    for (const node_id smallest : smallest_rotations(dimensions_)) {
        add_class(smallest, order);
    }
    // Below the node that lacks one bit and is in the subtree whose turn it is.
    const node_id last = cube.last_node();
    const std::size_t turn = order.size() % lists_.size();
    node_id above = 0;
    for (int i = 0; i < dimensions_ && dimensions_ > 1; ++i) {
        const node_id candidate = last ^ (node_id{1} << i);
        above = subtrees_[candidate] == turn ? candidate : above;
    }
    add(last, above, order);
    for (const node_id node : std::views::reverse(order)) {
        sizes_[parents_[node]] += sizes_[node];
    }
    for (const node_id node : order) {
        lists_[subtrees_[node]].push_back(node);
    }
    // Each list is sorted by distance, the farthest first.
    for (std::vector<node_id>& list : lists_) {
        std::ranges::stable_sort(list, std::ranges::greater{},
                                 [](node_id node) { return std::popcount(node); });
    }
}

// The members of the class without the highest one bit are d different nodes, one in every subtree.
void balanced_tree::add_class(node_id smallest, std::vector<node_id>& order) {
    const int turn = remainder_of(order.size(), dimensions_);
    const node_id above = smallest ^ std::bit_floor(smallest);
    int first = turn;
    if (above != 0) {
        first = 0;
        while (subtrees_[rotated(above, first, dimensions_)] != turn) {
            ++first;
        }
    }
    node_id member = rotated(smallest, first, dimensions_);
    node_id parent = rotated(above, first, dimensions_);
    const node_id begin = member;
    for (bool is_new = true; is_new; is_new = member != begin) {
        add(member, parent, order);
        member = rotated(member, 1, dimensions_);
        parent = rotated(parent, 1, dimensions_);
    }
}

void balanced_tree::add(node_id node, node_id parent, std::vector<node_id>& order) {
    parents_[node] = parent;
    subtrees_[node] = static_cast<std::uint8_t>(order.size() % lists_.size());
    order.push_back(node);
}

int balanced_tree::last_dimension(node_id node) const noexcept {
    return std::countr_zero(node ^ parents_[node]);
}

// The way leads up from `below`: a node has one parent, and many descendants.
node_id balanced_tree::child_towards(node_id above, node_id below) const noexcept {
    node_id node = below;
    while (node != 0 && parents_[node] != above) {
        node = parents_[node];
    }
    return node;
}

}  // namespace tutti
