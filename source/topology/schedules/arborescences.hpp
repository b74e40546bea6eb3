/// @file
/// Edge-disjoint trees for the broadcast of long messages, all ports, on any network.
#pragma once

#include <cstdint>
#include <vector>

#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// A tree of links away from a root to all participants; its leaves are some of them.
struct arborescence {
    std::vector<link_id> link_into;  ///< of each node; `no_link` at the root and outside the tree
    std::uint32_t height = 0;        ///< largest depth of a participant
};

/// As many arborescences without a common directed link as the least maximum flow from the root to
/// a participant has units (Edmonds, "Edge-Disjoint Branchings", 1973), made one after the other by
/// the proof of Lovasz (1976): a tree grows by the least link by (depth, sender, port) that leaves
/// the flow of the trees to come. What leads to no participant is cut off.
///
/// If the flow to some other node has fewer units, no tree could span it: nodes that do not take
/// part are split off before, as Bang-Jensen, Frank and Jackson show that they can be (1995). Where
/// that would take long, there are as many trees as can span all nodes, and one where the flows
/// alone would.
///
/// O(trees^2 * links^2) time at the worst, some milliseconds at 256 nodes, and with nodes that are
/// split off O(trees * links^2) for each participant; 4 bytes a node and tree.
/// @pre a connected network; the root is a participant
[[nodiscard]] std::vector<arborescence> arborescences(const link_table& links, node_id root,
                                                      const participant_set& participants = {});

/// Sends of a broadcast of pieces over the trees: each piece goes to the tree whose next piece
/// ends first, and a node passes it on at once. At most ceil(pieces / trees) + (largest height) - 1
/// slots; pieces * (N-1) sends if all nodes take part. The reversal is a reduction of as many
/// values.
[[nodiscard]] send_table broadcast_over(const link_table& links,
                                        const std::vector<arborescence>& trees,
                                        std::uint32_t pieces);

[[nodiscard]] schedule_cost arborescences_cost(std::uint64_t nodes, std::uint64_t links,
                                               std::uint64_t least_degree);

}  // namespace tutti
