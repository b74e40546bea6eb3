/// @file
/// Schedule of broadcast with one port, on any connected network: telephone calls.
#pragma once

#include <cstdint>

#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// Takes packet 0 from the root to every participant, and every node on the way, once; no node but
/// switches sends two or receives two in a slot, nor one and the other. A switch calls all its
/// children at once. On a tree in the fewest slots, by the rule of Slater, Cockayne and
/// Hedetniemi ("Information Dissemination in Trees", 1981): a node calls its children by falling
/// slots that they need, and needs the largest of (slots of the i-th child) + i. Elsewhere by that
/// rule on the best spanning tree of a search, which changes the parents of nodes that are late and
/// stops when the slots are those of `telephone_slots_bound`. The reversal is a reduction.
///
/// O(N) time a change, of which there are 2^24 / N at most; 64 bytes a node.
/// @pre a connected network
[[nodiscard]] send_table telephone_calls(const link_table& links, node_id root,
                                         const participant_set& participants = {});

/// Largest of: ceil(log2 N); the slots in which the numbers of nodes at each distance from the
/// root, or on each side of a bipartite network, can grow as they have to. If not all nodes take
/// part, the larger of ceil(log2 k) and the distance of the farthest participant, and with
/// switches, whose calls are no doubling, the distance.
[[nodiscard]] std::uint32_t telephone_slots_bound(const link_table& links, node_id root,
                                                  const participant_set& participants = {});

[[nodiscard]] schedule_cost telephone_calls_cost(std::uint64_t nodes);

}  // namespace tutti
