/// @file
/// Embedding of a torus in the array with the same sides.
#pragma once

#include <string>

#include "tutti/topology/grid.hpp"

namespace tutti {

/// Embedding of a torus in an array in which neighbours are at a distance of at most two links:
/// along each dimension the ring goes up over the even positions and comes back over the odd ones,
/// 0, 2, 4, 3, 1 for five nodes.
///
/// Varvarigos and Bertsekas, partial multinode broadcast, figure 1.
class fold {
public:
    /// @param array with sides of 3 or more; it may have any number of dimensions
    /// @throws std::invalid_argument for a torus and for smaller sides
    explicit fold(const grid& array);

    [[nodiscard]] const grid& array() const noexcept { return array_; }
    [[nodiscard]] const grid& torus() const noexcept { return torus_; }

    /// Node of the array that emulates `on_torus`.
    [[nodiscard]] node_id position(node_id on_torus) const noexcept {
        return moved<position_on_line>(on_torus);
    }
    /// Node of the torus at `position`.
    [[nodiscard]] node_id on_torus(node_id position) const noexcept {
        return moved<index_on_ring>(position);
    }

    /// Position on a line of `side` nodes of node `index` of the ring.
    [[nodiscard]] static constexpr int position_on_line(int index, int side) noexcept {
        return 2 * index < side ? 2 * index : 2 * (side - index) - 1;
    }
    /// The inverse of `position_on_line`.
    [[nodiscard]] static constexpr int index_on_ring(int position, int side) noexcept {
        return position % 2 == 0 ? position / 2 : (side - (position + 1) / 2) % side;
    }

private:
    template <int (*Digit)(int, int)>
    [[nodiscard]] node_id moved(node_id from) const noexcept {
        node_id to = 0;
        for (int i = 0; i < torus_.dimensions(); ++i) {
            const int digit = Digit(torus_.digit(from, i), torus_.side(i));
            to += static_cast<node_id>(digit) * torus_.stride(i);
        }
        return to;
    }

    grid array_;
    grid torus_;
};

/// Why no torus can be laid onto `shape`, or an empty text.
[[nodiscard]] std::string fold_mismatch(const grid& shape);

}  // namespace tutti
