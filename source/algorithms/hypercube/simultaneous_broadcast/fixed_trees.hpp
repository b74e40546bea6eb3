/// @file
/// Simultaneous broadcasts over spanning trees that are fixed beforehand.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "greedy.hpp"
#include "topology/networks/dimension_set.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// K simultaneous broadcasts, source x over the tree x ^ T, T one spanning tree rooted at node 0
/// for all: messages that want the same link queue up for it. Every node is given K. Whatever T is,
/// there are sources that take at least as many slots as they have messages, ceil((2^d-1)/d) of
/// them or more.
///
/// Stamoulis and Tsitsiklis 1991, 3.1. Marks "broadcast".
/// Transmissions: K(2^d - 1). Ports: all.
/// @param children for every node, the dimensions to its children in T; outlives the program
template <cube_node Node>
task<> fixed_trees(Node& self, initial_messages mine, std::uint64_t message_count,
                   std::span<const dimension_set> children) {
    return broadcasts_over_trees(self, std::move(mine), message_count,
                                 [children](node_id relative) { return children[relative]; });
}

}  // namespace tutti
