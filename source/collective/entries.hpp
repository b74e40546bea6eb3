/// @file
/// The entries of the catalogue, each defined in the file that instantiates its program.
#pragma once

#include "tutti/collective/catalogue.hpp"

namespace tutti {

[[nodiscard]] algorithm binomial_broadcast_entry();
[[nodiscard]] algorithm prefix_roots_entry();
[[nodiscard]] algorithm exchange_roots_entry();
[[nodiscard]] algorithm random_roots_entry();
[[nodiscard]] algorithm random_roots_detected_entry();
[[nodiscard]] algorithm greedy_entry();
[[nodiscard]] algorithm pair_entry();
[[nodiscard]] algorithm ranked_entry();
[[nodiscard]] algorithm ranked_after_prefix_entry();
[[nodiscard]] algorithm fixed_trees_entry();
[[nodiscard]] algorithm multinode_disjoint_trees_entry();
[[nodiscard]] algorithm prefix_by_tree_entry();
[[nodiscard]] algorithm prefix_by_exchange_entry();

}  // namespace tutti
