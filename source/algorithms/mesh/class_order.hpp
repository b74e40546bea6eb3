/// @file
/// The d orders of a grid's nodes by virtual digits, one for each class of messages.
#pragma once

#include <cstdint>

#include "tutti/topology/grid.hpp"

namespace tutti {

/// Order number c of the nodes of a grid with d equal sides p: virtual digit l of a node is its
/// digit (l+c) mod d, and nodes are ordered by the number that their virtual digits make. Classes
/// of messages that take the same virtual dimensions at the same time never meet.
///
/// Varvarigos and Bertsekas, partial multinode broadcast: the algorithms A_c. Dimensions and
/// classes count from 0.
class class_order {
public:
    /// @param grid outlives the order. @pre `shape.is_regular()` and 0 <= c < d
    class_order(const grid& shape, int c) noexcept : shape_{&shape}, class_{c} {}

    [[nodiscard]] const grid& shape() const noexcept { return *shape_; }
    [[nodiscard]] int dimensions() const noexcept { return shape_->dimensions(); }
    /// p.
    [[nodiscard]] int side() const noexcept { return shape_->side(0); }
    /// The dimension of the grid that virtual dimension `l` is.
    [[nodiscard]] int dimension(int l) const noexcept { return (l + class_) % dimensions(); }
    /// Virtual digit `l` of `node`.
    [[nodiscard]] int digit(node_id node, int l) const noexcept {
        return shape_->digit(node, dimension(l));
    }
    /// The place of `node` in the order.
    [[nodiscard]] std::uint32_t place(node_id node) const noexcept {
        std::uint32_t place = 0;
        for (int l = 0; l < dimensions(); ++l) {
            place += shape_->nodes_before(node, dimension(l)) * shape_->stride(l);
        }
        return place;
    }
    /// The node at a place.
    [[nodiscard]] node_id node(std::uint32_t place) const noexcept {
        node_id node = 0;
        for (int l = 0; l < dimensions(); ++l) {
            node += shape_->nodes_before(place, l) * shape_->stride(dimension(l));
        }
        return node;
    }
    /// Digit `l` of a place.
    [[nodiscard]] int digit_of_place(std::uint32_t place, int l) const noexcept {
        return shape_->digit(place, l);
    }

    /// The ports towards smaller and larger virtual digits `l`.
    [[nodiscard]] port down(int l) const noexcept { return 2 * dimension(l); }
    [[nodiscard]] port up(int l) const noexcept { return 2 * dimension(l) + 1; }

private:
    const grid* shape_;
    int class_;
};

}  // namespace tutti
