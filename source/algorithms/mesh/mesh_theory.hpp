/// @file
/// Bounds and times of broadcasting on arrays and tori that hold for any algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bounds/lower_bounds.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Why an algorithm for arrays and tori with equal sides, on a torus 3 or more, cannot run on
/// `net`, or an empty text.
[[nodiscard]] std::string grid_mismatch(const network& net);

/// The same for algorithms that need an array.
[[nodiscard]] std::string array_mismatch(const network& net);

/// The same for algorithms that need a torus.
[[nodiscard]] std::string torus_mismatch(const network& net);

/// The same for algorithms that need a path, or a ring of 3 or more.
[[nodiscard]] std::string line_mismatch(const network& net);

/// One message of any nodes.
[[nodiscard]] message_limits one_per_node(const network& net);

/// The grid that a problem is about. @pre it is one
[[nodiscard]] const grid& grid_of(const setting& setting);

/// Links that enter a node from each dimension, at the node that has fewest: 2 on a torus, else 1.
[[nodiscard]] int links_a_dimension(const grid& shape);

/// q, links to the farthest node of a line in one dimension: p-1, on a torus floor(p/2).
[[nodiscard]] int farthest_on_line(const grid& shape);

/// Number of links from one corner of an array to the opposite one, d(p-1): the time of a sweep
/// over its dimensions.
[[nodiscard]] slot sweep_slots(const grid& shape);

/// The sum of ceil(M / p^k) over k = 1 .. d: rounds of a broadcast of M packets that are packed,
/// one dimension after the other. Each takes p-1 steps, or q for whole packets.
[[nodiscard]] slot rounds_for_packed(const grid& shape, std::uint64_t packets);

/// Steps of the same broadcast of whole packets on a torus where the longer way alternates: the sum
/// of ceil(ceil(M / p^k) (p-1)/2).
[[nodiscard]] slot alternating_steps(const grid& shape, std::uint64_t packets);

/// The parameter "prefix-step": t_p, the length of a control step, above 0 and at most 1.
[[nodiscard]] parameter prefix_step_parameter();
/// t_p, of algorithms with the parameter "prefix-step".
[[nodiscard]] rational prefix_step(const setting& setting);

/// Links that packets cross when those of `sources`, which are ordered as class `c` orders nodes,
/// move to the first places of that order.
[[nodiscard]] std::uint64_t packing_hops(const grid& shape, int c, std::vector<node_id> sources);

}  // namespace tutti
