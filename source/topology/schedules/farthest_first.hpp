/// @file
/// Schedule of scatter with one port, on any connected network: farthest destination first.
#pragma once

#include <cstdint>

#include "common/duplex_mode.hpp"
#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// Takes packet x from the root to every other participant x, if a node sends one packet and
/// receives one in a slot, in the fewest slots, N-1 with all nodes: over a tree of shortest paths
/// (the parent with the smallest id), by falling distance and then by id. A packet leaves the root
/// in each slot and moves on in every slot. No two packets meet: the packet of slot s crosses its
/// k-th link in slot s + k - 1. The reversal is a gather.
///
/// With half duplex, where a node does one or the other, two packets in a row meet if they go by
/// way of one node: so others go in between, over a tree whose branches are as equal as they get
/// one node after the other. If the largest branch has c participants, that takes 2c-1 slots at
/// least. Branches begin behind the root, and behind switches, which use all ports.
///
/// O(links + sends) time, half duplex O(N * degree of the root) for each number of slots that is
/// tried; 12 bytes for each link of the distances.
/// @pre a connected network
[[nodiscard]] send_table farthest_first(const link_table& links, node_id root,
                                        duplex_mode mode = duplex_mode::full,
                                        const participant_set& participants = {});

[[nodiscard]] schedule_cost farthest_first_cost(std::uint64_t nodes, std::uint64_t links,
                                                std::uint64_t mean_distance);

}  // namespace tutti
