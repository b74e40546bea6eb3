/// @file
/// K simultaneous broadcasts in three phases: ranks, roots, pipelined trees.
#pragma once

#include <utility>

#include "broadcast_from_roots.hpp"
#include "collect_at_roots.hpp"
#include "topology/trees/disjoint_trees.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/catalog/prefix_sum.hpp"

namespace tutti {

/// K simultaneous broadcasts from any nodes, any number of messages each, without knowledge of the
/// broadcasters: prefix ranks assign the messages evenly to the d roots, reversed trees bring them
/// there, and each root broadcasts its share over its own tree, a message a slot.
///
/// Messages a of node 0 and d of node 3 on the 2-cube, whose roots are nodes 1 and 2; + is a sum,
/// and a dot the end of a tree. Ranks are known after slot 5, and the roots broadcast from slot 8
/// on:
///
///     slot 1    1-+->0  3-+->2
///     slot 2    2-+->0
///     slot 3    0-+->2
///     slot 4    0-+->1  2-+->3
///     slot 5    0-+->1  0-+->2
///     slot 6    0-a->2  3-d->1
///     slot 7    -
///     slot 8    1-d->0  1-d->3  2-a->3  2-a->0
///     slot 9    1-.->0  1-.->3  2-.->3  2-.->0  3-d->2  3-a->1
///     slot 10   3-.->2  3-.->1
///
/// Stamoulis and Tsitsiklis 1991, 3.2. Marks "rank" (all nodes), "collect" (the roots, which alone
/// know K) and "broadcast" (all nodes). Time: exactly 2*ceil(K/d) + 4d slots, of which 2d+1,
/// ceil(K/d)+d-1 and ceil(K/d)+d a phase. Transmissions: 2(2^d-1) + d + sum of the distances to the
/// roots + (K+d)(2^d-1). Ports: all.
/// @return K
template <cube_node Node>
task<std::uint64_t> prefix_roots(Node& self, initial_messages messages) {
    const int dimensions = self.network().dimensions();
    const prefix rank = co_await prefix_with_total(self, messages.size());
    self.mark("rank");

    const bool is_root = disjoint_trees::is_root(self.id());
    const slot share = share_of_a_tree(rank.total, dimensions);
    const slot end = is_root ? self.slot() + share + dimensions - 1 : never;
    root_list collected = co_await collect_at_roots(
        self, assigned_by_rank(messages, rank.own_and_above, dimensions), end);
    if (is_root) {
        self.mark("collect");
    }

    co_return co_await broadcast_from_roots(self, std::move(collected));
}

}  // namespace tutti
