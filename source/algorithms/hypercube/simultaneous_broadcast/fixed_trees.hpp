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
/// Messages e to h of nodes 4 to 7 on the 3-cube over binomial trees, a set whose messages all
/// enter node 0 over one link:
///
///     slot 1   4-e->5  4-e->6  4-e->0  5-f->4  5-f->7  5-f->1  6-g->7  6-g->4  6-g->2  7-h->6
///              7-h->5  7-h->3
///     slot 2   4-f->6  4-f->0  5-e->7  5-e->1  6-h->4  6-h->2  7-g->5  7-g->3
///     slot 3   4-g->0  5-h->1  6-e->2  7-f->3
///     slot 4   4-h->0  5-g->1  6-f->2  7-e->3
///
/// Stamoulis and Tsitsiklis 1991, 3.1. Marks "broadcast".
/// Transmissions: K(2^d - 1). Ports: all.
/// @param children for every node, the dimensions to its children in T; outlives the program
template <cube_node Node>
task<> fixed_trees(Node& self, initial_messages messages, std::uint64_t message_count,
                   std::span<const dimension_set> children) {
    return broadcasts_over_trees(self, std::move(messages), message_count,
                                 [children](node_id relative) { return children[relative]; });
}

}  // namespace tutti
