/// @file
/// The binomial spanning tree of a hypercube.
#pragma once

#include <bit>
#include <cstdint>

#include "topology/networks/dimension_set.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// The tree of the shortest paths from a root that cross dimensions in increasing order (Johnsson
/// and Ho, 1989; the "unbalanced" tree of Stamoulis and Tsitsiklis 1991). Dimensions from 0.
class binomial_tree {
public:
    /// @pre root < cube.node_count()
    binomial_tree(const hypercube& cube, node_id root) noexcept
        : all_{cube.last_node()}, root_{root} {}

    [[nodiscard]] node_id root() const noexcept { return root_; }

    /// Dimension over which `node` receives the root's message. @pre `node` is not the root
    [[nodiscard]] int parent(node_id node) const noexcept {
        return 31 - std::countl_zero(node ^ root_);
    }

    /// Dimensions over which `node` forwards the message.
    [[nodiscard]] dimension_set children(node_id node) const noexcept {
        // One more than the last of them, in a way that takes no branch.
        const auto first = 31 - std::countl_zero(2 * (node ^ root_) | 1U);
        return dimension_set{all_ & ~std::uint32_t{0} << first};
    }

private:
    std::uint32_t all_;  // dimensions
    node_id root_;
};

}  // namespace tutti
