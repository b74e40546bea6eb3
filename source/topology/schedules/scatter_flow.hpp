/// @file
/// Schedule of scatter in the fewest slots, all ports, on any connected network.
#pragma once

#include <cstdint>

#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// Takes packet x from the root to every other participant x in the fewest slots, by a maximum flow
/// over time (Ford and Fulkerson 1962; Hoppe and Tardos, "The Quickest Transshipment Problem",
/// 2000): a unit of flow from node x before slot t to its neighbour y after it is a packet that
/// crosses x->y in slot t. The number of slots rises from that of `scatter_slots_bound` until k-1
/// units fit. The reversal is a gather, with packets from x. Sends are at least the sum of the
/// distances, and up to 8 % more on most networks.
///
/// Time of some blocking flows with slots * (links + nodes) arcs of 24 bytes.
/// @pre a connected network; slots * nodes and slots * (links + nodes) below 2^31
[[nodiscard]] send_table scatter_flow(const link_table& links, node_id root,
                                      const participant_set& participants = {});

/// Largest, over distances k, of k - 1 and the slots in which the root's links send what is for
/// participants at distance k or more.
[[nodiscard]] std::uint32_t scatter_slots_bound(const link_table& links, node_id root,
                                                const participant_set& participants = {});

/// @param slots of the schedule, or a bound of them
[[nodiscard]] schedule_cost scatter_flow_cost(std::uint64_t nodes, std::uint64_t links,
                                              std::uint64_t slots);

}  // namespace tutti
