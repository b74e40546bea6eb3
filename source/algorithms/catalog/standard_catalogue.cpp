#include <array>

#include "algorithms/standard_names.hpp"
#include "collectives/collectives.hpp"
#include "tutti/catalog/catalogue.hpp"

namespace tutti {
namespace {

template <class... Functions>
void add(catalogue& catalogue, Functions... described) {
    // One after the other, in the same place on the stack: all together would take 80 KiB of it.
    for (const auto describe_one : {described...}) {
        catalogue.add(describe_one());
    }
}

template <constant_text... Names>
void add_algorithms(catalogue& catalogue, name_list<Names...> /*list*/) {
    add(
        catalogue, +[] { return describe(standard_name<Names>{}); }...);
}

}  // namespace

catalogue standard_catalogue() {
    catalogue algorithms;
    algorithms.adds_library_ = true;
    // Collectives come first, since algorithms name them.
    add(algorithms, broadcast, simultaneous_broadcast, multinode_broadcast, scatter, gather,
        total_exchange, prefix_sum, successive_broadcasts, packing, monotone_routing,
        dynamic_broadcast, ring_emulation, torus_emulation, partial_exchange, partial_gather,
        matrix_transposition, reduce, reduce_scatter, allreduce, barrier);
    add_algorithms(algorithms, standard_names{});
    algorithms.adds_library_ = false;
    algorithms.is_standard_ = true;
    return algorithms;
}

}  // namespace tutti
