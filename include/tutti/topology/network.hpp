/// @file
/// Variant of all networks that a user can name.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "topology/networks/shape.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// One of the topologies; `std::visit` leads to its own type.
using network = std::variant<hypercube, grid, graph>;

namespace detail {

/// A network of that type, for messages.
template <class Shape>
[[nodiscard]] constexpr std::string_view noun_of() noexcept {
    return std::same_as<Shape, hypercube> ? "a hypercube"
           : std::same_as<Shape, grid>    ? "an array or torus"
                                          : "a graph of explicit links";
}

/// @throws std::invalid_argument, always, with what `any` is and what was needed
[[noreturn]] void refuse_network(const network& any, std::string_view needed);

}  // namespace detail

/// The network as a `Shape`.
/// @throws std::invalid_argument that names both if it is another
template <class Shape>
[[nodiscard]] const Shape& network_as(const network& any) {
    if (const auto* const shape = std::get_if<Shape>(&any)) {
        return *shape;
    }
    detail::refuse_network(any, detail::noun_of<Shape>());
}

/// Builds the network of `specification`: `network_specification::parse()` and `build()` at once,
/// with the errors of both.
[[nodiscard]] network parse_network(std::string_view specification,
                                    std::uint64_t most_bytes = std::uint64_t{1} << 60U);

/// N; the ids run from 0 to N-1.
[[nodiscard]] std::size_t node_count(const network& any);

/// The number of directed links.
[[nodiscard]] std::size_t link_count(const network& any);

/// The port of `from` that leads to `to`; -1 if none does.
[[nodiscard]] port port_towards(const network& any, node_id from, node_id to);

/// The same network, its explicit links built if it is an outline.
[[nodiscard]] network built(const network& any);

/// Its nodes, its directed links and the ports that some nodes lack.
[[nodiscard]] graph_size size_of(const network& any);

}  // namespace tutti
