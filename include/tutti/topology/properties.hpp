/// @file
/// What is known of a network as a graph.
#pragma once

#include "tutti/topology/network.hpp"

namespace tutti {

/// Facts that hold for a whole network.
struct network_properties {
    int least_degree = 0;
    int most_degree = 0;
    bool is_bipartite = false;          ///< every link joins two halves of the nodes
    bool is_vertex_transitive = false;  ///< the network looks the same from every node
};

/// By what is known of its kind: no search.
[[nodiscard]] network_properties properties_of(const network& any);

}  // namespace tutti
