/// @file
/// Selection of the nodes that are audited.
#pragma once

#include <cstddef>
#include <vector>

#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// This number of nodes in increasing order, all if there are no more: one of every kind, which is
/// a node with an initial message, one without, the root, a leaf, nodes at the border and one
/// inside; then others, drawn by `seed`.
/// @param input the problem of `plan`
[[nodiscard]] std::vector<node_id> audited_nodes(const experiment& plan, const problem& input,
                                                 std::size_t count, std::uint64_t seed);

}  // namespace tutti
