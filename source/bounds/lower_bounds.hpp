/// @file
/// Lower bounds that several collectives share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tutti/catalog/lower_bound.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Bound of one slot for each link on a packet's way. @param subject subject is so far away
[[nodiscard]] lower_bound distance_bound(int links, packet_size packets,
                                         std::string_view subject = "the farthest node");

/// The same for messages of the broadcasters to all participants.
[[nodiscard]] lower_bound farthest_bound(const problem& problem, packet_size packets);

/// Time in which a participant with the fewest links receives a message from each other one, or
/// sends one to each: k-1 over its links, with one port k-1.
[[nodiscard]] lower_bound others_bound(const problem& problem, packet_size packets);

/// Time that it takes a participant with the fewest links, with one port any, to receive the
/// messages of all others over them, K-1 where each has one. On arrays and tori these are d or 2d:
/// Varvarigos and Bertsekas, partial multinode broadcast, (3) and (4).
[[nodiscard]] lower_bound reception_bound(const problem& problem, packet_size packets);

/// Time that broadcasts on a line take. On a path, up to node j from an end, K_j messages cross the
/// link after it, and the last of them goes on over p-2-j more: the largest sum of the two, over
/// the nodes j < p-1 with K_j > 0 and both ends. On a ring a node hears all messages but its own
/// over two links.
/// @pre the network is a grid of one dimension
[[nodiscard]] lower_bound line_bound(const problem& problem, packet_size packets);

/// Slots that multinode broadcast on any network of n nodes takes with one port: n-1 with full
/// duplex, for each node receives a message a slot; 2(n-1) or, for odd n, 2n with half duplex, for
/// floor(n/2) of the n(n-1) messages move in a slot. Dimakopoulos 1999, (1) to (3).
[[nodiscard]] slot multinode_slots(std::uint64_t nodes, duplex mode) noexcept;

/// The same on a path: 0 and 1 for one and two nodes, from three on ceil(3n/2) - 1 with full
/// duplex; 0, 2 and ceil(5n/2) - 2 with half duplex. A node of the middle sends n+1 packets and
/// receives n-1, and its last ones have still to come to the ends.
[[nodiscard]] slot path_slots(std::size_t nodes, duplex mode) noexcept;

/// Bound of a node that receives, or sends, a given number of messages, so many in a slot.
[[nodiscard]] lower_bound share_bound(const problem& problem, packet_size packets,
                                      std::uint64_t messages, std::uint64_t shared);

/// Bound of broadcasts where nodes shout: shouts of each message until all have heard it, and
/// receptions, of which a node does one in a slot. 0 with other ports.
[[nodiscard]] lower_bound shouts_bound(const problem& problem, packet_size packets,
                                       std::uint64_t messages);

/// Of multinode broadcast where links are one-way; 0 elsewhere.
[[nodiscard]] lower_bound one_way_bound(const problem& problem, packet_size packets);

/// The least time of multinode broadcast on this very network. With one port, `multinode_slots()`;
/// sharper are
/// - the time of `path_slots()` on paths of three nodes or more, of which the way to the ends is
///   the shorter the smaller the packets are, and
/// - what passes through the few nodes of one of `node_cuts()`: n+1 slots with full duplex on
///   arrays whose sides are all odd, of which one half of the nodes hears from the other alone,
///   which has a node less.
///
/// With all ports, what the node with the fewest has to receive through them. Where not all nodes
/// take part, or some are switches, what participants have to receive and to send.
[[nodiscard]] lower_bound multinode_bound(const problem& problem, packet_size packets);

}  // namespace tutti
