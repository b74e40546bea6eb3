/// @file
/// Schedule of multinode broadcast in the shout model, on any connected network.
#pragma once

#include <cstdint>

#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// Takes the packet of every participant to all others, packet r that of rank r, if a node sends
/// one packet over any of its links or hears one in a slot; a switch uses each of its links by
/// itself. In every slot the sender and packet that the most free neighbours lack
/// go first; of several, the sender with most packets, the packet that has been heard least, the
/// first by number from the sender's rank, and the smallest sender. The sender and those that lack
/// the packet are free no more. A shout is one send for each node that hears it, and 2 slots a node
/// at worst on the networks that were tried. Of two tables the one with fewer slots is taken, as in
/// `one_port_matching`.
///
/// O(shouts * degree^3 * N / 64) time; N^2 / 4 bytes and 12 a send.
/// @pre a connected network
[[nodiscard]] send_table loudest_first(const link_table& links,
                                       const participant_set& participants = {});

/// @param packets the number of participants
[[nodiscard]] schedule_cost loudest_first_cost(std::uint64_t nodes, std::uint64_t links,
                                               std::uint64_t packets);

}  // namespace tutti
