/// @file
/// Network as a list of its links: what readers of files and families produce.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// The most parallel links between two nodes.
inline constexpr int most_copies = 64;

/// Parallel links between two nodes, each of which becomes two directed ones.
struct listed_link {
    node_id from = 0;
    node_id to = 0;
    int copies = 1;  ///< 1 to `most_copies`
};

/// Nodes and links of a network, with what is known of its nodes.
struct network_listing {
    std::uint64_t nodes = 0;
    std::vector<listed_link> links{};  ///< each pair of nodes once, in either order
    std::vector<node_id> switches{};   ///< rising; nodes that only forward
    std::vector<std::string> names{};  ///< one for each node, or none at all
    /// For each link its places in the orders of the ports of `from` and `to`, which come before
    /// the ids of neighbours; empty: ports are in the order of these ids.
    std::vector<std::pair<port, port>> places{};
    std::string left_out{};  ///< what a file holds besides, for people; may be empty
};

}  // namespace tutti
