/// @file
/// Optimal total exchange over one-way links.
#pragma once

#include <bit>
#include <cstddef>

#include "total_exchange_recursive.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Every node's message to every other node where a link carries one packet a slot, in one
/// direction: each slot of `total_exchange_recursive` becomes two. In the first of them nodes whose
/// id has an even number of ones send, in the second their neighbours; what arrives is used after
/// both.
///
/// On the 2-cube; a1 is the message of node 0 for node 1, b0 that of node 1 for node 0, and so on:
///
///     slot 1   0-a1->1  0-a3->2  3-d2->2  3-d0->1
///     slot 2   1-b0->0  1-b2->3  2-c3->3  2-c1->0
///     slot 3   0-c1->1  0-a2->2  3-b2->2  3-d1->1
///     slot 4   1-d0->0  1-b3->3  2-a3->3  2-c0->0
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, sections 1 and 5. All nodes mark
/// "exchange". Time: exactly 2^d slots. Transmissions: d*2^(2d-1). Ports: one-way.
/// @param messages message number m for the node self ^ (m+1)
/// @param columns of the network; outlives the program
template <cube_node Node>
task<> total_exchange_one_way(Node& self, initial_messages messages,
                              const exchange_columns& columns) {
    const int dimensions = self.network().dimensions();
    const slot turn = std::popcount(self.id()) % 2;
    exchange_schedule due{self.network(), self.id(), columns};
    for (std::size_t m = 0; m < messages.size(); ++m) {
        due.put(cube_packet::of(messages[m], cube_packet_kind::data));
    }
    for (slot pair = 0; pair < slot{1} << (dimensions - 1); ++pair) {
        // Those whose turn is the second hear the others before it.
        for (slot half = 0; half < 2; ++half) {
            if (half == turn) {
                for (int k = 0; k < dimensions; ++k) {
                    self.send(k, due.at(static_cast<std::size_t>(pair), k));
                }
            }
            co_await self.next_slot();
            take_exchanged(self, due);
        }
    }
    self.mark("exchange");
}

}  // namespace tutti
