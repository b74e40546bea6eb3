/// @file
/// Trees for simultaneous broadcast from unknown sources, all ports, on any connected network.
#pragma once

#include <cstdint>
#include <optional>

#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// A schedule by `receiver_matching` of one packet for each participant, numbered by rank, in which
/// the packet of p crosses the tree of its sends to all others, no path of which is longer than the
/// distance from p and `detour` more links; any length if null. Nodes forward the messages of a
/// source over its tree, and of several that wait for a link first the one that crosses it earliest
/// in the table: then any set of nodes that broadcast one message each needs no more slots than the
/// table has. A `detour` of 0 gives trees of shortest paths.
///
/// Time and memory of `receiver_matching`, and 4 bytes for each pair of nodes.
[[nodiscard]] send_table delivery_trees(const link_table& links,
                                        std::optional<std::uint32_t> detour,
                                        const participant_set& participants = {});

[[nodiscard]] schedule_cost delivery_trees_cost(std::uint64_t nodes, std::uint64_t links);

}  // namespace tutti
