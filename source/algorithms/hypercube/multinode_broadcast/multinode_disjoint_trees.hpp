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
/// Stamoulis and Tsitsiklis 1991, 3.2 (K = 2^d). All nodes mark "collect" and "broadcast".
/// Time: exactly 2*ceil(2^d/d) + 2d - 1 slots.
/// Transmissions: sum of the distances to the roots + (2^d+d)(2^d-1). Ports: all.
template <cube_node Node>
task<> multinode_disjoint_trees(Node& self, initial_messages mine) {
    const int dimensions = self.network().dimensions();
    const std::uint64_t nodes = self.network().node_count();
    root_list collected =
        co_await collect_at_roots(self, assigned_by_rank(mine, nodes - self.id(), dimensions),
                                  share_of_a_tree(nodes, dimensions) + dimensions - 1);
    self.mark("collect");
    co_await broadcast_from_roots(self, std::move(collected));
}

}  // namespace tutti
