/// @file
/// K simultaneous broadcasts whose ranks come from a dimension exchange, so that all nodes know K.
#pragma once

#include <utility>

#include "broadcast_from_roots.hpp"
#include "collect_at_roots.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/catalog/prefix_sum.hpp"

namespace tutti {

/// K simultaneous broadcasts as in `prefix_roots`, d+2 slots faster: by the exchange every node
/// learns K, and then knows the ends of all phases from the clock, and no tree has an end packet.
///
/// Messages a of node 0 and d of node 3 on the 2-cube, whose roots are nodes 1 and 2; + is a sum:
///
///     slot 1   0-+->1  1-+->0  2-+->3  3-+->2
///     slot 2   0-+->2  1-+->3  2-+->0  3-+->1
///     slot 3   0-a->2  3-d->1
///     slot 4   -
///     slot 5   1-d->0  1-d->3  2-a->3  2-a->0
///     slot 6   3-d->2  3-a->1
///
/// After Stamoulis and Tsitsiklis 1991, 3.2. All nodes mark "rank", "collect" and "broadcast".
/// Time: exactly 2*ceil(K/d) + 3d - 2 slots for K >= 1, else d.
/// Transmissions: d*2^d + sum of the distances to the roots + K(2^d-1). Ports: all.
/// @return K, in the slot in which it is over
template <cube_node Node>
task<std::uint64_t> exchange_roots(Node& self, initial_messages messages) {
    const int dimensions = self.network().dimensions();
    const prefix rank = co_await prefix_by_exchange(self, messages.size());
    self.mark("rank");
    if (rank.total == 0) {
        self.mark("collect");
        self.mark("broadcast");
        co_return 0;
    }
    const slot phase_slots = share_of_a_tree(rank.total, dimensions) + dimensions - 1;
    root_list collected =
        co_await collect_at_roots(self, assigned_by_rank(messages, rank.own_and_above, dimensions),
                                  self.slot() + phase_slots);
    self.mark("collect");
    co_await broadcast_from_roots_until(self, std::move(collected), tree_ending::unannounced,
                                        self.slot() + phase_slots);
    co_return rank.total;
}

}  // namespace tutti
