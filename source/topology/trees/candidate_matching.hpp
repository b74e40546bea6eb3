/// @file
/// Matching of links with the nodes that they could lead to.
#pragma once

#include <optional>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// Matching of as many lists of candidates as possible, each with one of its nodes and no two with
/// the same. By augmenting paths, the shortest lists first; of a list the first nodes first.
/// @return the node of each list; null: none is left for it
[[nodiscard]] std::vector<std::optional<node_id>> matched(
    const std::vector<std::vector<node_id>>& candidates);

}  // namespace tutti
