/// @file
/// Bounds and counts for communication over shortest paths on any connected network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "tutti/catalog/problem.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Largest number of directed links of a network whose trees are searched: more take seconds each.
inline constexpr std::size_t most_searched_links = std::size_t{1} << 25U;

/// Why an algorithm for connected networks cannot run on `net`, or an empty text.
[[nodiscard]] std::string connectivity_mismatch(const network& net);
/// Why no trees are worked out for a network, or an empty text.
[[nodiscard]] std::string search_obstacle(const network& net);

/// Time and transmissions of flooding.
struct flood_figures {
    slot slots = 0;
    std::uint64_t transmissions = 0;
};

/// Transmissions of flooding: each link is crossed once where one of its ends is nearer to the
/// root, and twice where both receive the message in the same slot. The last packets arrive in slot
/// E, the distance of the farthest node, or in slot E+1 if two nodes as far are neighbours. Null
/// for networks that are too large to search, unless they have two halves with no links within
/// them.
[[nodiscard]] std::optional<flood_figures> flood_from(const network& net, node_id root);

/// Slots in which a node receives from each other one, or sends to each, over its tree of shortest
/// paths: the largest number of nodes beyond a neighbour, itself included.
[[nodiscard]] slot slots_over_shortest_paths(const network& net, node_id root);

/// The sum of the distances of all nodes from the root.
[[nodiscard]] std::uint64_t distances_to(const network& net, node_id root);

/// Sums over the paths of all pairs of nodes, each path in the tree of its destination.
struct all_pairs {
    std::uint64_t distances = 0;        ///< their sum
    std::uint64_t most_along_path = 0;  ///< the sum of the D largest loads of links, D the diameter
};

/// Null for networks for which it takes long to work out.
[[nodiscard]] std::optional<all_pairs> all_pairs_figures(const network& net);

/// The largest distance of a node from a broadcaster; 0 if there is none.
[[nodiscard]] int farthest_from_broadcasters(const problem& problem);

}  // namespace tutti
