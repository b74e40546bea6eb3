/// @file
/// Node cuts: sets of nodes whose removal disconnects a network.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tutti/topology/network.hpp"

namespace tutti {

/// Node cut: a number of nodes whose removal splits a network into a number of parts.
struct node_cut {
    std::size_t nodes = 0;
    std::size_t parts = 0;

    friend bool operator==(const node_cut&, const node_cut&) = default;
};

/// Difference in size between the halves of a bipartite network: 0 or more. Null if it is not
/// bipartite, or the answer is unknown: networks with a closed form that are no grids, cubes or
/// products.
[[nodiscard]] std::optional<std::size_t> surplus_of_halves(const network& any);

/// Cuts of a connected network into two or more parts, for bounds on the traffic through few nodes:
/// the smaller half of a bipartite network, without which the others are isolated, and of listed
/// links the node that leaves the most parts, by a search through them, and of a hundred nodes or
/// so the two nodes, by as many searches. Of a path a node in its middle.
[[nodiscard]] std::vector<node_cut> node_cuts(const network& any);

}  // namespace tutti
