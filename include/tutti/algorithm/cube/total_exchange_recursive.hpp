/// @file
/// Optimal total exchange.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/algorithm/cube/cube_packet.hpp"
#include "tutti/collective/own_messages.hpp"
#include "tutti/model/face.hpp"
#include "tutti/model/slot.hpp"
#include "tutti/model/task.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tree/exchange_columns.hpp"

namespace tutti {

/// The packets that wait at a node for one of its dimensions. Those of one origin leave over a
/// dimension in 2^k slots that follow each other; they have a row, made when the first of them
/// comes and given back when the last has left, in which each has the place of its slot.
class exchange_store {
public:
    explicit exchange_store(int dimensions)
        : dimensions_{dimensions}, rows_(std::size_t{1} << dimensions) {}

    /// Takes out what is to be sent over dimension `k` in slot `at`, which is not one of the first
    /// 2^k. @return the packet of nobody if it has not come
    [[nodiscard]] cube_packet take(int k, std::uint64_t at) noexcept {
        const std::uint64_t length = std::uint64_t{1} << k;
        std::vector<cube_packet>& row = row_of(k, at >> k);
        if (row.empty()) {
            return cube_packet::none();
        }
        const cube_packet due = row[at & (length - 1)];
        if ((at & (length - 1)) == length - 1) {
            row = {};
        }
        return due;
    }

    /// Keeps a packet that is to leave over dimension `k` as number `place` of its origin, whose
    /// turn at that dimension is number `turn`, from 1.
    void keep(int k, std::uint64_t turn, std::uint32_t place, const cube_packet& packet) {
        std::vector<cube_packet>& row = row_of(k, turn);
        row.resize(std::size_t{1} << k);
        row[place] = packet;
    }

private:
    // Dimension k has 2^(d-1-k) turns, the node's own the first.
    [[nodiscard]] std::vector<cube_packet>& row_of(int k, std::uint64_t turn) noexcept {
        return rows_[(std::size_t{1} << (dimensions_ - 1 - k)) + turn];
    }

    int dimensions_;
    std::vector<std::vector<cube_packet>> rows_;
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
                self.send(k, waiting.take(k, static_cast<std::uint64_t>(self.slot())));
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
                waiting.keep(k, origin >> (k + 1), columns.position(left), packet);
            }
        }
    }
    self.mark("exchange");
}

}  // namespace tutti
