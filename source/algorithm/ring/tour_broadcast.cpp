#include "tutti/algorithm/ring/tour_broadcast.hpp"

#include <stdexcept>

#include "tutti/tree/hamiltonian_cycle.hpp"
#include "tutti/tree/hamiltonian_path.hpp"

namespace tutti {

tour_kind tour_of(const network& where) {
    if (find_hamiltonian_cycle(where).exists == answer::yes) {
        return tour_kind::cycle;
    }
    return hamiltonian_path(where, 1) ? tour_kind::path : tour_kind::none;
}

ring_broadcast along_cycle(const network& where, duplex mode) {
    return {hamiltonian_cycle_map{where, find_hamiltonian_cycle(where)}, mode};
}

path_broadcast along_path(const network& where, duplex mode) {
    const auto order = hamiltonian_path(where, node_count(where));
    if (!order) {
        throw std::invalid_argument{"no Hamiltonian path of the network is known"};
    }
    return {hamiltonian_path_map{where, *order}, mode};
}

tour_broadcast along_tour(const network& where, duplex mode) {
    if (tour_of(where) == tour_kind::cycle) {
        return along_cycle(where, mode);
    }
    return along_path(where, mode);
}

slot tour_slots(std::uint64_t nodes, tour_kind tour, duplex mode) noexcept {
    return tour == tour_kind::cycle ? ring_schedule{nodes, mode}.slots() : path_slots(nodes, mode);
}

}  // namespace tutti
