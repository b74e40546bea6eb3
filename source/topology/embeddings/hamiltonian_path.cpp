#include "hamiltonian_path.hpp"

#include <algorithm>

namespace tutti {
namespace {

// The digits of a place, the last one fastest, but every second run over a digit goes back. How
// often it has gone over a digit is what the digits before it make.
node_id snake_node(const grid& shape, std::size_t place) {
    node_id node = 0;
    for (int i = shape.dimensions() - 1; i >= 0; --i) {
        const auto side = static_cast<std::size_t>(shape.side(i));
        const std::size_t runs = place / side;
        const std::size_t step = place % side;
        const std::size_t digit = runs % 2 == 0 ? step : side - 1 - step;
        node += static_cast<node_id>(digit) * shape.stride(i);
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
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        nodes[i] = snake_node(*shape, i);
    }
    return nodes;
}

}  // namespace tutti
