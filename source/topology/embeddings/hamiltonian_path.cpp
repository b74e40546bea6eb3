#include "hamiltonian_path.hpp"

#include <algorithm>

namespace tutti {
namespace {

// The digits of a place, the last one fastest, but every second run over a digit goes back. How
// often it has gone over a digit is what the digits before it make.
node_id snake_node(const grid& shape, node_id place) {
    node_id node = 0;
    for (int i = shape.dimensions() - 1; i >= 0; --i) {
        const node_id side = shape.nodes_along(i);
        const node_id runs = place / side;
        const node_id step = place % side;
        const node_id digit = runs % 2 == 0 ? step : side - 1 - step;
        node += digit * shape.stride(i);
        place = runs;
    }
    return node;
}

}  // namespace

std::optional<std::vector<node_id>> hamiltonian_path(const network& any, std::size_t most) {
    const auto* const shape = std::get_if<grid>(&any);
    if (shape == nullptr) {
        return std::nullopt;
    }
    std::vector<node_id> nodes(std::min(shape->node_count(), most));
    for (node_id i = 0; i < nodes.size(); ++i) {
        nodes[i] = snake_node(*shape, i);
    }
    return nodes;
}

}  // namespace tutti
