#include "tutti/topology/properties.hpp"

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

}  // namespace

network_properties properties_of(const network& any) {
    return std::visit([](const auto& shape) { return known_of(shape); }, any);
}

}  // namespace tutti
