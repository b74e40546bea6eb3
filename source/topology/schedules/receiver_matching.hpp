/// @file
/// Schedule of packets that all nodes need, on any connected network: receiver matching.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "common/wanted_packets.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// Takes packets from known sources to all nodes that want them, all ports. In every slot the links
/// into each node bring it different packets that it lacks, as many as possible, and those that its
/// neighbours lack most and that are rarest (`packet_possession`). Each packet reaches each node
/// once, which makes packets * (N-1) sends; slots are at most packets + diameter - 1, and with one
/// packet a node at most N + diameter - 2, as Topkis proves for flooding ("Concurrent Broadcast for
/// Information Dissemination", IEEE Trans. Software Eng. 1985). Its reversal is a reduce-scatter,
/// or a reduction.
///
/// Nodes that do not want a packet take it as the others do, so that the bound holds with the
/// largest distance from a source to a node that wants its packet; the table ends when nothing
/// wanted is missing, and is pruned: the sends of a packet are a tree whose leaves want it.
///
/// O(slots * links * packets / 64) time; 2 * nodes * packets bits and 12 bytes a send.
/// @param sources the node at which each packet begins
/// @pre a connected network
[[nodiscard]] send_table receiver_matching(const link_table& links,
                                           std::span<const node_id> sources,
                                           const wanted_packets& wanted = {});

[[nodiscard]] schedule_cost receiver_matching_cost(std::uint64_t nodes, std::uint64_t links,
                                                   std::uint64_t packets);

/// Sources of `packets` packets: packet p begins at the participant of rank p mod k. Of those with
/// k m packets, packet i k + r is piece i of rank r.
[[nodiscard]] std::vector<node_id> packets_in_turn(const link_table& links, std::uint32_t packets,
                                                   const participant_set& participants = {});

}  // namespace tutti
