/// @file
/// Known properties of a network as a graph.
#pragma once

#include <cstdint>

#include "tutti/topology/network.hpp"

namespace tutti {

/// An answer that is not always known.
enum class answer : std::uint8_t { no, yes, unknown };

/// Facts that hold for a whole network.
struct network_properties {
    int least_degree = 0;
    int most_degree = 0;
    bool is_bipartite = false;  ///< every link joins two halves of the nodes
    /// Vertex transitivity: the network looks the same from every node.
    answer vertex_transitive = answer::no;
};

/// Properties of the network's kind. Of listed links by one search through the graph; whether it
/// looks the same from every node is known only where degrees differ.
[[nodiscard]] network_properties properties_of(const network& any);

}  // namespace tutti
