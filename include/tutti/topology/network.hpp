/// @file
/// Any of the networks a user can name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/shape.hpp"

namespace tutti {

/// One of the topologies; `std::visit` leads to its own type.
using network = std::variant<hypercube, grid, graph>;

/// How deep products may stand in products; a product of other networks has depth 1.
inline constexpr int most_nesting = 16;

/// Builds what `specification` names: `hypercube:D`, D from 1 to 30; `torus:P1xP2x..` and
/// `array:P1xP2x..`, sides from 2; `ring:N`, `path:N` and `complete:N`, N from 1; `ccc:D`, D from 3
/// to 20; `butterfly:D`, D from 2 to 20; `debruijn:D`, D from 1 to 30; `graph:FILE`, as
/// `read_graph_file()` takes them; `product(A,B,..)` of any of these, in which the names of files
/// have neither commas nor unpaired parentheses. The most nodes are 2^30, and the most explicit
/// links `graph::most_links`; whatever is larger is refused before any of it is built.
/// @param most_bytes what the explicit links may take
/// @throws std::invalid_argument with a text of one line that names the specification and what
/// would be right.
[[nodiscard]] network parse_network(std::string_view specification,
                                    std::uint64_t most_bytes = std::uint64_t{1} << 60U);

/// N; the ids run from 0 to N-1.
[[nodiscard]] std::size_t node_count(const network& any);

/// The number of directed links.
[[nodiscard]] std::size_t link_count(const network& any);

}  // namespace tutti
