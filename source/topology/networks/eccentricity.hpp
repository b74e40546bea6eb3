/// @file
/// Eccentricity: distance from given nodes to the farthest node of a network.
#pragma once

#include <cstdint>
#include <span>

#include "tutti/topology/network.hpp"
#include "util/number_sequence.hpp"

namespace tutti {

/// The links that searches from given nodes may look at before they stop.
inline constexpr std::uint64_t most_links_from_nodes = std::uint64_t{1} << 20U;

/// Links to the farthest node from the one of `from` for which that is most; 0 if there is none. By
/// closed form where all nodes look alike, and on arrays. Else by a search from each of `from`, or
/// from the first ones where that takes too long: then it may be less than the truth, never more.
/// Of a graph in several parts, within one of them.
[[nodiscard]] int farthest_from(const network& any, std::span<const node_id> from,
                                std::uint64_t most_links = most_links_from_nodes);

/// The same for nodes that need not be listed. Of all nodes the diameter, where that is known
/// exactly.
[[nodiscard]] int farthest_from_sequence(const network& any, const number_sequence& from,
                                         std::uint64_t most_links = most_links_from_nodes);

}  // namespace tutti
