#include <cstddef>
#include <string_view>
#include <utility>

#include "algorithms/standard_names.hpp"
#include "collectives/collectives.hpp"
#include "tutti/catalog/catalogue.hpp"

namespace tutti {
namespace {

// One after the other, in the same place on the stack: all together would take 80 KiB of it.
template <class... Functions>
void add_collectives(catalogue& catalogue, Functions... described) {
    for (const auto describe_one : {described...}) {
        catalogue.add(describe_one());
    }
}

struct standard_entry {
    std::string_view name;
    void (*describe)(algorithm& entry);
};

template <constant_text... Names>
void add_algorithms(catalogue& catalogue, name_list<Names...> /*list*/) {
    for (const auto& [name, describe_one] : {standard_entry{
             Names.view(), [](algorithm& entry) { describe(standard_name<Names>{}, entry); }}...}) {
        const std::size_t slash = name.find('/');
        algorithm entry;
        entry.collective = name.substr(0, slash);
        entry.name = name.substr(slash + 1);
        entry.ports = {port_model::all_port};
        describe_one(entry);
        catalogue.add(std::move(entry));
    }
}

}  // namespace

catalogue standard_catalogue() {
    catalogue algorithms;
    algorithms.adds_library_ = true;
    // Collectives come first, since algorithms name them.
    add_collectives(algorithms, broadcast, simultaneous_broadcast, multinode_broadcast, scatter,
                    gather, total_exchange, prefix_sum, successive_broadcasts, packing,
                    monotone_routing, dynamic_broadcast, ring_emulation, torus_emulation,
                    partial_exchange, partial_gather, matrix_transposition, reduce, reduce_scatter,
                    allreduce, barrier);
    add_algorithms(algorithms, standard_names{});
    algorithms.adds_library_ = false;
    algorithms.is_standard_ = true;
    return algorithms;
}

}  // namespace tutti
