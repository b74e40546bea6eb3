#include "tour_broadcast.hpp"

#include "topology/embeddings/hamiltonian_cycle.hpp"
#include "topology/embeddings/hamiltonian_path.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

// Networks that are named, but listed, have the times of their trees in the reference figures.
tour_kind tour_of(const network& net) {
    const auto* const links = std::get_if<graph>(&net);
    const auto* const listed =
        links == nullptr ? nullptr : std::get_if<listed_shape>(&links->shape());
    if (listed != nullptr && !listed->name.empty()) {
        return tour_kind::none;
    }
    if (find_hamiltonian_cycle(net).exists == answer::yes) {
        return tour_kind::cycle;
    }
    return hamiltonian_path(net, 1) ? tour_kind::path : tour_kind::none;
}

ring_broadcast along_cycle(const network& net, duplex mode) {
    const hamiltonian_answer answer = find_hamiltonian_cycle(net);
    if (!answer.at) {
        refuse("no Hamiltonian cycle is known: {}", answer.inapplicable_reason);
    }
    return {hamiltonian_map{net, answer.first(node_count(net)), grid_edge::closed}, mode};
}

path_broadcast along_path(const network& net, duplex mode) {
    const auto order = hamiltonian_path(net, node_count(net));
    if (!order) {
        refuse("no Hamiltonian path of the network is known");
    }
    return {hamiltonian_map{net, *order, grid_edge::open}, mode};
}

tour_broadcast along_tour(const network& net, duplex mode) {
    switch (tour_of(net)) {
        case tour_kind::cycle:
            return along_cycle(net, mode);
        case tour_kind::path:
            return along_path(net, mode);
        case tour_kind::none:
            break;
    }
    return tree_broadcast{spanning_tree{net, tree_rule::low_degree}, mode};
}

}  // namespace tutti
