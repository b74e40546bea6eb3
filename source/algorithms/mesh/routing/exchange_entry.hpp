/// @file
/// Common parts of the descriptions of exchanges between all nodes of a square array and some of
/// them.
#pragma once

#include <cstdint>
#include <string>

#include "algorithms/mesh/mesh_theory.hpp"
#include "collectives/dense_lines.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// The beginning of a description, for square arrays and tori and M <= N active nodes.
void describe_two_legs(algorithm& entry);

/// The phase of two-leg routing, which nodes end at the deadline, for M messages.
[[nodiscard]] phase two_leg_phase(const problem& problem, std::string name);

/// Number of messages, times the root of the nodes of a line: in longer lines a larger part of them
/// waits.
[[nodiscard]] std::uint64_t waiting_messages(const network& net, std::uint64_t messages);

/// Links that the entries of these lines cross over array links, one after the other.
[[nodiscard]] std::uint64_t dense_lines_hops(const grid& shape, const dense_lines& dense);
/// The same for a message between each broadcaster and every other node, in either direction.
[[nodiscard]] std::uint64_t exchange_hops(const problem& problem);

/// Number of control packets that bring `sums` sums of lines to every node, 2p(p-1) each.
[[nodiscard]] std::uint64_t line_sums_hops(const grid& shape, std::uint64_t sums);

}  // namespace tutti
