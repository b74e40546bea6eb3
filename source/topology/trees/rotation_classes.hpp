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
#include "util/indexed_vector.hpp"

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
/// A pure function of d. Takes 13 bytes a node; not meant to be copied.
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

    /// The set A_(i+1) of the paper, the links over which the nodes at indices d*i to d*(i+1)-1 are
    /// reached: the place in a node's store of the packet that goes over dimension m at index m.
    /// There are d of them, fewer in the last set, and none beyond it.
    [[nodiscard]] indexed_span<port, const std::uint32_t> sent(std::size_t i) const noexcept {
        return set(sent_, i);
    }
    /// Places of the packets that come over the links of A_(i+1): once a packet went to the last of
    /// its children, its place is another's. Packets for nodes without children come to the last
    /// place, which is not sent from.
    [[nodiscard]] indexed_span<port, const std::uint32_t> kept(std::size_t i) const noexcept {
        return set(kept_, i);
    }
    /// How many places there are; the first is that of a node's own packet.
    [[nodiscard]] std::size_t place_count() const noexcept { return place_count_ + std::size_t{1}; }

    /// For every node, the dimensions to its children in the tree.
    [[nodiscard]] std::vector<dimension_set> children() const;

private:
    void add_class(node_id smallest);
    void add(node_id node);
    void assign_places();
    [[nodiscard]] std::span<const std::uint32_t> set(std::span<const std::uint32_t> places,
                                                     std::size_t i) const noexcept {
        const std::size_t d = set_size();
        const std::size_t first = std::min(d * i, places.size());
        return places.subspan(first, std::min(d, places.size() - first));
    }

    // All sets but the last have as many nodes.
    [[nodiscard]] std::size_t set_size() const noexcept {
        return static_cast<std::size_t>(dimensions_);
    }

    int dimensions_;
    std::uint32_t place_count_ = 1;  // but the last
    std::vector<node_id> order_;
    std::vector<std::uint8_t> last_;
    std::vector<std::uint32_t> sent_;  // places, by the order of the nodes that are reached
    std::vector<std::uint32_t> kept_;
};

}  // namespace tutti
