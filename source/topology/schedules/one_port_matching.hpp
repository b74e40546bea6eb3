/// @file
/// Schedule of multinode broadcast with one port, on any connected network.
#pragma once

#include <cstdint>

#include "common/duplex_mode.hpp"
#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// Takes the packet of every participant to all others, packet r that of rank r, a matching of
/// senders and receivers in each slot. Switches use all ports.
/// Full duplex: the nodes with the fewest packets choose first, of the neighbours that have most of
/// use, and more receivers find one by augmenting paths (Kuhn 1955). Half duplex: pairs by the
/// packets of the receiver and the sends of the sender so far (`node_pairs`). Every receiver gets
/// the packet that it prefers (`packet_possession`). Each packet reaches each node once; the
/// reversal is a reduce-scatter, as sends and receptions swap.
///
/// If there are nodes that take no part, the table is made twice, and pruned: once they take what
/// they can get, once a packet only from a node that is farther than they are from some participant
/// that lacks it (`useful_receptions`). The table with fewer slots counts, or the first.
///
/// O(slots * links * N / 64) time and the matchings; N^2 / 4 bytes and 12 a send.
/// @pre a connected network
[[nodiscard]] send_table one_port_matching(const link_table& links, duplex_mode mode,
                                           const participant_set& participants = {});

/// @param packets the number of participants
[[nodiscard]] schedule_cost one_port_matching_cost(std::uint64_t nodes, std::uint64_t links,
                                                   std::uint64_t packets, duplex_mode mode);

}  // namespace tutti
