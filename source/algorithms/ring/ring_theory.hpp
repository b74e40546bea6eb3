/// @file
/// Times and bounds of algorithms along Hamiltonian cycles, and of multinode broadcast with one
/// port.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tutti/catalog/problem.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// n(n-1): every message reaches every other node once.
[[nodiscard]] std::optional<std::uint64_t> multinode_hops(const problem& problem);

/// Why an algorithm along a Hamiltonian cycle cannot run on `net`, or an empty text.
[[nodiscard]] std::string cycle_mismatch(const network& net);

}  // namespace tutti
