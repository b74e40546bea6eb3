/// @file
/// K simultaneous broadcasts, each over its own binomial tree, first come, first served.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "topology/trees/binomial_tree.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/port_queues.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Of K messages that follow the binomial trees of their sources, how many wait at a node at the
/// same time, at most: of the half that it relays at all, half. A few more are for random sources,
/// but not more than when all nodes send; a node that they are chosen to burden has more.
[[nodiscard]] inline std::size_t waiting_broadcasts(const hypercube& cube,
                                                    std::uint64_t message_count) noexcept {
    const std::uint64_t nodes = cube.node_count();
    const std::uint64_t if_all_broadcast = (message_count + nodes - 1) / nodes * nodes / 4;
    const std::uint64_t spread = whole_part(std::sqrt(message_count));
    return std::min(message_count / 4 + spread, if_all_broadcast);
}

/// K simultaneous broadcasts, source x over the tree x ^ T: messages that want the same link queue
/// up for it. Every node is given K. Marks "broadcast".
/// @param children gives the dimensions to the children of a node in T, which is rooted at node 0
/// @param queues in front of the links, as `port_queues`, which choose the message that goes first
template <cube_node Node, class Children, class Queues>
task<> broadcasts_over_trees(Node& self, initial_messages initial, std::uint64_t message_count,
                             Children children, Queues queues) {
    std::uint64_t held = 0;
    const auto take = [&](auto& node, const short_packet& packet) {
        const message content = packet.as_message();
        node.deliver(content);
        queues.push_each(children(node.id() ^ content.origin).bits(), packet);
        ++held;
    };
    for (std::size_t m = 0; m < initial.size(); ++m) {
        take(self, short_packet::of(initial[m], packet_kind::data));
    }
    queues.drain(self);  // and what the inbox shows in this slot is of the phase before
    if (!queues.empty() || held < message_count) {
        co_await self.mail_or(queues.empty() ? never : self.slot() + 1);
        co_await each_slot(self, queues, [&, take](auto& node) {
            for_each_arrival(node, [&](port, const short_packet& packet) { take(node, packet); });
            queues.drain(node);
            if (!queues.empty()) {
                return wait_for::next_slot();
            }
            return held == message_count ? wait_for::nothing() : wait_for::mail();
        });
    }
    self.mark("broadcast");
}

/// The same over binomial trees.
template <cube_node Node, class Queues>
task<> greedy_broadcasts(Node& self, initial_messages messages, std::uint64_t message_count,
                         Queues queues) {
    const binomial_tree tree{self.network(), 0};
    return broadcasts_over_trees(
        self, std::move(messages), message_count,
        [tree](node_id relative) { return tree.children(relative); }, std::move(queues));
}

/// K simultaneous broadcasts without preparation: every message follows the binomial tree of its
/// source, and messages that want the same link queue up for it. Every node is given K.
///
/// Messages a, b and d of nodes 0, 1 and 3 on the 3-cube; in slot 3, b waits at node 2 for a:
///
///     slot 1   0-a->1  0-a->2  0-a->4  1-b->0  1-b->3  1-b->5  3-d->2  3-d->1  3-d->7
///     slot 2   0-b->2  0-b->4  1-a->3  1-a->5  2-d->0  2-d->6  3-b->7
///     slot 3   0-d->4  1-d->5  2-a->6  3-a->7
///     slot 4   2-b->6
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = O(d)). Marks "broadcast". Time: at most d + K - 1 slots
/// for K >= 1. Transmissions: K(2^d - 1). Ports: all.
template <cube_node Node>
task<> greedy_broadcasts(Node& self, initial_messages messages, std::uint64_t message_count) {
    return greedy_broadcasts(
        self, std::move(messages), message_count,
        port_queues<short_packet>{waiting_broadcasts(self.network(), message_count)});
}

}  // namespace tutti
