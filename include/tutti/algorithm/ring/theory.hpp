/// @file
/// What is known about multinode broadcast with one port, whatever the algorithm.
#pragma once

#include <cstdint>
#include <optional>

#include "tutti/collective/problem.hpp"

namespace tutti {

/// n(n-1): every message reaches every other node once.
[[nodiscard]] std::optional<std::uint64_t> multinode_hops(const problem& what);

}  // namespace tutti
