/// @file
/// Up to d simultaneous broadcasts in rotated trees, by their ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/algorithm/cube/cube_node.hpp"
#include "tutti/algorithm/cube/prefix_sum.hpp"

namespace tutti {

/// K <= d broadcasts whose messages have distinct ranks: in its slot number m (from 0) a message of
/// rank r is sent over dimension (r+m) mod d by all who have it, so that no two ever meet.
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = d), where the order of the dimensions is misprinted.
/// All nodes mark "broadcast". Time: exactly d slots from now on. Transmissions: K(2^d - 1).
/// Ports: all.
/// @param first_rank of the node's messages, which have consecutive ranks; ranks run from 1 to d
template <cube_node Node>
task<> ranked_broadcasts(Node& self, own_messages mine, std::uint64_t first_rank) {
    const int dimensions = self.network().dimensions();
    const slot begin = self.slot();
    std::vector<cube_packet> held;
    for (std::size_t m = 0; m < mine.size(); ++m) {
        self.deliver(mine[m]);
        const auto rank = static_cast<int>(first_rank + m);
        held.push_back(cube_packet::of(mine[m], cube_packet_kind::data, rank));
    }
    while (self.slot() < begin + dimensions) {
        const auto step = static_cast<int>(self.slot() - begin);
        for (const cube_packet& packet : held) {
            self.send((packet.tree() + step) % dimensions, packet);
        }
        if (held.empty()) {
            co_await self.mail_or(begin + dimensions);
        } else {
            co_await self.next_slot();
        }
        for (const auto [through, packet] : self.inbox()) {
            self.deliver(packet.content());
            held.push_back(packet);
        }
    }
    self.mark("broadcast");
}

/// K <= d broadcasts that compute their ranks first, by the prefix sum over the tree.
///
/// Stamoulis and Tsitsiklis 1991, 3.3. All nodes mark "rank" and "broadcast".
/// Time: exactly 3d slots. Transmissions: (K+2)(2^d - 1). Ports: all.
template <cube_node Node>
task<> ranked_after_prefix(Node& self, own_messages mine) {
    const prefix rank = co_await prefix_by_tree(self, mine.size(), "rank");
    co_await self.until(2 * self.network().dimensions());
    const std::uint64_t first = rank.own_and_above - mine.size() + 1;
    co_await ranked_broadcasts(self, std::move(mine), first);
}

}  // namespace tutti
