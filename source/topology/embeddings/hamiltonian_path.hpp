/// @file
/// A path through all nodes of a network.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tutti/topology/network.hpp"

namespace tutti {

/// First nodes, at most `most`, of a Hamiltonian path that begins at node 0: of arrays and tori,
/// the one that winds over their links without those that close the lines, the last digit fastest.
/// Null for other networks.
[[nodiscard]] std::optional<std::vector<node_id>> hamiltonian_path(const network& any,
                                                                   std::size_t most);

}  // namespace tutti
