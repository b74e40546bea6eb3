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
task<> ranked_round(Node& self, std::vector<message> own_messages, std::uint64_t first_rank) {
    const int dimensions = self.network().dimensions();
    const slot begin = self.slot();
    std::vector<cube_packet> packets;
    for (std::size_t m = 0; m < own_messages.size(); ++m) {
        self.deliver(own_messages[m]);
        const auto rank = static_cast<int>(first_rank + m);
        packets.push_back(cube_packet::of(own_messages[m], cube_packet_kind::data, rank));
    }
    while (self.slot() < begin + dimensions) {
        const auto step = static_cast<int>(self.slot() - begin);
        for (const cube_packet& packet : packets) {
            self.send((packet.tree() + step) % dimensions, packet);
        }
        if (packets.empty()) {
            co_await self.mail_or(begin + dimensions);
        } else {
            co_await self.next_slot();
        }
        for (const auto [through, packet] : self.inbox()) {
            self.deliver(packet.content());
            packets.push_back(packet);
        }
    }
}

/// The node's messages of one of several rounds, in each of which it has as many.
[[nodiscard]] inline std::vector<message> messages_of_round(const initial_messages& messages,
                                                            std::size_t round, std::size_t rounds) {
    const std::size_t each = messages.size() / rounds;
    std::vector<message> now;
    for (std::size_t m = round * each; m < (round + 1) * each; ++m) {
        now.push_back(messages[m]);
    }
    return now;
}

/// `ranked_round`, with all messages.
///
/// Messages g, d and b of nodes 6, 3 and 1 on the 3-cube, with the ranks 1, 2 and 3; g crosses
/// dimensions 1, 2, 0, then d 2, 0, 1, and b 0, 1, 2:
///
///     slot 1   1-b->0  3-d->7  6-g->4
///     slot 2   0-b->2  1-b->3  3-d->2  4-g->0  6-g->2  7-d->6
///     slot 3   0-g->1  0-b->4  1-b->5  2-g->3  2-d->0  2-b->6  3-d->1  3-b->7  4-g->5  6-g->7
///              6-d->4  7-d->5
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = d), where the order of the dimensions is misprinted.
/// All nodes mark "broadcast". Time: exactly d slots from now on. Transmissions: K(2^d - 1).
/// Ports: all.
template <cube_node Node>
task<> ranked_broadcasts(Node& self, initial_messages messages, std::uint64_t first_rank) {
    co_await ranked_round(self, messages_of_round(messages, 0, 1), first_rank);
    self.mark("broadcast");
}

/// K <= d broadcasts that compute their ranks first, by the prefix sum over the tree.
///
/// Messages a and d of nodes 0 and 3 on the 2-cube; + is a sum. Ranks are known after slot 4:
///
///     slot 1   1-+->0  3-+->2
///     slot 2   2-+->0
///     slot 3   0-+->2
///     slot 4   0-+->1  2-+->3
///     slot 5   0-a->1  3-d->1
///     slot 6   0-a->2  1-d->0  1-a->3  3-d->2
///
/// Stamoulis and Tsitsiklis 1991, 3.3. All nodes mark "rank" and "broadcast".
/// Time: exactly 3d slots. Transmissions: (K+2)(2^d - 1). Ports: all.
template <cube_node Node>
task<> ranked_after_prefix(Node& self, initial_messages messages) {
    const prefix rank = co_await prefix_by_tree(self, messages.size(), "rank");
    co_await self.until(2 * self.network().dimensions());
    const std::uint64_t first = rank.own_and_above - messages.size() + 1;
    co_await ranked_broadcasts(self, std::move(messages), first);
}

/// Method that computes the ranks.
enum class ranking : std::uint8_t { over_tree, by_exchange };

/// K <= d broadcasts of the same nodes, with as many messages each, in every one of several rounds:
/// ranks are found once. Nodes are given the number of rounds.
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = d), over the tree; by dimension exchange it takes d
/// slots less. All nodes mark "rank" once and "round" in every round. Time: exactly (2+R)d slots,
/// (1+R)d by exchange. Transmissions: (2+RK)(2^d - 1), d*2^d + RK(2^d - 1) by exchange. Ports: all.
/// @param messages those of all rounds, round after round
template <cube_node Node>
task<> ranked_rounds(Node& self, initial_messages messages, std::size_t rounds, ranking method) {
    const std::size_t each = rounds == 0 ? 0 : messages.size() / rounds;
    prefix rank;
    if (method == ranking::over_tree) {
        rank = co_await prefix_by_tree(self, each, "rank");
        co_await self.until(2 * self.network().dimensions());
    } else {
        rank = co_await prefix_by_exchange(self, each);
        self.mark("rank");
    }
    for (std::size_t round = 0; round < rounds; ++round) {
        co_await ranked_round(self, messages_of_round(messages, round, rounds),
                              rank.own_and_above - each + 1);
        self.mark("round");
    }
}

}  // namespace tutti
