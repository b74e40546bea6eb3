/// @file
/// Times and transmissions of exchanges between all nodes of a square array and some of them.
#pragma once

#include <cstdint>
#include <string>

#include "collectives/dense_lines.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Why an algorithm for p x p arrays and tori cannot run on `net`, or an empty text.
[[nodiscard]] std::string square_mismatch(const network& net);

/// The same for algorithms for arrays only.
[[nodiscard]] std::string square_array_mismatch(const network& net);

/// One message a node and other node, as far as messages can be numbered.
[[nodiscard]] message_limits exchange_limits(const network& net);

/// Number of messages, times the root of the nodes of a line: in longer lines a larger part of them
/// waits.
[[nodiscard]] std::uint64_t waiting_messages(const network& net, std::uint64_t messages);
/// The same for one message a node and active node.
[[nodiscard]] std::uint64_t exchange_kept(const network& net, std::uint64_t active);

/// Slots in which row-column routing is over, whatever the order of the packets that wait for the
/// same link on the same leg: 2m(N-p) + 2(p-1) with m = floor(sqrt M), and 0 for M = 0.
/// @param active M, the nodes that send to all, or to which all send
[[nodiscard]] slot exchange_deadline(const grid& shape, std::uint64_t active);

/// Number of control packets that bring the sums of its row, of its column, and of all nodes to
/// every node: 6p(p-1).
[[nodiscard]] std::uint64_t line_sums_hops(const grid& shape);

/// Links that the entries of these lines cross over array links, one after the other.
[[nodiscard]] std::uint64_t dense_lines_hops(const grid& shape, const dense_lines& dense);
/// Lower bound of the same for a message between each broadcaster and every other node, in either
/// direction.
[[nodiscard]] std::uint64_t exchange_hops(const problem& problem);

}  // namespace tutti
