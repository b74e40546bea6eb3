/// @file
/// Bounds and times of broadcasting on the hypercube that hold for any algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tutti/catalog/problem.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Why an algorithm for the hypercube cannot run on `net`, or an empty text.
[[nodiscard]] std::string cube_mismatch(const network& net);

/// The hypercube that a problem is about. @pre it is one
[[nodiscard]] const hypercube& cube_of(const setting& setting);

/// Slots that anything takes in which a node receives from all others, or sends to all, over its d
/// links: ceil((2^d-1)/d).
[[nodiscard]] std::int64_t slots_for_others(const hypercube& cube);
/// Sum of the distances from a node to all others: d*2^(d-1).
[[nodiscard]] std::uint64_t distances_to_all(const hypercube& cube);

/// K(2^d - 1), the least transmissions of K broadcasts. Stamoulis and Tsitsiklis 1991, 3.1.
[[nodiscard]] std::optional<std::uint64_t> broadcast_hops(const problem& problem);
/// d*2^(d-1), the least transmissions of scatter and gather, and 2^d times that, of total exchange.
[[nodiscard]] std::optional<std::uint64_t> personal_hops(const problem& problem);
[[nodiscard]] std::optional<std::uint64_t> total_exchange_hops(const problem& problem);

}  // namespace tutti
