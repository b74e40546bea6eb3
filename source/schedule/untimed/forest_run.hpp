/// @file
/// Pipelined run of the trees of ForestColl, as soon as chunks and links allow.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "schedule/schedule_row.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A send of a tree.
struct forest_send {
    std::uint32_t tree = 0;
    std::uint32_t number = 0;               ///< in the tree, from 0
    std::vector<node_id> path{};            ///< from its source to its destination
    std::vector<std::uint32_t> children{};  ///< sends from its destination
};

struct forest_tree {
    node_id root = 0;
    std::uint32_t first_piece = 0;  ///< of the root's message
    std::uint32_t pieces = 0;
    std::vector<std::uint32_t> children{};  ///< sends from the root
};

struct forest {
    std::vector<forest_tree> trees{};
    std::vector<forest_send> sends{};
};

/// Packets that the links of two nodes carry in a slot.
using link_capacity = std::function<std::uint32_t(node_id from, node_id to)>;

/// Transmissions of a forest, whose messages are roots and whose positions are sends. A chunk takes
/// the next hop in the slot after a hop, and a send starts in the slot after its chunk is there.
[[nodiscard]] std::vector<schedule_row> run_forest(const forest& trees,
                                                   const link_capacity& capacity);

}  // namespace tutti
