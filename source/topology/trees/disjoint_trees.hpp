/// @file
/// The d arc-disjoint spanning trees of a hypercube.
#pragma once

#include <bit>
#include <cstdint>

#include "rotations.hpp"
#include "topology/networks/dimension_set.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// The trees T^(j) of Stamoulis and Tsitsiklis 1991, 2.1.3, with dimensions and trees counted from
/// 0 (the paper counts from 1). Tree j is rooted at the node 2^j; from there to any node the
/// dimensions in which they differ are crossed in the cyclic order j+1, j+2, ..., j.
///
/// The trees share no directed link and use all that do not leave node 0, which is a leaf next to
/// the root in every tree. Reversed, they use all links that do not enter node 0.
class disjoint_trees {
public:
    /// @pre cube has at least one dimension
    explicit disjoint_trees(const hypercube& cube) noexcept : dimensions_{cube.dimensions()} {}

    /// d.
    [[nodiscard]] int count() const noexcept { return dimensions_; }
    [[nodiscard]] static node_id root(int tree) noexcept { return node_id{1} << tree; }
    /// True if `node` is the root of some tree.
    [[nodiscard]] static bool is_root(node_id node) noexcept { return std::has_single_bit(node); }
    /// The tree that is rooted at `node`. @pre `is_root(node)`
    [[nodiscard]] static int tree_of(node_id node) noexcept { return std::countr_zero(node); }

    /// Dimensions over which `node` forwards the messages of `tree`: none if it lacks bit `tree`,
    /// else that dimension and the zero bits cyclically below it, up to the next one bit.
    [[nodiscard]] dimension_set children(node_id node, int tree) const noexcept {
        const std::uint32_t aligned = rotated(node, tree_top(tree), dimensions_);
        if ((aligned >> (dimensions_ - 1) & 1U) == 0) {
            return {};
        }
        const std::uint32_t below = aligned ^ (std::uint32_t{1} << (dimensions_ - 1));
        const int lowest = 32 - std::countl_zero(below);
        const dimension_set run = dimension_set::range(lowest, dimensions_);
        return dimension_set{rotated(run.bits(), tree + 1, dimensions_)};
    }

    /// Dimension over which `node` receives in `tree`, and over which it sends towards the root in
    /// the reversed tree. @pre `node` is not the root of `tree`
    [[nodiscard]] int parent(node_id node, int tree) const noexcept {
        const std::uint32_t aligned = rotated(node ^ root(tree), tree_top(tree), dimensions_);
        const int highest = 31 - std::countl_zero(aligned);
        return (highest + tree + 1) % dimensions_;
    }

private:
    // Rotating left by this brings bit `tree` to the top, with the dimensions cyclically below it
    // in order under it.
    [[nodiscard]] int tree_top(int tree) const noexcept { return dimensions_ - 1 - tree; }

    int dimensions_;
};

}  // namespace tutti
