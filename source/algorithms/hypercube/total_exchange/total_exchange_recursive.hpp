/// @file
/// Optimal total exchange.
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "topology/trees/exchange_columns.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Send schedule of a node, by dimension, for each of the 2^(d-1) slots of total exchange.
class exchange_schedule {
public:
    /// Of node `here`. @param columns outlives this
    exchange_schedule(const hypercube& cube, node_id here, const exchange_columns& columns)
        : dimensions_{static_cast<std::size_t>(cube.dimensions())},
          here_{here},
          columns_{&columns},
          packets_(dimensions_ << (dimensions_ - 1)) {}

    /// Packet of slot `t`, from 0, and dimension `k`; that of no node if it has not arrived.
    [[nodiscard]] const cube_packet& at(std::size_t t, int k) const noexcept {
        return packets_[t * dimensions_ + static_cast<std::size_t>(k)];
    }

    /// Puts in a packet that is not for this node. It crosses the highest dimension k that is left
    /// for it. In 2^k slots that follow each other dimension k is crossed by packets of the same
    /// origin, o: those of the node itself first, the others by increasing o ^ `here`, in which
    /// only bits above k are one; within an origin the order is that of column k.
    void put(const cube_packet& packet) noexcept {
        const node_id origin = packet.content().origin ^ here_;
        const node_id left = origin ^ (packet.content().number + 1);
        const int k = static_cast<int>(std::bit_width(left)) - 1;
        const std::size_t t = (std::size_t{origin} >> (k + 1) << k) + columns_->position(left);
        packets_[t * dimensions_ + static_cast<std::size_t>(k)] = packet;
    }

private:
    std::size_t dimensions_;
    node_id here_;
    const exchange_columns* columns_;
    std::vector<cube_packet> packets_;  // by slot and dimension
};

/// Takes the packets that have arrived in total exchange.
template <cube_node Node>
void take_exchanged(Node& self, exchange_schedule& due) {
    for (const auto [through, packet] : self.inbox()) {
        const message content = packet.content();
        if ((content.origin ^ (content.number + 1)) == self.id()) {
            self.deliver(content);
        } else {
            due.put(packet);
        }
    }
}

/// Every node's message to every other node. Packets cross the dimensions that are left for them in
/// decreasing order, each in the slot that `exchange_schedule` has for it. All links are busy in
/// all slots.
///
/// On the 2-cube; a1 is the message of node 0 for node 1, b0 that of node 1 for node 0, and so on:
///
///     slot 1   0-a1->1  0-a3->2  1-b0->0  1-b2->3  2-c3->3  2-c1->0  3-d2->2  3-d0->1
///     slot 2   0-c1->1  0-a2->2  1-d0->0  1-b3->3  2-a3->3  2-c0->0  3-b2->2  3-d1->1
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 5. All nodes mark "exchange".
/// Time: exactly 2^(d-1) slots. Transmissions: d*2^(2d-1). Ports: all.
/// @param messages message number m for the node self ^ (m+1)
/// @param columns of the network; outlives the program
template <cube_node Node>
task<> total_exchange_recursive(Node& self, initial_messages messages,
                                const exchange_columns& columns) {
    const int dimensions = self.network().dimensions();
    exchange_schedule due{self.network(), self.id(), columns};
    for (std::size_t m = 0; m < messages.size(); ++m) {
        due.put(cube_packet::of(messages[m], cube_packet_kind::data));
    }
    while (self.slot() < slot{1} << (dimensions - 1)) {
        for (int k = 0; k < dimensions; ++k) {
            self.send(k, due.at(static_cast<std::size_t>(self.slot()), k));
        }
        co_await self.next_slot();
        take_exchanged(self, due);
    }
    self.mark("exchange");
}

}  // namespace tutti
