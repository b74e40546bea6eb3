/// @file
/// What is known about broadcasting on the hypercube, whatever the algorithm.
#pragma once

#include <cstdint>
#include <string>

#include "tutti/collective/problem.hpp"
#include "tutti/machine/rational.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/workload/delivery_check.hpp"

namespace tutti {

/// Why an algorithm for the hypercube cannot run on `where`, or an empty text.
[[nodiscard]] std::string cube_misfit(const network& where);

/// Why packets of the hypercube cannot carry these messages, or an empty text.
[[nodiscard]] std::string cube_input_misfit(const problem& what);

/// The hypercube that a problem is about. @pre it is one
[[nodiscard]] const hypercube& cube_of(const problem& what);

/// ceil(K/d), the largest share of a tree.
[[nodiscard]] std::int64_t largest_share(const problem& what);

/// Slots that every algorithm for K simultaneous broadcasts takes, from the diameter and from the
/// (2^d-1)K packet-hops on d*2^d links: max{d, ceil((2^d-1)K/(d*2^d))} for K >= 1, else 0.
/// Stamoulis and Tsitsiklis 1991, section 2.
[[nodiscard]] rational simultaneous_broadcast_bound(const problem& what);

/// Slots that anything takes in which a node depends on the node opposite: d.
[[nodiscard]] rational diameter_bound(const problem& what);

/// Everything at every node.
[[nodiscard]] requirement everything_required(const problem& what);

}  // namespace tutti
