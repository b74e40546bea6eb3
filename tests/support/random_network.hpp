/// @file
/// Random networks of irregular degree.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tutti/topology/graph.hpp"

namespace support {

/// A connected graph: a random tree and up to `more_links` further links. The same for the same
/// seed.
[[nodiscard]] tutti::graph random_graph(std::size_t nodes, std::size_t more_links,
                                        std::uint64_t seed);

/// Node 0 linked to all others.
[[nodiscard]] tutti::graph star(std::size_t nodes);

/// Node x linked to x-1 and x+1 mod `nodes`, which is at least 3. Ports go by the neighbours' ids.
[[nodiscard]] tutti::graph circle(std::size_t nodes);

}  // namespace support
