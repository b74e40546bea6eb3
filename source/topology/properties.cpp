#include "tutti/topology/properties.hpp"

#include <algorithm>
#include <variant>

namespace tutti {
namespace {

// One function for each topology. The halves of a cube are the ids with an even and with an odd
// number of ones, and id -> id xor x is a symmetry that takes node 0 to any x.
network_properties known_of(const hypercube& cube) {
    return {.least_degree = cube.dimensions(),
            .most_degree = cube.dimensions(),
            .is_bipartite = true,
            .is_vertex_transitive = true};
}

// Digits that count up or down change their sum by one, but for the closing link of an odd line.
// Lines that wrap, and lines of two, look the same from all their nodes.
network_properties known_of(const grid& shape) {
    network_properties known{.is_bipartite = true, .is_vertex_transitive = true};
    for (int i = 0; i < shape.dimensions(); ++i) {
        const int side = shape.side(i);
        const bool wraps = shape.edge() == grid_edge::closed && side > 2;
        known.least_degree += wraps ? 2 : std::min(side - 1, 1);
        known.most_degree += std::min(side - 1, 2);
        known.is_bipartite = known.is_bipartite && (!wraps || side % 2 == 0);
        known.is_vertex_transitive = known.is_vertex_transitive && (wraps || side <= 2);
    }
    return known;
}

}  // namespace

network_properties properties_of(const network& any) {
    return std::visit([](const auto& shape) { return known_of(shape); }, any);
}

}  // namespace tutti
