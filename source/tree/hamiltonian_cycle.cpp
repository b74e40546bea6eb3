#include "tutti/tree/hamiltonian_cycle.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <variant>

#include "tutti/tree/gray_code.hpp"

namespace tutti {
namespace {

using cycle = std::optional<std::vector<node_id>>;

// One function for each topology.
cycle cycle_of(const hypercube& cube, std::size_t most) {
    std::vector<node_id> nodes(std::min(cube.node_count(), most));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        nodes[i] = gray_code::gray(static_cast<std::uint32_t>(i));
    }
    return nodes;
}

// A ring is its own cycle; those of other grids are not made yet.
cycle cycle_of(const grid& shape, std::size_t most) {
    const bool is_ring = shape.edge() == grid_edge::closed && shape.dimensions() == 1;
    if (!is_ring && shape.node_count() > 2) {
        return std::nullopt;
    }
    std::vector<node_id> nodes(std::min(shape.node_count(), most));
    std::iota(nodes.begin(), nodes.end(), node_id{0});
    return nodes;
}

}  // namespace

std::optional<std::vector<node_id>> hamiltonian_cycle(const network& any, std::size_t most) {
    return std::visit([&](const auto& shape) { return cycle_of(shape, most); }, any);
}

}  // namespace tutti
