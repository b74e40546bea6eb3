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

namespace tutti {

/// Step of a node in every slot of `broadcasts_over_trees`.
template <class Children>
class queues_over_trees {
public:
    /// @param waiting messages that are expected to wait at the same time
    queues_over_trees(std::uint64_t message_count, std::size_t waiting, Children children)
        : message_count_{message_count}, children_{std::move(children)}, queues_{waiting} {}

    /// Takes in a message, of this node or from a neighbour: it queues up for the links to the
    /// node's children in the tree of its source.
    template <class Node>
    void take(Node& self, const cube_packet& packet) {
        const message content = packet.content();
        self.deliver(content);
        queues_.push_each(children_(self.id() ^ content.origin).bits(), packet);
        ++held_;
    }

    /// Takes the packets that have arrived, and sends the oldest packet of every queue. It is over
    /// when the node has all messages, and none of them waits.
    template <node_at_work_of<hypercube> Node>
    step_end step(Node& self) {
        if (has_begun_) {
            for_each_arrival(
                self, [&](port /*through*/, const cube_packet& packet) { take(self, packet); });
        }
        has_begun_ = true;
        queues_.drain(self);
        if (!queues_.empty()) {
            return step_end::next_slot();
        }
        return held_ == message_count_ ? step_end::over() : step_end::mail();
    }

    template <class Ahead>
    void prepare(Ahead& self) const {
        self.expect_arrivals([](const cube_packet& packet) { return packet.content(); });
        queues_.prefetch();
    }

private:
    std::uint64_t message_count_;
    std::uint64_t held_ = 0;
    bool has_begun_ = false;  // whether arrivals are of this phase
    Children children_;
    port_queues<cube_packet> queues_;
};

/// Of K messages, how many a node relays that wait at the same time, at most: in the binomial tree
/// half of those that it relays at all, which are half. A few more are for random broadcasters, but
/// not more than when all broadcast; a node that they are chosen to burden has more.
[[nodiscard]] inline std::size_t waiting_messages(const hypercube& cube,
                                                  std::uint64_t message_count) noexcept {
    const std::uint64_t nodes = cube.node_count();
    const std::uint64_t if_all_broadcast = (message_count + nodes - 1) / nodes * nodes / 4;
    const auto spread = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(message_count)));
    return static_cast<std::size_t>(std::min(message_count / 4 + spread, if_all_broadcast));
}

/// K simultaneous broadcasts, source x over the tree x ^ T: messages that want the same link queue
/// up for it, first come, first served. Every node is given K. Marks "broadcast".
/// @param children gives the dimensions to the children of a node in T, which is rooted at node 0
template <cube_node Node, class Children>
task<> broadcasts_over_trees(Node& self, initial_messages initial, std::uint64_t message_count,
                             Children children) {
    queues_over_trees<Children> messages{
        message_count, waiting_messages(self.network(), message_count), std::move(children)};
    for (std::size_t m = 0; m < initial.size(); ++m) {
        messages.take(self, cube_packet::of(initial[m], cube_packet_kind::data));
    }
    co_await run_steps(self, std::move(messages));
    self.mark("broadcast");
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
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = O(d)). Marks "broadcast".
/// Time: at most d+K-1 slots for K >= 1. Transmissions: K(2^d - 1). Ports: all.
template <cube_node Node>
task<> greedy_broadcasts(Node& self, initial_messages messages, std::uint64_t message_count) {
    const binomial_tree tree{self.network(), 0};
    return broadcasts_over_trees(self, std::move(messages), message_count,
                                 [tree](node_id relative) { return tree.children(relative); });
}

}  // namespace tutti
