/// @file
/// Two one-dimensional networks: grids that are made of their length.
#pragma once

#include <cstddef>

#include "tutti/topology/grid.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// Nodes 0..p-1 in a row. Port 0 leads to the next smaller id, port 1 to the next larger; an end
/// lacks one of them, and the other keeps its number.
class path : public tutti::grid {
public:
    /// @param nodes p, at least 1
    explicit path(std::size_t nodes) : grid{{static_cast<int>(nodes)}, tutti::grid_edge::open} {}
};

/// Nodes 0..p-1 in a circle. Port 0 leads to the next smaller id mod p, port 1 to the next larger.
/// A ring of two nodes is a path, a ring of one has no links.
class ring : public tutti::grid {
public:
    /// @param nodes p, at least 1
    explicit ring(std::size_t nodes) : grid{{static_cast<int>(nodes)}, tutti::grid_edge::closed} {}
};

static_assert(tutti::regular_topology<path>);
static_assert(tutti::regular_topology<ring>);

}  // namespace support
