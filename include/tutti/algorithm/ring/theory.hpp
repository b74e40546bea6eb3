/// @file
/// What is known about multinode broadcast with one port, whatever the algorithm.
#pragma once

#include <cstdint>
#include <optional>

#include "tutti/collective/lower_bounds.hpp"
#include "tutti/collective/problem.hpp"
#include "tutti/model/rational.hpp"

namespace tutti {

/// `multinode_bound()` for programs that cut no messages: in whole slots.
[[nodiscard]] rational whole_multinode_bound(const problem& what);

/// n(n-1): every message reaches every other node once.
[[nodiscard]] std::optional<std::uint64_t> multinode_hops(const problem& what);

}  // namespace tutti
