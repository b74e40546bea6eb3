/// @file
/// Prefix sums over all nodes, from a node's own id upwards.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Result of a prefix sum at one node.
struct prefix {
    std::uint64_t own_and_above = 0;  ///< sum over this node and all with larger ids
    std::uint64_t total = 0;          ///< sum over all nodes, where the node learns it
};

/// Partial sums that a node stores between the two sweeps of `prefix_by_tree`.
struct upward_sums {
    std::uint64_t block = 0;                  ///< sum over the block that the node hosts
    std::vector<std::uint64_t> right_halves;  ///< sum over the right half of each block in it
};

/// Height of the largest block of ids that `self` hosts: blocks of 2^i consecutive ids are hosted
/// by the smallest of them.
template <node_of<hypercube> Node>
[[nodiscard]] int hosted_height(const Node& self) {
    return self.id() == 0 ? self.network().dimensions() : std::countr_zero(self.id());
}

/// Up-sweep of the binary tree over the ids: the host of a right half sends its sum to the host of
/// the whole block. Stamoulis and Tsitsiklis 1991, 3.2 (phase 1). Takes d slots.
template <node_of<hypercube> Node>
task<upward_sums> sweep_up(Node& self, std::uint64_t value) {
    upward_sums sums{.block = value, .right_halves = {}};
    const int height = hosted_height(self);
    for (int i = 0; i < height; ++i) {
        co_await self.mail();
        const std::uint64_t right = self.received(i)->payload();
        sums.right_halves.push_back(right);
        sums.block += right;
    }
    if (self.id() != 0) {
        self.send(height, short_packet::count(packet_kind::up, sums.block));
    }
    co_return sums;
}

/// Hears the sum over all ids to the right of the hosted block; 0 for node 0, which hosts all.
template <node_of<hypercube> Node>
task<std::uint64_t> receive_right_sum(Node& self) {
    if (self.id() == 0) {
        co_return 0;
    }
    co_await self.mail();
    co_return self.inbox().front().packet.payload();
}

/// Down-sweep: the host of a block sends the host of its right half the sum of the nodes to the
/// right of it.
template <node_of<hypercube> Node>
task<> sweep_down(Node& self, upward_sums sums, std::uint64_t right) {
    for (int i = hosted_height(self) - 1; i >= 0; --i) {
        self.send(i, short_packet::count(packet_kind::down, right));
        right += sums.right_halves[static_cast<std::size_t>(i)];
        if (i > 0) {
            co_await self.next_slot();
        }
    }
}

/// Prefix sum over the binary tree of the ids, rooted at node 0. A node marks "rank" as soon as it
/// knows its sum; what it still owes to others it sends afterwards. The total is known at node 0.
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (phase 1).
/// Time: exactly 2d slots. Transmissions: 2(2^d - 1). Ports: all.
template <cube_node Node>
task<prefix> prefix_by_tree(Node& self, std::uint64_t value, milestone milestone) {
    const upward_sums sums = co_await sweep_up(self, value);
    const std::uint64_t right = co_await receive_right_sum(self);
    self.mark(milestone);
    co_await sweep_down(self, sums, right);
    co_return prefix{.own_and_above = sums.block + right, .total = self.id() == 0 ? sums.block : 0};
}

/// Prefix sum over the tree, after which node 0 sends the total to its d neighbours, the nodes 2^j.
/// All nodes know from d alone when it is over, and return after 2d+1 slots.
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (phase 1). Time: exactly 2d + 1 slots. Transmissions: 2(2^d -
/// 1) + d. Ports: all.
template <cube_node Node>
task<prefix> prefix_with_total(Node& self, std::uint64_t value) {
    const int dimensions = self.network().dimensions();
    const slot begin = self.slot();
    const upward_sums sums = co_await sweep_up(self, value);
    const std::uint64_t right = co_await receive_right_sum(self);
    co_await sweep_down(self, sums, right);
    prefix prefix{.own_and_above = sums.block + right};
    if (self.id() == 0) {
        prefix.total = sums.block;
        co_await self.until(begin + slot{2} * dimensions);
        for (int i = 0; i < dimensions; ++i) {
            self.send(i, short_packet::count(packet_kind::total, prefix.total));
        }
    }
    co_await self.until(begin + slot{2} * dimensions + 1);
    if (std::has_single_bit(self.id())) {
        prefix.total = self.inbox().front().packet.payload();
    }
    co_return prefix;
}

/// Prefix sum by exchanging totals over one dimension after the other; every node learns the total.
///
/// The dimension exchange of the literature; faster than the tree, with more packets.
/// Time: exactly d slots. Transmissions: d * 2^d. Ports: one a slot.
template <cube_node Node>
task<prefix> prefix_by_exchange(Node& self, std::uint64_t value) {
    prefix prefix{.own_and_above = value, .total = value};
    for (int i = 0; i < self.network().dimensions(); ++i) {
        self.send(i, short_packet::count(packet_kind::total, prefix.total));
        co_await self.next_slot();
        const std::uint64_t heard = self.received(i)->payload();
        const bool neighbour_is_above = (self.id() >> i & 1U) == 0;
        prefix.own_and_above += neighbour_is_above ? heard : 0;
        prefix.total += heard;
    }
    co_return prefix;
}

}  // namespace tutti
