/// @file
/// Rotations of hypercube nodes' ids.
#pragma once

#include <vector>

#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// `node` with its d bits rotated left by `left` places. @pre 0 <= left <= d
[[nodiscard]] constexpr node_id rotated(node_id node, int left, int dimensions) noexcept {
    const node_id mask = (node_id{1} << dimensions) - 1;
    return (node << left | node >> (dimensions - left)) & mask;
}

/// True if no rotation of `node` is smaller.
[[nodiscard]] bool is_smallest_rotation(node_id node, int dimensions) noexcept;

/// The smallest member of every class of rotations but those of 0 and of the node of all ones, by
/// number of ones, then by id. All are odd.
[[nodiscard]] std::vector<node_id> smallest_rotations(int dimensions);

}  // namespace tutti
