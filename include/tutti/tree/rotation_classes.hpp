/// @file
/// The nodes of a hypercube in the order in which optimal multinode broadcast reaches them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tutti/topology/dimension_set.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// The spanning tree of the d-cube, rooted at node 0, whose last links cross the d dimensions in
/// turn, so that d successive nodes are reached over d different dimensions.
///
/// Nonzero nodes but the last fall into classes of those that are rotations of each other. Classes
/// are numbered by their number of ones, then by their smallest member; a class begins with the
/// rotation whose last link continues the turn. Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis
/// 1991, section 3, with the choices it leaves open fixed: classes of equal weight by smallest
/// member. Dimensions and positions count from 0.
///
/// A pure function of d. Takes 9 bytes a node; not meant to be copied.
class rotation_classes {
public:
    /// @pre cube has at least one dimension
    explicit rotation_classes(const hypercube& cube);

    [[nodiscard]] int dimensions() const noexcept { return dimensions_; }
    /// The nodes but node 0, as they are reached: the node at index i over dimension i mod d.
    [[nodiscard]] std::span<const node_id> order() const noexcept { return order_; }
    /// The dimension over which `node` is reached. @pre node != 0
    [[nodiscard]] int last_dimension(node_id node) const noexcept { return last_[node]; }
    /// The node from which `node` is reached. @pre node != 0
    [[nodiscard]] node_id parent(node_id node) const noexcept {
        return node ^ (node_id{1} << last_dimension(node));
    }

    /// The node at index i is reached from the inner node that is reached at this place among the
    /// inner nodes; node 0, where all begin, is at place 0.
    [[nodiscard]] std::uint32_t source(std::size_t i) const noexcept { return sources_[i] / 2; }
    /// Whether the node at index i is an inner node: others are reached from it.
    [[nodiscard]] bool is_inner(std::size_t i) const noexcept { return sources_[i] % 2 != 0; }
    /// Twice `source(i)`, and 1 if `is_inner(i)`, for `count` nodes from index `first` on.
    [[nodiscard]] std::span<const std::uint32_t> sources(std::size_t first,
                                                         std::size_t count) const {
        return std::span{sources_}.subspan(first, count);
    }
    /// The inner nodes, node 0 included.
    [[nodiscard]] std::size_t inner_count() const noexcept { return inner_count_; }

    /// For every node, the dimensions to its children in the tree.
    [[nodiscard]] std::vector<dimension_set> children() const;

private:
    void add_class(node_id smallest);
    void add(node_id node);
    void find_sources();

    int dimensions_;
    std::size_t inner_count_ = 1;
    std::vector<node_id> order_;
    std::vector<std::uint8_t> last_;
    std::vector<std::uint32_t> sources_;  // twice the place, and 1 for inner nodes
};

}  // namespace tutti
