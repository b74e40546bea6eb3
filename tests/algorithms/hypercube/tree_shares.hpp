/// @file
/// Loads of the disjoint trees as in spec/hypercube.md, where trees and dimensions run from 1 to d.
#pragma once

#include <cstdint>
#include <vector>

#include "collectives/input/broadcasters.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// The messages of each tree, and their ways to its root.
struct tree_shares {
    std::vector<tutti::slot> messages;  ///< N_j, at index j - 1
    std::uint64_t hops = 0;             ///< to the roots, of all messages together

    /// max_j N_j.
    [[nodiscard]] tutti::slot fullest() const;
};

/// If ranks assign the messages: number m of node x to tree ((r_x - a_x - 1 + m) mod d) + 1.
[[nodiscard]] tree_shares shares_by_rank(int dimensions, const tutti::broadcaster_set& senders);

/// If the messages choose at random, by the formula of section 0.
[[nodiscard]] tree_shares shares_at_random(int dimensions, const tutti::broadcaster_set& senders,
                                           std::uint64_t seed);

/// The random tree of message m of node x, both counted as in section 0; from 1.
[[nodiscard]] int random_tree(int dimensions, std::uint64_t seed, tutti::node_id x,
                              std::uint64_t m);

/// The slot in which each node has heard the ends of all trees, if the roots begin after slot
/// `before`: before + max_j (N_j + max(1, dist(x, e_j))).
[[nodiscard]] std::vector<tutti::slot> done_with_trees(const tree_shares& trees,
                                                       tutti::slot before);

/// ceil(K/d).
[[nodiscard]] tutti::slot ceil_of(std::uint64_t packets, int dimensions);

}  // namespace support
