/// @file
/// K simultaneous broadcasts, each over its own binomial tree, first come, first served.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tutti/collective/cube/cube_packet.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/message.hpp"
#include "tutti/machine/port_queues.hpp"
#include "tutti/machine/task.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tree/binomial_tree.hpp"
#include "tutti/workload/own_messages.hpp"

namespace tutti {

/// What a node does in `broadcasts_over_trees`: it queues what it has towards the children.
template <node_of<hypercube> Node, class Children>
class queues_over_trees {
public:
    queues_over_trees(Node& self, Children children)
        : self_{&self}, children_{std::move(children)} {}

    /// Takes in a message of this node.
    void take(const message& content) { take(cube_packet::of(content, cube_packet_kind::data)); }

    // Functions of their own, for what they work with stays in registers then, as it does not in a
    // coroutine.

    /// Takes in what has arrived, and has what will be sent next fetched from memory.
    [[gnu::noinline]] void hear() {
        for_each_arrival(*self_,
                         [&](port /*through*/, const cube_packet& packet) { take(packet); });
        queues_.prefetch();
    }

    /// Sends the oldest packet of every queue.
    [[gnu::noinline]] void send() {
        auto links = sending(*self_);
        queues_.drain(links);
    }

    /// Whether something waits to be sent.
    [[nodiscard]] bool has_to_send() const noexcept { return !queues_.empty(); }

    /// The messages that the node has had so far.
    [[nodiscard]] std::uint64_t held() const noexcept { return held_; }

private:
    void take(const cube_packet& packet) {
        const message content = packet.content();
        self_->deliver(content);
        for (const int i : children_(self_->id() ^ content.origin)) {
            queues_.push(i, packet);
        }
        ++held_;
    }

    Node* self_;
    Children children_;
    port_queues<cube_packet> queues_;
    std::uint64_t held_ = 0;
};

/// K simultaneous broadcasts, source x over the tree x ^ T: messages that want the same link queue
/// up for it, first come, first served. Every node is given K. Marks "broadcast".
/// @param children gives the dimensions to the children of a node in T, which is rooted at node 0
template <node_of<hypercube> Node, class Children>
    requires carries<Node, cube_packet>
task<> broadcasts_over_trees(Node& self, own_messages mine, std::uint64_t message_count,
                             Children children) {
    queues_over_trees<Node, Children> messages{self, std::move(children)};
    for (std::size_t m = 0; m < mine.size(); ++m) {
        messages.take(mine[m]);
    }
    for (;;) {
        messages.send();
        if (!messages.has_to_send() && messages.held() == message_count) {
            break;
        }
        if (messages.has_to_send()) {
            co_await self.next_slot();
        } else {
            co_await self.mail();
        }
        messages.hear();
        co_await fetched(self);
    }
    self.mark("broadcast");
}

/// K simultaneous broadcasts without preparation: every message follows the binomial tree of its
/// source, and messages that want the same link queue up for it. Every node is given K.
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = O(d)). Marks "broadcast".
/// Time: at most d+K-1 slots for K >= 1. Transmissions: K(2^d - 1). Ports: all.
template <node_of<hypercube> Node>
    requires carries<Node, cube_packet>
task<> greedy_broadcasts(Node& self, own_messages mine, std::uint64_t message_count) {
    const binomial_tree tree{self.network(), 0};
    return broadcasts_over_trees(self, std::move(mine), message_count,
                                 [tree](node_id relative) { return tree.children(relative); });
}

}  // namespace tutti
