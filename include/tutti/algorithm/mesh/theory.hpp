/// @file
/// What is known about broadcasting on arrays and tori, whatever the algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/collective/lower_bounds.hpp"
#include "tutti/collective/problem.hpp"
#include "tutti/model/rational.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Why an algorithm for arrays and tori with equal sides, on a torus 3 or more, cannot run on
/// `where`, or an empty text.
[[nodiscard]] std::string why_not_grid(const network& where);

/// The same for algorithms that need a torus.
[[nodiscard]] std::string why_not_torus(const network& where);

/// The same for algorithms that need a path, or a ring of 3 or more.
[[nodiscard]] std::string why_not_line(const network& where);

/// One message of any nodes.
[[nodiscard]] message_limits one_a_node(const network& where);

/// The grid that a problem is about. @pre it is one
[[nodiscard]] const grid& grid_of(const setting& what);

/// Links that enter a node from each dimension, at the node that has fewest: 2 on a torus, else 1.
[[nodiscard]] int links_a_dimension(const grid& shape);

/// The parameter "prefix-step": t_p, the length of a control step, above 0 and at most 1.
[[nodiscard]] parameter prefix_step_parameter();
/// t_p, of algorithms with the parameter "prefix-step".
[[nodiscard]] rational prefix_step(const setting& what);

/// Links that packets cross when those of `sources`, which are ordered as class `c` orders nodes,
/// move to the first places of that order.
[[nodiscard]] std::uint64_t packing_hops(const grid& shape, int c, std::vector<node_id> sources);

}  // namespace tutti
