#include "hamiltonian_map.hpp"

#include "util/value_syntax.hpp"

namespace tutti {

hamiltonian_map::hamiltonian_map(const network& any, const std::vector<node_id>& order,
                                 grid_edge edge)
    : places_(tutti::node_count(any), place{.position = ~std::uint32_t{0}}) {
    const std::size_t nodes = places_.size();
    if (order.size() != nodes) {
        refuse("not a Hamiltonian path: {} of {} nodes", order.size(), nodes);
    }
    // A node whose position is in range already occurs twice in the order.
    for (std::uint32_t i = 0; i < nodes; ++i) {
        const node_id node = order[i];
        if (node >= nodes || places_[node].position < nodes) {
            refuse("not a Hamiltonian path: position {}, node {}", i, node);
        }
        places_[node].position = i;
    }
    for (std::size_t i = 1; i < nodes; ++i) {
        link(any, order[i - 1], order[i]);
    }
    if (edge == grid_edge::closed && nodes > 1) {
        link(any, order.back(), order.front());
    }
}

// Both directions are stored, and the order needs a link for each pair of successive nodes.
void hamiltonian_map::link(const network& any, node_id from, node_id to) {
    places_[from].next = port_towards(any, from, to);
    places_[to].previous = port_towards(any, to, from);
    if (places_[from].next == none) {
        refuse("not a Hamiltonian path: no link from node {} to {}", from, to);
    }
}

}  // namespace tutti
