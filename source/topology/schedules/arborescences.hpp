/// @file
/// Edge-disjoint spanning trees for the broadcast of long messages, all ports, on any network.
#pragma once

#include <cstdint>
#include <vector>

#include "common/link_table.hpp"
#include "common/send_table.hpp"

namespace tutti {

/// A spanning tree of links away from a root.
struct arborescence {
    std::vector<link_id> link_into;  ///< of each node; `no_link` at the root
    std::uint32_t height = 0;
};

/// As many arborescences without a common directed link as the least maximum flow from the root to
/// a node has units (Edmonds, "Edge-Disjoint Branchings", 1973), made one after the other by the
/// proof of Lovasz (1976): a tree grows by the least link by (depth, sender, port) that leaves the
/// flow of the trees to come.
///
/// O(trees^2 * links^2) time at the worst, some milliseconds at 256 nodes; 4 bytes a node and tree.
/// @pre a connected network
[[nodiscard]] std::vector<arborescence> arborescences(const link_table& links, node_id root);

/// Sends of a broadcast of pieces over the trees: each piece goes to the tree whose next piece
/// ends first, and a node passes it on at once. At most ceil(pieces / trees) + (largest height) - 1
/// slots; pieces * (N-1) sends. The reversal is a reduction of as many values.
[[nodiscard]] send_table broadcast_over(const link_table& links,
                                        const std::vector<arborescence>& trees,
                                        std::uint32_t pieces);

[[nodiscard]] schedule_cost arborescences_cost(std::uint64_t nodes, std::uint64_t links,
                                               std::uint64_t least_degree);

}  // namespace tutti
