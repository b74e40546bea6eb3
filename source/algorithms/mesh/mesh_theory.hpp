/// @file
/// Common parts of the descriptions of algorithms for arrays and tori.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/entry.hpp"
#include "mesh_program.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

using mesh_programs = programs<grid, long_packet>;

/// Common part of the descriptions of algorithms for all arrays and tori with equal sides.
void describe_for_meshes(algorithm& entry, std::string source);

/// Why an algorithm for arrays and tori with equal sides, on a torus 3 or more, cannot run on
/// `net`, or an empty text.
[[nodiscard]] std::string grid_mismatch(const network& net);

/// The same for algorithms that need an array.
[[nodiscard]] std::string array_mismatch(const network& net);

/// The same for algorithms that need a torus.
[[nodiscard]] std::string torus_mismatch(const network& net);

/// The same for algorithms that need two dimensions.
[[nodiscard]] std::string square_mismatch(const network& net);

/// The same for algorithms that need a path, or a ring of 3 or more.
[[nodiscard]] std::string line_mismatch(const network& net);

/// The same for algorithms that need a ring.
[[nodiscard]] std::string ring_mismatch(const network& net);

/// One message of any nodes.
[[nodiscard]] message_limits one_per_node(const network& net);

/// The grid that a problem is about. @pre it is one
[[nodiscard]] const grid& grid_of(const setting& setting);
/// True if that is a torus.
[[nodiscard]] bool is_on_torus(const setting& setting);

/// Links that enter a node from each dimension, at the node that has fewest: 2 on a torus, else 1.
[[nodiscard]] int links_a_dimension(const grid& shape);

/// Number of links from one corner of an array to the opposite one, d(p-1): the time of a sweep
/// over its dimensions.
[[nodiscard]] slot sweep_slots(const grid& shape);

/// The parameter "prefix-step": t_p, the length of a control step, above 0 and at most 1.
[[nodiscard]] parameter prefix_step_parameter();
/// A phase of control steps of length t_p, of algorithms with the parameter "prefix-step".
[[nodiscard]] phase prefix_phase(const setting& setting, std::string name, slot steps);

/// Links that packets cross when those of `sources`, which are ordered as class `c` orders nodes,
/// move to the first places of that order.
[[nodiscard]] std::uint64_t packing_hops(const grid& shape, int c, std::vector<node_id> sources);

/// The packet-hops of a broadcast, and those of packing its messages in `classes` classes before:
/// all messages in every class, or every `every`-th. Null where they take too long to count.
[[nodiscard]] std::optional<packet_hops> with_packing(packet_hops broadcast, const problem& problem,
                                                      std::size_t classes, std::size_t every);

}  // namespace tutti
