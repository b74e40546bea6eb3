/// @file
/// The entries of the catalogue, each defined in the file that instantiates its program.
#pragma once

#include "tutti/collective/catalogue.hpp"

namespace tutti {

[[nodiscard]] algorithm binomial_broadcast_entry();
[[nodiscard]] algorithm prefix_roots_entry();
[[nodiscard]] algorithm greedy_entry();
[[nodiscard]] algorithm prefix_by_tree_entry();
[[nodiscard]] algorithm prefix_by_exchange_entry();

}  // namespace tutti
