/// @file
/// Queues of messages in front of a node's ports, ordered by precedence, and simultaneous
/// broadcasts by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <queue>
#include <tuple>

#include "collectives/input/initial_messages.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

/// Packets that wait at a node's ports. Of those at one port, the first to leave has the smallest
/// precedence; of those that have the same, the smallest id of its origin, and then number.
class ordered_queues {
public:
    /// @param port_limit of the node
    explicit ordered_queues(port port_limit) : queues_{port_limit} {}

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

    void push(port through, std::int64_t precedence, const short_packet& packet) {
        queues_[through].push({precedence, packet});
        ++size_;
    }

    /// Sends the first packet of every port where one waits, by increasing port, and takes it out.
    template <class Node>
    void drain(Node& self) {
        for (port i = 0; size_ > 0 && i < std::ssize(queues_); ++i) {
            if (!queues_[i].empty()) {
                self.send(i, queues_[i].top().packet);
                queues_[i].pop();
                --size_;
            }
        }
    }

private:
    struct waiting {
        std::int64_t precedence = 0;
        short_packet packet;

        // std::priority_queue has the largest in front.
        friend bool operator<(const waiting& waiter, const waiting& other) noexcept {
            return waiter.order() > other.order();
        }
        [[nodiscard]] std::tuple<std::int64_t, node_id, std::uint32_t> order() const noexcept {
            const message content = packet.as_message();
            return {precedence, content.origin, content.number};
        }
    };

    indexed_vector<port, std::priority_queue<waiting>> queues_;
    std::size_t size_ = 0;  // of all
};

/// Takes a message in, its own or one that arrived.
template <node_at_work Node, class Queue>
void deliver_and_queue(Node& self, const short_packet& packet, bool is_participant, Queue& queue,
                       ordered_queues& waiting) {
    if (is_participant) {
        self.deliver(packet.as_message());
    }
    queue(self, packet, waiting);
}

/// Node's part in broadcasts from any sources: a participant delivers every message, its own and
/// those that arrive, and sends what is queued, until it has `message_count` messages and nothing
/// waits. It marks "broadcast". Other nodes send what is queued, and cannot know when it is over.
/// @param queue `queue(self, packet, queues)` queues a message for the ports that it leaves through
template <node_interface Node, class Queue>
    requires carries<Node, short_packet>
task<> broadcast_in_order(Node& self, initial_messages messages, std::uint64_t message_count,
                          bool is_participant, Queue queue) {
    ordered_queues waiting{self.network().port_limit(self.id())};
    for (std::size_t m = 0; m < messages.size(); ++m) {
        deliver_and_queue(self, short_packet::of(messages[m]), is_participant, queue, waiting);
    }
    // A node that takes no part never has what it needs.
    const std::uint64_t needed = is_participant ? message_count : ~std::uint64_t{0};
    for (std::uint64_t stored = messages.size();;) {
        waiting.drain(self);
        const bool is_idle = waiting.empty();
        if (is_idle && stored == needed) {
            break;
        }
        if (is_idle && !is_participant) {
            co_await self.relay();
        } else {
            co_await self.mail_or(is_idle ? never : self.slot() + 1);
        }
        for (const auto [through, packet] : self.inbox()) {
            deliver_and_queue(self, packet, is_participant, queue, waiting);
            ++stored;
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
