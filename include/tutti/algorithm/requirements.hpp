/// @file
/// What the communication tasks have to deliver, on any network.
#pragma once

#include "tutti/collective/delivery_check.hpp"
#include "tutti/collective/problem.hpp"

namespace tutti {

/// Everything at every node.
[[nodiscard]] requirement everything_required(const problem& what);

/// At every node the sum of the counts of the nodes from its own id upwards, added up directly.
[[nodiscard]] requirement sums_required(const problem& what);

}  // namespace tutti
