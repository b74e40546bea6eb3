/// @file
/// Multinode broadcast over the disjoint trees.
#pragma once

#include <cstdint>
#include <utility>

#include "algorithms/hypercube/simultaneous_broadcast/broadcast_from_roots.hpp"
#include "algorithms/hypercube/simultaneous_broadcast/collect_at_roots.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Every node's message to every node: as in `prefix_roots`, but ranks and K need not be computed.
///
/// On the 2-cube, messages a to d of nodes 0 to 3; the roots are nodes 1 and 2, and a dot is the
/// end of a tree:
///
///     slot 1   0-a->2  3-d->1
///     slot 2   -
///     slot 3   -
///     slot 4   1-b->0  1-b->3  2-c->3  2-c->0
///     slot 5   1-d->0  1-d->3  2-a->3  2-a->0  3-b->2  3-c->1
///     slot 6   1-.->0  1-.->3  2-.->3  2-.->0  3-d->2  3-a->1
///     slot 7   3-.->2  3-.->1
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (K = 2^d). All nodes mark "collect" and "broadcast".
/// Time: exactly 2*ceil(2^d/d) + 2d - 1 slots.
/// Transmissions: sum of the distances to the roots + (2^d+d)(2^d-1). Ports: all.
template <cube_node Node>
task<> multinode_disjoint_trees(Node& self, initial_messages messages) {
    const int dimensions = self.network().dimensions();
    const std::uint64_t nodes = self.network().node_count();
    root_list collected =
        co_await collect_at_roots(self, assigned_by_rank(messages, nodes - self.id(), dimensions),
                                  share_of_a_tree(nodes, dimensions) + dimensions - 1);
    self.mark("collect");
    co_await broadcast_from_roots(self, std::move(collected));
}

}  // namespace tutti
