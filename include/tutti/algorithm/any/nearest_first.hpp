/// @file
/// Queues in front of a node's ports for packets that come from nearer and farther origins.
#pragma once

#include <cstddef>
#include <queue>
#include <tuple>
#include <vector>

#include "tutti/algorithm/message_packet.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Packets that wait at a node's ports. Of those at one port, the first to leave has the nearest
/// origin; of origins as far, and of the messages of one, the smallest id and number.
class nearest_first {
public:
    /// @param port_limit of the node
    explicit nearest_first(port port_limit) : queues_(static_cast<std::size_t>(port_limit)) {}

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

    /// @param distance of the node from the packet's origin
    void push(port through, int distance, const message_packet& packet) {
        queues_[static_cast<std::size_t>(through)].push({distance, packet});
        ++size_;
    }

    /// Sends the first packet of every port where one waits, by increasing port, and takes it out.
    template <class Node>
    void drain(Node& self) {
        for (std::size_t i = 0; i < queues_.size(); ++i) {
            if (!queues_[i].empty()) {
                self.send(static_cast<port>(i), queues_[i].top().packet);
                queues_[i].pop();
                --size_;
            }
        }
    }

private:
    struct waiting {
        int distance = 0;
        message_packet packet;

        // std::priority_queue has the largest in front.
        friend bool operator<(const waiting& one, const waiting& other) noexcept {
            return one.order() > other.order();
        }
        [[nodiscard]] std::tuple<int, node_id, std::uint32_t> order() const noexcept {
            const message content = packet.content();
            return {distance, content.origin, content.number};
        }
    };

    std::vector<std::priority_queue<waiting>> queues_;  // by port
    std::size_t size_ = 0;                              // of all
};

}  // namespace tutti
