/// @file
/// Lower bounds that several collectives and algorithms share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tutti/collective/problem.hpp"
#include "tutti/model/port_model.hpp"
#include "tutti/model/rational.hpp"
#include "tutti/model/slot.hpp"

namespace tutti {

/// Time in which a node with so many links receives a message from each other node, or sends one to
/// each: N-1 over its links, with one port N-1. On hypercubes in whole slots.
/// @param links at least 1, if there are other nodes
[[nodiscard]] rational others_bound(const problem& what, int links);

/// Time that it takes a node with the fewest links of an array or torus to receive the messages of
/// all others, K-1 over its d or 2d links. Varvarigos and Bertsekas, partial multinode broadcast,
/// (3) and (4).
/// @pre the network is a grid
[[nodiscard]] rational reception_bound(const problem& what);

/// Slots that multinode broadcast on any network of n nodes takes with one port: n-1 with full
/// duplex, for each node receives a message a slot; 2(n-1) or, for odd n, 2n with half duplex, for
/// floor(n/2) of the n(n-1) messages move in a slot. Dimakopoulos 1999, (1) to (3).
[[nodiscard]] slot multinode_slots(std::uint64_t nodes, duplex mode) noexcept;

/// The same on a path: 0 and 1 for one and two nodes, from three on ceil(3n/2) - 1 with full
/// duplex; 0, 2 and ceil(5n/2) - 2 with half duplex. A node of the middle sends n+1 packets and
/// receives n-1, and its last ones have still to come to the ends.
[[nodiscard]] slot path_slots(std::size_t nodes, duplex mode) noexcept;

/// The least time of multinode broadcast on this very network. With one port, `multinode_slots()`;
/// sharper are
/// - the time of `path_slots()` on paths of three nodes or more, and
/// - n+1 slots with full duplex on arrays whose sides are all odd: one of the two halves that its
///   links join has a node more than the other, and receives from the other alone.
///
/// With all ports, what the node with the fewest has to receive through them.
[[nodiscard]] rational multinode_bound(const problem& what);

}  // namespace tutti
