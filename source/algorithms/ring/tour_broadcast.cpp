#include "tour_broadcast.hpp"

#include "topology/embeddings/hamiltonian_cycle.hpp"
#include "topology/embeddings/hamiltonian_path.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

// Networks that are named, but listed, have the times of their trees in the reference figures.
tour_kind tour_of(const network& where) {
    const auto* const links = std::get_if<graph>(&where);
    const auto* const listed =
        links == nullptr ? nullptr : std::get_if<listed_shape>(&links->shape());
    if (listed != nullptr && !listed->name.empty()) {
        return tour_kind::none;
    }
    if (find_hamiltonian_cycle(where).exists == answer::yes) {
        return tour_kind::cycle;
    }
    return hamiltonian_path(where, 1) ? tour_kind::path : tour_kind::none;
}

ring_broadcast along_cycle(const network& where, duplex mode) {
    const hamiltonian_answer found = find_hamiltonian_cycle(where);
    if (!found.at) {
        refuse("no Hamiltonian cycle is known: {}", found.inapplicable_reason);
    }
    return {hamiltonian_map{where, found.first(node_count(where)), grid_edge::closed}, mode};
}

path_broadcast along_path(const network& where, duplex mode) {
    const auto order = hamiltonian_path(where, node_count(where));
    if (!order) {
        refuse("no Hamiltonian path of the network is known");
    }
    return {hamiltonian_map{where, *order, grid_edge::open}, mode};
}

tour_broadcast along_tour(const network& where, duplex mode) {
    switch (tour_of(where)) {
        case tour_kind::cycle:
            return along_cycle(where, mode);
        case tour_kind::path:
            return along_path(where, mode);
        case tour_kind::none:
            break;
    }
    return tree_broadcast{spanning_tree{where, tree_rule::low_degree}, mode};
}

}  // namespace tutti
