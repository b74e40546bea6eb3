/// @file
/// Nodes that hold a network together.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tutti/topology/network.hpp"

namespace tutti {

/// So many nodes without which a network falls into so many parts.
struct node_cut {
    std::size_t nodes = 0;
    std::size_t parts = 0;

    friend bool operator==(const node_cut&, const node_cut&) = default;
};

/// How many nodes more one half of a bipartite network has than the other: 0 or more. Null if it is
/// not bipartite, or nobody knows: networks with a closed form that are no grids, cubes or
/// products.
[[nodiscard]] std::optional<std::size_t> surplus_of_halves(const network& any);

/// Cuts of a connected network with two or more parts, by which what passes through few nodes can
/// be bounded: the smaller half of a bipartite network, without which the others stand alone, and
/// of listed links the node that leaves the most parts, by a search through them, and of a hundred
/// nodes or so the two nodes, by as many searches. Of a path a node in its middle.
[[nodiscard]] std::vector<node_cut> node_cuts(const network& any);

}  // namespace tutti
