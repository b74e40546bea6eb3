#include "timed_tree.hpp"

#include <algorithm>
#include <cstddef>

namespace tutti {

timed_tree::timed_tree(const hypercube& cube)
    : classes_{cube},
      slots_{static_cast<slot>(cube.node_count() - 2) / cube.dimensions() + 1},
      reached_in_(cube.node_count()) {
    for (slot in = 1; in <= slots_; ++in) {
        for (const node_id node : nodes_reached(in)) {
            reached_in_[node] = static_cast<std::uint32_t>(in);
        }
    }
}

std::span<const node_id> timed_tree::nodes_reached(slot in) const {
    const auto d = static_cast<std::size_t>(classes_.dimensions());
    const std::span order = classes_.order();
    const std::size_t first = d * static_cast<std::size_t>(in - 1);
    return order.subspan(first, std::min(d, order.size() - first));
}

node_id timed_tree::next_towards(node_id from, node_id to) const noexcept {
    node_id next = to;
    for (node_id above = classes_.parent(next); above != from; above = classes_.parent(next)) {
        next = above;
    }
    return next;
}

}  // namespace tutti
