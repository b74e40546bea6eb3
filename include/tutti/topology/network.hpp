/// @file
/// Any of the networks a user can name.
#pragma once

#include <cstddef>
#include <string_view>
#include <variant>

#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// One of the topologies; `std::visit` leads to its own type.
using network = std::variant<hypercube, grid>;

/// Builds what `specification` names: `hypercube:D`, D from 1 to 30; `torus:P1xP2x..` and
/// `array:P1xP2x..`, sides from 2; `ring:N` and `path:N`, N from 1. The most nodes are 2^30.
/// @throws std::invalid_argument with a text of one line that names the specification and what
/// would be right.
[[nodiscard]] network parse_network(std::string_view specification);

/// N; the ids run from 0 to N-1.
[[nodiscard]] std::size_t node_count(const network& any);

/// The number of directed links.
[[nodiscard]] std::size_t link_count(const network& any);

/// The largest distance between two nodes, in links.
[[nodiscard]] int diameter(const network& any);

}  // namespace tutti
