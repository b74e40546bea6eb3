/// @file
/// K simultaneous broadcasts with random trees and a distributed detection of the end of a phase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "broadcast_from_roots.hpp"
#include "collect_at_roots.hpp"
#include "random_roots.hpp"
#include "topology/trees/disjoint_trees.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/catalog/prefix_sum.hpp"

namespace tutti {

/// Root's part while messages travel: it reports to node 0 how many have arrived, over the link
/// that no message uses, until node 0 answers that all have.
template <node_of<hypercube> Node>
task<root_list> collect_and_report(Node& self, std::vector<cube_packet> packets) {
    root_collection<Node> messages{self, packets};
    const int to_node_0 = disjoint_trees::tree_of(self.id());
    for (std::size_t reported = 0;;) {
        messages.send();
        const std::size_t collected = messages.collected().size();
        if (collected > reported) {
            self.send(to_node_0, cube_packet::count(cube_packet_kind::up, collected - reported));
            reported = collected;
        }
        if (messages.has_to_send()) {
            co_await self.next_slot();
        } else {
            co_await self.mail();
        }
        for (const auto [through, packet] : self.inbox()) {
            if (packet.kind() != cube_packet_kind::collect) {
                co_return std::move(messages.collected());
            }
            messages.take(packet);
        }
    }
}

/// Node 0's part while messages travel: it adds up the reports of the roots and, when all messages
/// have arrived, announces it to them. Its own messages have left it by then.
template <node_of<hypercube> Node>
task<> collect_and_add_up(Node& self, std::vector<cube_packet> packets, std::uint64_t total) {
    root_collection<Node> messages{self, packets};
    for (std::uint64_t arrived = 0; arrived < total;) {
        messages.send();
        if (messages.has_to_send()) {
            co_await self.next_slot();
        } else {
            co_await self.mail();
        }
        for (const auto [through, packet] : self.inbox()) {
            // A report: node 0 is a leaf of every tree, so that no message passes through it.
            arrived += packet.payload();
        }
    }
    self.mark("collect");
    for (int i = 0; i < self.network().dimensions(); ++i) {
        self.send(i, cube_packet::count(cube_packet_kind::total, total));
    }
}

/// K simultaneous broadcasts that choose their trees at random without losses: an up-sweep counts
/// the messages at node 0, the roots report their arrivals to it, and the broadcasts start when all
/// messages have arrived. No node is given K.
///
/// Messages a of node 0 and d of node 3 on the 2-cube, which draw the roots 2 and 1; + is a sum,
/// and a dot the end of a tree. Node 0 knows K after slot 2, hears of both arrivals in slot 4, and
/// lets the roots begin in slot 5:
///
///     slot 1   1-+->0  3-+->2
///     slot 2   2-+->0
///     slot 3   0-a->2  3-d->1
///     slot 4   1-+->0  2-+->0
///     slot 5   0-+->1  0-+->2
///     slot 6   1-d->0  1-d->3  2-a->3  2-a->0
///     slot 7   1-.->0  1-.->3  2-.->3  2-.->0  3-d->2  3-a->1
///     slot 8   3-.->2  3-.->1
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (randomised, guaranteed). Node 0 marks "count" and "collect",
/// all nodes mark "broadcast".
/// Time: exactly 2d + 2 + T + N slots for K >= 1, else 2d + 1, where T is the number of slots that
/// the messages travel, at most N+d-1, and N is the number of those that chose the fullest tree.
/// Transmissions: 2^d - 1 + sum of the distances to the roots + reports + d + (K+d)(2^d-1).
/// Ports: all.
template <cube_node Node>
task<> random_roots_detected(Node& self, initial_messages messages) {
    const int dimensions = self.network().dimensions();
    const upward_sums counted = co_await sweep_up(self, messages.size());
    co_await self.until(dimensions);
    root_list collected;
    if (self.id() == 0) {
        self.mark("count");
        co_await collect_and_add_up(self, assigned_at_random(self, messages), counted.block);
    } else if (disjoint_trees::is_root(self.id())) {
        collected = co_await collect_and_report(self, assigned_at_random(self, messages));
    } else {
        collected = co_await collect_at_roots(self, assigned_at_random(self, messages), never);
    }
    co_await broadcast_from_roots(self, std::move(collected));
}

}  // namespace tutti
