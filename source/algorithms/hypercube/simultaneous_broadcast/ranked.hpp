/// @file
/// Up to d simultaneous broadcasts in rotated trees, by their ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/catalog/prefix_sum.hpp"

namespace tutti {

/// Round of K <= d broadcasts whose messages have distinct ranks: in its slot number m (from 0) a
/// message of rank r is sent over dimension (r+m) mod d by all nodes that have it, so that no two
/// ever meet. Takes d slots.
/// @param first_rank of the node's messages, which have consecutive ranks; ranks run from 1 to d
template <cube_node Node>
task<> ranked_round(Node& self, std::vector<message> mine, std::uint64_t first_rank) {
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
}

/// The node's messages of one of several rounds, in each of which it has as many.
[[nodiscard]] inline std::vector<message> messages_of_round(const initial_messages& mine,
                                                            std::size_t round, std::size_t rounds) {
    const std::size_t each = mine.size() / rounds;
    std::vector<message> now;
    for (std::size_t m = round * each; m < (round + 1) * each; ++m) {
        now.push_back(mine[m]);
    }
    return now;
}

/// `ranked_round`, with all messages.
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = d), where the order of the dimensions is misprinted.
/// All nodes mark "broadcast". Time: exactly d slots from now on. Transmissions: K(2^d - 1).
/// Ports: all.
template <cube_node Node>
task<> ranked_broadcasts(Node& self, initial_messages mine, std::uint64_t first_rank) {
    co_await ranked_round(self, messages_of_round(mine, 0, 1), first_rank);
    self.mark("broadcast");
}

/// K <= d broadcasts that compute their ranks first, by the prefix sum over the tree.
///
/// Stamoulis and Tsitsiklis 1991, 3.3. All nodes mark "rank" and "broadcast".
/// Time: exactly 3d slots. Transmissions: (K+2)(2^d - 1). Ports: all.
template <cube_node Node>
task<> ranked_after_prefix(Node& self, initial_messages mine) {
    const prefix rank = co_await prefix_by_tree(self, mine.size(), "rank");
    co_await self.until(2 * self.network().dimensions());
    const std::uint64_t first = rank.own_and_above - mine.size() + 1;
    co_await ranked_broadcasts(self, std::move(mine), first);
}

/// Method that computes the ranks.
enum class ranking : std::uint8_t { over_tree, by_exchange };

/// K <= d broadcasts of the same nodes, with as many messages each, in every one of several rounds:
/// ranks are found once. Nodes are given the number of rounds.
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = d), over the tree; by dimension exchange it takes d
/// slots less. All nodes mark "rank" once and "round" in every round. Time: exactly (2+R)d slots,
/// (1+R)d by exchange. Transmissions: (2+RK)(2^d - 1), d*2^d + RK(2^d - 1) by exchange. Ports: all.
/// @param mine those of all rounds, round after round
template <cube_node Node>
task<> ranked_rounds(Node& self, initial_messages mine, std::size_t rounds, ranking how) {
    const std::size_t each = rounds == 0 ? 0 : mine.size() / rounds;
    prefix rank;
    if (how == ranking::over_tree) {
        rank = co_await prefix_by_tree(self, each, "rank");
        co_await self.until(2 * self.network().dimensions());
    } else {
        rank = co_await prefix_by_exchange(self, each);
        self.mark("rank");
    }
    for (std::size_t round = 0; round < rounds; ++round) {
        co_await ranked_round(self, messages_of_round(mine, round, rounds),
                              rank.own_and_above - each + 1);
        self.mark("round");
    }
}

}  // namespace tutti
