#include "tree_shares.hpp"

#include <algorithm>
#include <cstddef>

#include "topology/random.hpp"

namespace support {

using tutti::node_id;
using tutti::slot;

slot tree_shares::fullest() const { return std::ranges::max(messages); }

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
            const int tree = random_tree(dimensions, seed, senders.nodes[i], m);
            ++trees.messages[static_cast<std::size_t>(tree - 1)];
        }
    }
    return trees;
}

slot ceil_of(std::uint64_t packets, int dimensions) {
    const auto d = static_cast<std::uint64_t>(dimensions);
    return static_cast<slot>((packets + d - 1) / d);
}

}  // namespace support
