/// @file
/// What is known about multinode broadcast with one port, whatever the algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/collective/problem.hpp"
#include "tutti/model/duplex.hpp"
#include "tutti/model/rational.hpp"
#include "tutti/model/slot.hpp"

namespace tutti {

/// Slots that any network of n nodes takes: n-1 with full duplex, for each node receives a message
/// a slot; 2(n-1) or, for odd n, 2n with half duplex, for floor(n/2) of the n(n-1) messages move in
/// a slot. Dimakopoulos 1999, (1) to (3).
[[nodiscard]] slot multinode_slots(std::uint64_t nodes, duplex mode) noexcept;

/// The least time on this very network and under these ports. With one port, `multinode_slots()`;
/// sharper are
/// - the time of `path_slots()` on paths of three nodes or more, and
/// - n+1 slots with full duplex on arrays whose sides are all odd: one of the two halves that its
///   links join has a node more than the other, and receives from the other alone.
///
/// Where a node uses all its ports, what the node with the fewest has to receive through them.
[[nodiscard]] rational multinode_bound(const problem& what);

/// n(n-1): every message reaches every other node once.
[[nodiscard]] std::optional<std::uint64_t> multinode_hops(const problem& what);

/// The one phase of these programs, "broadcast", which all nodes end together.
[[nodiscard]] std::vector<phase> multinode_phases(const problem& what, slot slots);

}  // namespace tutti
