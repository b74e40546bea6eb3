#include "tree_shares.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "topology/random.hpp"

namespace support {
namespace {

using tutti::node_id;
using tutti::slot;

// dist(x, e_j).
int distance(node_id x, int j) { return std::popcount(x ^ (node_id{1} << (j - 1))); }

void add(tree_shares& trees, node_id x, int j) {
    ++trees.messages[static_cast<std::size_t>(j - 1)];
    trees.hops += static_cast<std::uint64_t>(distance(x, j));
}

}  // namespace

slot tree_shares::fullest() const { return std::ranges::max(messages); }

tree_shares shares_by_rank(int dimensions, const tutti::broadcaster_set& senders) {
    const auto d = static_cast<std::uint64_t>(dimensions);
    tree_shares trees{.messages = std::vector<slot>(d)};
    std::uint64_t r = senders.packet_count();
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        const std::uint64_t a = senders.packets[i];
        for (std::uint64_t m = 1; m <= a; ++m) {
            add(trees, senders.nodes[i], static_cast<int>((r - a - 1 + m) % d) + 1);
        }
        r -= a;
    }
    return trees;
}

int random_tree(int dimensions, std::uint64_t seed, node_id x, std::uint64_t m) {
    const std::uint64_t drawn =
        tutti::mix(seed + 0x9E3779B97F4A7C15U * (std::uint64_t{x} + 1) + 0xD1B54A32D192ED03U * m);
    return 1 + static_cast<int>(drawn % static_cast<std::uint64_t>(dimensions));
}

tree_shares shares_at_random(int dimensions, const tutti::broadcaster_set& senders,
                             std::uint64_t seed) {
    tree_shares trees{.messages = std::vector<slot>(static_cast<std::size_t>(dimensions))};
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        for (std::uint64_t m = 1; m <= senders.packets[i]; ++m) {
            add(trees, senders.nodes[i], random_tree(dimensions, seed, senders.nodes[i], m));
        }
    }
    return trees;
}

std::vector<slot> done_with_trees(const tree_shares& trees, slot before) {
    const auto d = static_cast<int>(trees.messages.size());
    std::vector<slot> done(std::size_t{1} << d);
    for (node_id x = 0; x < done.size(); ++x) {
        for (int j = 1; j <= d; ++j) {
            const slot way = std::max(1, distance(x, j));
            done[x] =
                std::max(done[x], before + trees.messages[static_cast<std::size_t>(j - 1)] + way);
        }
    }
    return done;
}

slot ceil_of(std::uint64_t packets, int dimensions) {
    const auto d = static_cast<std::uint64_t>(dimensions);
    return static_cast<slot>((packets + d - 1) / d);
}

}  // namespace support
