#include "tutti/tree/hamiltonian_path.hpp"

#include <algorithm>
#include <stdexcept>
#include <variant>

#include <fmt/format.h>

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

using place = hamiltonian_path_map::place;

std::vector<place> positions(std::size_t nodes, const std::vector<node_id>& order) {
    constexpr std::uint32_t nowhere = ~std::uint32_t{0};
    if (order.size() != nodes) {
        throw std::invalid_argument{
            fmt::format("this is no Hamiltonian path: {} of {} nodes", order.size(), nodes)};
    }
    std::vector<place> places(nodes, place{.position = nowhere});
    for (std::uint32_t i = 0; i < nodes; ++i) {
        const node_id node = order[i];
        if (node >= nodes || places[node].position != nowhere) {
            throw std::invalid_argument{
                fmt::format("this is no Hamiltonian path: position {}, node {}", i, node)};
        }
        places[node].position = i;
    }
    return places;
}

template <topology Network>
port port_towards(const Network& shape, node_id node, node_id other) {
    for (port through = 0; through < shape.port_limit(node); ++through) {
        if (shape.has_port(node, through) && shape.neighbour(node, through) == other) {
            return through;
        }
    }
    throw std::invalid_argument{
        fmt::format("this is no Hamiltonian path: no link from node {} to {}", node, other)};
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

hamiltonian_path_map::hamiltonian_path_map(const network& any, const std::vector<node_id>& order)
    : places_{positions(node_count(any), order)} {
    std::visit(
        [&](const auto& shape) {
            for (std::size_t i = 1; i < order.size(); ++i) {
                places_[order[i - 1]].next = port_towards(shape, order[i - 1], order[i]);
                places_[order[i]].previous = port_towards(shape, order[i], order[i - 1]);
            }
        },
        any);
}

}  // namespace tutti
