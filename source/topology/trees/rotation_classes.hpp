/// @file
/// Rotation classes: the nodes of a hypercube in the order in which optimal multinode broadcast
/// reaches them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "topology/networks/dimension_set.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// Tree of rotation classes: the spanning tree of the d-cube, rooted at node 0, whose last links
/// cross the d dimensions in turn, so that d successive nodes are reached over d different
/// dimensions.
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
    /// A link of the tree. Inner nodes are those that have children.
    class link {
    public:
        constexpr link() noexcept = default;
        constexpr link(std::uint32_t parent, bool leads_to_inner) noexcept
            : bits_{2 * parent + (leads_to_inner ? 1U : 0U)} {}

        /// The place of the parent among the inner nodes, as they are reached, node 0 the first.
        [[nodiscard]] constexpr std::uint32_t parent() const noexcept { return bits_ / 2; }
        /// True if the child is an inner node.
        [[nodiscard]] constexpr bool leads_to_inner() const noexcept { return bits_ % 2 != 0; }

    private:
        std::uint32_t bits_ = 0;
    };

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

    /// The set A_(i+1) of the paper: the links over which the nodes at indices d*i to d*(i+1)-1 are
    /// reached, the one over dimension m at index m. In the last set those that `crossed(i)` lacks
    /// mean nothing; beyond it there are none. @pre i <= ceil((2^d-1)/d)
    [[nodiscard]] std::span<const link> links(std::size_t i) const {
        const auto d = static_cast<std::size_t>(dimensions_);
        const std::size_t first = d * i;
        return std::span{links_}.subspan(first, std::min(d, links_.size() - first));
    }
    /// Their dimensions: all d; fewer in the last set; beyond it none.
    [[nodiscard]] dimension_set crossed(std::size_t i) const {
        const auto d = static_cast<std::size_t>(dimensions_);
        const std::size_t reached = std::min(d * i, order_.size());
        return dimension_set::range(0, static_cast<int>(std::min(d, order_.size() - reached)));
    }
    /// The inner nodes, node 0 included.
    [[nodiscard]] std::size_t inner_count() const noexcept { return inner_count_; }

    /// For every node, the dimensions to its children in the tree.
    [[nodiscard]] std::vector<dimension_set> children() const;

private:
    void add_class(node_id smallest);
    void add(node_id node);
    void find_links();

    int dimensions_;
    std::size_t inner_count_ = 1;
    std::vector<node_id> order_;
    std::vector<std::uint8_t> last_;
    std::vector<link> links_;  // d for every set
};

}  // namespace tutti
