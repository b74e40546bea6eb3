/// @file
/// Schedule of multinode broadcast with one port, on any connected network.
#pragma once

#include <cstdint>

#include "common/duplex_mode.hpp"
#include "common/link_table.hpp"
#include "common/send_table.hpp"

namespace tutti {

/// Takes the packet of every node to all others, a matching of senders and receivers in each slot.
/// Full duplex: the nodes with the fewest packets choose first, of the neighbours that have most of
/// use, and more receivers find one by augmenting paths (Kuhn 1955). Half duplex: pairs by the
/// packets of the receiver and the sends of the sender so far (`node_pairs`). Every receiver gets
/// the packet that it prefers (`packet_possession`). Each packet reaches each node once; the
/// reversal is a reduce-scatter, as sends and receptions swap.
///
/// O(slots * links * N / 64) time and the matchings; N^2 / 4 bytes and 12 a send.
/// @pre a connected network
[[nodiscard]] send_table one_port_matching(const link_table& links, duplex_mode mode);

[[nodiscard]] schedule_cost one_port_matching_cost(std::uint64_t nodes, std::uint64_t links,
                                                   duplex_mode mode);

}  // namespace tutti
