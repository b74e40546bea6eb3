/// @file
/// A cycle through all nodes of a network.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tutti/topology/network.hpp"

namespace tutti {

/// The first nodes, at most `most`, of a Hamiltonian cycle that begins at node 0; null where none
/// is known. The last node of the whole cycle is a neighbour of node 0. Of two nodes with a link,
/// and of a node alone, all nodes count as a cycle.
[[nodiscard]] std::optional<std::vector<node_id>> hamiltonian_cycle(const network& any,
                                                                    std::size_t most);

}  // namespace tutti
