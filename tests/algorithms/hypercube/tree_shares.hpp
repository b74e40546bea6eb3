/// @file
/// Loads of the disjoint trees as in spec/hypercube.md, where trees and dimensions run from 1 to d.
#pragma once

#include <cstdint>
#include <vector>

#include "collectives/input/broadcasters.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// The messages of each tree.
struct tree_shares {
    std::vector<tutti::slot> messages;  ///< N_j, at index j - 1

    /// max_j N_j.
    [[nodiscard]] tutti::slot fullest() const;
};

/// If the messages choose at random, by the formula of section 0.
[[nodiscard]] tree_shares shares_at_random(int dimensions, const tutti::broadcaster_set& senders,
                                           std::uint64_t seed);

/// The random tree of message m of node x, both counted as in section 0; from 1.
[[nodiscard]] int random_tree(int dimensions, std::uint64_t seed, tutti::node_id x,
                              std::uint64_t m);

/// ceil(K/d).
[[nodiscard]] tutti::slot ceil_of(std::uint64_t packets, int dimensions);

}  // namespace support
