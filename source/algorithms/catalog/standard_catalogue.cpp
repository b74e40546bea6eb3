#include "collectives/collectives.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue.hpp"

namespace tutti {

// Each is defined beside its program.
algorithm binomial_broadcast_entry(), broadcast_single_port_entry(), prefix_roots_entry(),
    exchange_roots_entry(), random_roots_entry(), random_roots_detected_entry(), greedy_entry(),
    pair_entry(), ranked_entry(), ranked_after_prefix_entry(), fixed_trees_entry(),
    split_packing_entry(), packing_broadcast_entry(), packing_alternating_entry(),
    one_dimension_entry(), line_greedy_entry(), multinode_rotation_classes_entry(),
    multinode_disjoint_trees_entry(), multinode_quarter_turns_entry(),
    multinode_split_classes_entry(), multinode_classes_entry(), multinode_one_dimension_entry(),
    multinode_both_ways_entry(), multinode_doubling_entry(), multinode_hamiltonian_entry(),
    multinode_hamiltonian_path_entry(), multinode_product_entry(), scatter_balanced_tree_entry(),
    scatter_single_port_entry(), gather_balanced_tree_entry(), gather_single_port_entry(),
    total_exchange_recursive_entry(), total_exchange_single_port_entry(), prefix_by_tree_entry(),
    prefix_by_exchange_entry(), mesh_prefix_entry(), successive_rotated_entry(),
    successive_sequential_entry(), successive_unrotated_entry(), mesh_packing_entry(),
    monotone_routing_entry(), broadcast_intervals_entry(), ring_emulation_entry(),
    torus_emulation_entry(), partial_exchange_entry(), direct_gather_entry(),
    replayed_gather_entry(), random_intermediate_entry(), greedy_antipode_entry(),
    ranked_repeat_entry(), ranked_repeat_exchange_entry(), scatter_multinode_tree_entry(),
    gather_multinode_tree_entry(), multinode_one_way_entry(), total_exchange_one_way_entry(),
    total_exchange_stages_entry(), multinode_tree_entry(), multinode_tree_periodic_entry(),
    multinode_matching_entry(), as_multinode_entry(), packing_prefix_entry(), packing_ranks_entry(),
    monotone_prefix_entry(), matrix_transposition_entry(), prefix_by_allgather_entry(),
    flooding_entry(), broadcasts_over_trees_entry(), scatter_shortest_paths_entry(),
    gather_shortest_paths_entry(), exchange_shortest_paths_entry(), reduce_binomial_entry(),
    reduce_ranked_entry(), reduce_disjoint_trees_entry(), reduce_single_port_entry(),
    reduce_shortest_paths_entry(), reduce_scatter_rotation_classes_entry(),
    reduce_scatter_halving_entry(), reduce_scatter_hamiltonian_entry(),
    reduce_scatter_both_ways_entry(), reduce_scatter_quarter_turns_entry(),
    reduce_scatter_split_classes_entry(), reduce_scatter_tree_entry(),
    allreduce_rotation_classes_entry(), allreduce_edge_trees_entry(),
    allreduce_dimension_exchange_entry(), allreduce_halving_entry(), allreduce_doubling_entry(),
    allreduce_hamiltonian_entry(), allreduce_both_ways_entry(), allreduce_quarter_turns_entry(),
    allreduce_split_classes_entry(), allreduce_windows_entry(), allreduce_tree_entry(),
    barrier_dimension_exchange_entry(), barrier_single_port_entry(), barrier_rounds_entry();

namespace {

template <class... Made>
void add(catalogue& catalogue, Made... made) {
    // One after the other, in the same place on the stack: all together would take 80 KiB of it.
    for (const auto make : {made...}) {
        catalogue.add(make());
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): a list
catalogue standard_catalogue() {
    catalogue algorithms;
    algorithms.adds_library_ = true;
    // Collectives come first, since algorithms name them. The order of the algorithms of a
    // collective is that of preference.
    add(algorithms, broadcast, simultaneous_broadcast, multinode_broadcast, scatter, gather,
        total_exchange, prefix_sum, successive_broadcasts, packing, monotone_routing,
        dynamic_broadcast, ring_emulation, torus_emulation, partial_exchange, partial_gather,
        matrix_transposition, reduce, reduce_scatter, allreduce, barrier);
    add(algorithms, binomial_broadcast_entry, broadcast_single_port_entry, prefix_roots_entry,
        exchange_roots_entry, random_roots_entry, random_roots_detected_entry, greedy_entry,
        pair_entry, ranked_entry, ranked_after_prefix_entry, fixed_trees_entry, split_packing_entry,
        packing_broadcast_entry, packing_alternating_entry, one_dimension_entry, line_greedy_entry,
        multinode_rotation_classes_entry, multinode_disjoint_trees_entry,
        multinode_quarter_turns_entry, multinode_split_classes_entry, multinode_classes_entry,
        multinode_one_dimension_entry, multinode_both_ways_entry, multinode_doubling_entry,
        multinode_hamiltonian_entry, multinode_hamiltonian_path_entry, multinode_product_entry,
        scatter_balanced_tree_entry, scatter_single_port_entry, gather_balanced_tree_entry,
        gather_single_port_entry, total_exchange_recursive_entry, total_exchange_single_port_entry,
        prefix_by_tree_entry, prefix_by_exchange_entry, mesh_prefix_entry, successive_rotated_entry,
        successive_sequential_entry, successive_unrotated_entry, mesh_packing_entry,
        monotone_routing_entry, broadcast_intervals_entry, ring_emulation_entry,
        torus_emulation_entry, partial_exchange_entry, direct_gather_entry, replayed_gather_entry,
        random_intermediate_entry, greedy_antipode_entry, ranked_repeat_entry,
        ranked_repeat_exchange_entry, scatter_multinode_tree_entry, gather_multinode_tree_entry,
        multinode_one_way_entry, total_exchange_one_way_entry, total_exchange_stages_entry,
        multinode_tree_entry, multinode_tree_periodic_entry, multinode_matching_entry,
        as_multinode_entry, packing_prefix_entry, packing_ranks_entry, monotone_prefix_entry,
        matrix_transposition_entry, prefix_by_allgather_entry, flooding_entry,
        broadcasts_over_trees_entry, scatter_shortest_paths_entry, gather_shortest_paths_entry,
        exchange_shortest_paths_entry, reduce_binomial_entry, reduce_ranked_entry,
        reduce_disjoint_trees_entry, reduce_single_port_entry, reduce_shortest_paths_entry,
        reduce_scatter_rotation_classes_entry, reduce_scatter_halving_entry,
        reduce_scatter_hamiltonian_entry, reduce_scatter_both_ways_entry,
        reduce_scatter_quarter_turns_entry, reduce_scatter_split_classes_entry,
        reduce_scatter_tree_entry, allreduce_rotation_classes_entry, allreduce_edge_trees_entry,
        allreduce_dimension_exchange_entry, allreduce_halving_entry, allreduce_doubling_entry,
        allreduce_hamiltonian_entry, allreduce_both_ways_entry, allreduce_quarter_turns_entry,
        allreduce_split_classes_entry, allreduce_windows_entry, allreduce_tree_entry,
        barrier_dimension_exchange_entry, barrier_single_port_entry, barrier_rounds_entry);
    algorithms.adds_library_ = false;
    algorithms.is_standard_ = true;
    return algorithms;
}

}  // namespace tutti
