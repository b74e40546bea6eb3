/// @file
/// Network as a list of its links: what readers of files and families produce.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// Parallel links between two nodes, each of which becomes two directed ones.
struct listed_link {
    node_id from = 0;
    node_id to = 0;
    int copies = 1;  ///< 1 to 64
};

/// Nodes and links of a network, with what is known of its nodes.
struct network_listing {
    std::uint64_t nodes = 0;
    std::vector<listed_link> links{};  ///< each pair of nodes once, in either order
    std::vector<node_id> switches{};   ///< rising; nodes that only forward
    std::vector<std::string> names{};  ///< one for each node, or none at all
    std::string left_out{};            ///< what a file holds besides, for people; may be empty
};

}  // namespace tutti
