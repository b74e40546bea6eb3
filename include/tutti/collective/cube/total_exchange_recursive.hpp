/// @file
/// Optimal total exchange.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tutti/collective/cube/cube_packet.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/slot.hpp"
#include "tutti/machine/task.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tree/exchange_columns.hpp"
#include "tutti/workload/own_messages.hpp"

namespace tutti {

/// The packets that wait at a node for one of its dimensions, each in the place that the schedule
/// has for it, so that none is looked for.
class exchange_store {
public:
    explicit exchange_store(int dimensions)
        : last_(static_cast<std::size_t>(dimensions) - 1),
          packets_(static_cast<std::size_t>(dimensions) << last_) {}

    /// What is to be sent over dimension `k` in slot `at`, which is not one of the first 2^k.
    [[nodiscard]] const cube_packet& due(int k, slot at) const noexcept {
        return packets_[place(k, static_cast<std::size_t>(at))];
    }

    /// Keeps a packet at the place of its slot.
    void keep(int k, std::uint64_t at, const cube_packet& packet) noexcept {
        packets_[place(k, at)] = packet;
    }

private:
    [[nodiscard]] std::size_t place(int k, std::uint64_t at) const noexcept {
        return (static_cast<std::size_t>(k) << last_) + at;
    }

    std::size_t last_;
    std::vector<cube_packet> packets_;  // [dimension][slot]
};

/// Every node's message to every other node. Packets cross the dimensions that are left for them in
/// decreasing order. Over dimension k a node sends its own packets in the first 2^k slots, then
/// those that came from farther, by increasing distance of their origins as a number; within an
/// origin the order is that of `exchange_columns`. All links are busy in all slots.
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 5. All nodes mark "exchange".
/// Time: exactly 2^(d-1) slots. Transmissions: d*2^(2d-1). Ports: all.
/// @param mine message number m for the node self ^ (m+1)
/// @param columns of the network; outlives the program
template <node_of<hypercube> Node>
    requires carries<Node, cube_packet>
task<> total_exchange_recursive(Node& self, own_messages mine, const exchange_columns& columns) {
    const int dimensions = self.network().dimensions();
    const slot end = slot{1} << (dimensions - 1);
    exchange_store waiting{dimensions};
    while (self.slot() < end) {
        for (int k = 0; k < dimensions; ++k) {
            if (self.slot() >> k == 0) {
                const node_id to = columns.at(k, static_cast<std::uint32_t>(self.slot()));
                self.send(k, cube_packet::of(mine[to - 1], cube_packet_kind::data));
            } else {
                self.send(k, waiting.due(k, self.slot()));
            }
        }
        co_await self.next_slot();
        for (const auto [through, packet] : self.inbox()) {
            const message content = packet.content();
            const node_id origin = content.origin ^ self.id();
            const node_id left = origin ^ (content.number + 1);
            if (left == 0) {
                self.deliver(content);
            } else {
                const int k = static_cast<int>(std::bit_width(left)) - 1;
                const std::uint64_t turn = origin >> (k + 1);
                waiting.keep(k, (turn << k) + columns.position(left), packet);
            }
        }
    }
    self.mark("exchange");
}

}  // namespace tutti
