/// @file
/// Queues in front of a node's ports whose packets have an order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include "tutti/catalog/message_program.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Packets that wait at a node's ports. Of those at one port, the first to leave has the smallest
/// precedence; of those that have the same, the smallest id of its origin, and then number.
class ordered_queues {
public:
    /// @param port_limit of the node
    explicit ordered_queues(port port_limit) : queues_(static_cast<std::size_t>(port_limit)) {}

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

    void push(port through, std::int64_t precedence, const message_packet& packet) {
        queues_[static_cast<std::size_t>(through)].push({precedence, packet});
        ++size_;
    }

    /// Sends the first packet of every port where one waits, by increasing port, and takes it out.
    template <class Node>
    void drain(Node& self) {
        for (std::size_t i = 0; size_ > 0 && i < queues_.size(); ++i) {
            if (!queues_[i].empty()) {
                self.send(static_cast<port>(i), queues_[i].top().packet);
                queues_[i].pop();
                --size_;
            }
        }
    }

private:
    struct waiting {
        std::int64_t precedence = 0;
        message_packet packet;

        // std::priority_queue has the largest in front.
        friend bool operator<(const waiting& waiter, const waiting& other) noexcept {
            return waiter.order() > other.order();
        }
        [[nodiscard]] std::tuple<std::int64_t, node_id, std::uint32_t> order() const noexcept {
            const message content = packet.content();
            return {precedence, content.origin, content.number};
        }
    };

    std::vector<std::priority_queue<waiting>> queues_;  // by port
    std::size_t size_ = 0;                              // of all
};

}  // namespace tutti
