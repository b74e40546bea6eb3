/// @file
/// Tree of optimal multinode broadcast, with its send schedule.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "topology/trees/rotation_classes.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// The tree of `rotation_classes`, rooted at node 0, with the slot in which optimal multinode
/// broadcast crosses the last link to each node. A parent is reached before its children, and nodes
/// that are reached in the same slot are reached over different dimensions. Bertsekas, Ozveren,
/// Stamoulis, Tseng and Tsitsiklis 1991, section 3.
///
/// A pure function of d. Takes 13 bytes a node; not meant to be copied.
class timed_tree {
public:
    /// @pre cube has at least one dimension
    explicit timed_tree(const hypercube& cube)
        : classes_{cube}, slots_{slots_for_others(cube)}, reached_in_(cube.node_count()) {
        for (std::uint32_t in = 1; in <= slots_; ++in) {
            for (const node_id node : nodes_reached(in)) {
                reached_in_[node] = in;
            }
        }
    }

    /// The dimension over which `node` is reached. @pre node != 0
    [[nodiscard]] int last_dimension(node_id node) const noexcept {
        return classes_.last_dimension(node);
    }
    /// The slot, from 1, in which it is. @pre node != 0
    [[nodiscard]] slot reached_in(node_id node) const noexcept { return reached_in_[node]; }
    /// The latest of these slots: ceil((2^d-1)/d).
    [[nodiscard]] slot slots() const noexcept { return slots_; }
    /// The nodes that are reached in a slot. @pre 1 <= in <= slots()
    [[nodiscard]] std::span<const node_id> nodes_reached(slot in) const {
        const auto d = static_cast<std::size_t>(classes_.dimensions());
        const std::size_t first = d * static_cast<std::size_t>(in - 1);
        return classes_.order().subspan(first, std::min(d, classes_.order().size() - first));
    }
    /// Next node on the path from `from` down to `to`. @pre `from` is on the path from node 0 to
    /// `to`, and is not `to`
    [[nodiscard]] node_id next_towards(node_id from, node_id to) const noexcept {
        node_id next = to;
        while (classes_.parent(next) != from) {
            next = classes_.parent(next);
        }
        return next;
    }

private:
    rotation_classes classes_;
    slot slots_;
    std::vector<std::uint32_t> reached_in_;
};

}  // namespace tutti
