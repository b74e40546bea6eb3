/// @file
/// Nodes that hold a network together.
#pragma once

#include <cstddef>

#include "tutti/topology/network.hpp"

namespace tutti {

/// The most parts that a connected network falls into without one of its nodes: 1 if it never
/// falls apart, 0 for a single node. Of listed links by one search through the graph. Of others
/// 2 for paths of three nodes or more; else 1 is said, whatever they are.
[[nodiscard]] std::size_t most_parts_without_a_node(const network& any);

}  // namespace tutti
