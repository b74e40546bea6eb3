/// @file
/// K simultaneous broadcasts whose messages choose their trees at random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "broadcast_from_roots.hpp"
#include "collect_at_roots.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// The messages of a node, each assigned to one of the d trees by the node's own random stream.
template <node_of<hypercube> Node>
std::vector<cube_packet> assigned_at_random(Node& self, const initial_messages& messages) {
    const auto trees = static_cast<std::uint64_t>(self.network().dimensions());
    std::vector<cube_packet> assigned;
    for (std::size_t m = 0; m < messages.size(); ++m) {
        const auto tree = static_cast<int>(self.random() % trees);
        assigned.push_back(cube_packet::of(messages[m], cube_packet_kind::collect, tree));
    }
    return assigned;
}

/// K simultaneous broadcasts with fixed budgets: every tree is given the time for `budget`
/// messages, and those that a root has beyond are lost. Everything arrives if and only if no tree
/// was chosen by more messages than that, which no node can know for certain.
///
/// Messages a of node 0 and d of node 3 on the 2-cube, with time for one in each tree; a draws the
/// root 2, d the root 1. A dot is the end of a tree:
///
///     slot 1   0-a->2  3-d->1
///     slot 2   -
///     slot 3   1-d->0  1-d->3  2-a->3  2-a->0
///     slot 4   1-.->0  1-.->3  2-.->3  2-.->0  3-d->2  3-a->1
///     slot 5   3-.->2  3-.->1
///
/// Had both drawn the same root, it would broadcast one of them, and the other would be lost.
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (randomised). All nodes mark "collect" and "broadcast".
/// Time: exactly 2*budget + 2d - 1 slots. Transmissions, if nothing is lost: sum of the distances
/// to the roots + (K+d)(2^d-1). Ports: all.
/// @param budget B = ceil(C*K/d), the same at all nodes, as K is known to all; at least 0
template <cube_node Node>
task<> random_roots(Node& self, initial_messages messages, slot budget) {
    const int dimensions = self.network().dimensions();
    root_list collected = co_await collect_at_roots(self, assigned_at_random(self, messages),
                                                    budget + dimensions - 1);
    self.mark("collect");
    if (collected.size() > static_cast<std::size_t>(budget)) {
        collected.resize(static_cast<std::size_t>(budget));
    }
    co_await broadcast_from_roots_until(self, std::move(collected), tree_ending::announced,
                                        self.slot() + budget + dimensions);
}

}  // namespace tutti
