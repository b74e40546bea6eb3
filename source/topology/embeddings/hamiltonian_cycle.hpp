/// @file
/// A cycle through all nodes of a network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "topology/networks/properties.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Result of the search for a Hamiltonian cycle. Two nodes with a link count as a cycle, and so
/// does a node alone.
struct hamiltonian_answer {
    /// Existence of a cycle: `unknown` if the search found neither one nor an obstacle.
    answer exists = answer::unknown;
    /// Why none is known, as a clause: "one of its nodes has a single link". Empty if one is.
    std::string inapplicable_reason{};
    /// The node at a position from 0 to N-1 of the cycle; null if none is known. Position 0 is node
    /// 0, and the node at N-1 is a neighbour of it.
    std::function<node_id(std::uint64_t)> at{};

    /// Nodes at the first positions. @pre one is known, of at least this number of nodes
    [[nodiscard]] std::vector<node_id> first(std::size_t count) const;
};

/// By closed form: hypercubes, complete graphs, cube-connected cycles, wrapped butterflies, de
/// Bruijn graphs, tori, and every product or array of these and of paths that has a side that
/// closes or is even. Otherwise by a search of bounded length, which is the same every time and
/// whose cycle is verified. No cycle is ruled out by the degrees, by halves of unequal size, by a
/// node whose removal disconnects the network, or by a search that tries everything.
[[nodiscard]] hamiltonian_answer find_hamiltonian_cycle(const network& any);

}  // namespace tutti
