/// @file
/// The entries of the catalogue, each defined in the file that instantiates its program.
#pragma once

#include "tutti/algorithm/algorithm.hpp"

namespace tutti {

[[nodiscard]] algorithm binomial_broadcast_entry();
[[nodiscard]] algorithm broadcast_single_port_entry();
[[nodiscard]] algorithm prefix_roots_entry();
[[nodiscard]] algorithm exchange_roots_entry();
[[nodiscard]] algorithm random_roots_entry();
[[nodiscard]] algorithm random_roots_detected_entry();
[[nodiscard]] algorithm greedy_entry();
[[nodiscard]] algorithm pair_entry();
[[nodiscard]] algorithm ranked_entry();
[[nodiscard]] algorithm ranked_after_prefix_entry();
[[nodiscard]] algorithm fixed_trees_entry();
[[nodiscard]] algorithm split_packing_entry();
[[nodiscard]] algorithm packing_broadcast_entry();
[[nodiscard]] algorithm packing_alternating_entry();
[[nodiscard]] algorithm one_dimension_entry();
[[nodiscard]] algorithm line_greedy_entry();
[[nodiscard]] algorithm multinode_rotation_classes_entry();
[[nodiscard]] algorithm multinode_disjoint_trees_entry();
[[nodiscard]] algorithm multinode_quarter_turns_entry();
[[nodiscard]] algorithm multinode_split_classes_entry();
[[nodiscard]] algorithm multinode_classes_entry();
[[nodiscard]] algorithm multinode_one_dimension_entry();
[[nodiscard]] algorithm multinode_both_ways_entry();
[[nodiscard]] algorithm multinode_doubling_entry();
[[nodiscard]] algorithm multinode_hamiltonian_entry();
[[nodiscard]] algorithm multinode_hamiltonian_path_entry();
[[nodiscard]] algorithm multinode_product_entry();
[[nodiscard]] algorithm scatter_balanced_tree_entry();
[[nodiscard]] algorithm scatter_single_port_entry();
[[nodiscard]] algorithm gather_balanced_tree_entry();
[[nodiscard]] algorithm gather_single_port_entry();
[[nodiscard]] algorithm total_exchange_recursive_entry();
[[nodiscard]] algorithm total_exchange_single_port_entry();
[[nodiscard]] algorithm prefix_by_tree_entry();
[[nodiscard]] algorithm prefix_by_exchange_entry();
[[nodiscard]] algorithm mesh_prefix_entry();
[[nodiscard]] algorithm successive_rotated_entry();
[[nodiscard]] algorithm successive_sequential_entry();
[[nodiscard]] algorithm successive_unrotated_entry();
[[nodiscard]] algorithm mesh_packing_entry();
[[nodiscard]] algorithm monotone_routing_entry();
[[nodiscard]] algorithm broadcast_intervals_entry();
[[nodiscard]] algorithm ring_emulation_entry();
[[nodiscard]] algorithm partial_exchange_entry();
[[nodiscard]] algorithm direct_gather_entry();
[[nodiscard]] algorithm replayed_gather_entry();

}  // namespace tutti
