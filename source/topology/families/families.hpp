/// @file
/// Families of networks whose links are listed: sizes, conditions on their numbers, and generators.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "topology/networks/network_kinds.hpp"

namespace tutti::families {

/// Numbers of a specification, each within its range.
using numbers = std::span<const std::uint64_t>;

/// Listed links are undirected, and count once for each direction.
[[nodiscard]] constexpr graph_size size_with(std::uint64_t nodes, std::uint64_t links) noexcept {
    return {.nodes = nodes, .ports = 2 * links, .links = 2 * links};
}

/// Adds links between two nodes that have none yet.
inline void add(network_listing& listing, std::uint64_t from, std::uint64_t to, int copies = 1) {
    listing.links.push_back(
        {.from = static_cast<node_id>(from), .to = static_cast<node_id>(to), .copies = copies});
}

// Outlines: the links are listed when they are built.
[[nodiscard]] network_outline star(numbers size);
[[nodiscard]] network_outline wheel(numbers size);
[[nodiscard]] network_outline bipartite(numbers halves);
[[nodiscard]] network_outline petersen(numbers none);
[[nodiscard]] network_outline tree(numbers height);
[[nodiscard]] network_outline random_graph(numbers drawn);
[[nodiscard]] network_outline fat_tree(numbers ports);
[[nodiscard]] network_outline dragonfly(numbers sizes);
[[nodiscard]] network_outline single_switch(numbers hosts);
[[nodiscard]] network_outline clos(numbers sizes);
[[nodiscard]] network_outline box(numbers which);
[[nodiscard]] network_outline circulant(numbers nodes_and_steps);
[[nodiscard]] network_outline slim_fly(numbers prime);
[[nodiscard]] network_outline star_graph(numbers symbols);
[[nodiscard]] network_outline random_regular(numbers drawn);
[[nodiscard]] network_outline generalized_hypercube(numbers sides);

/// Names of the boxes, by their numbers.
[[nodiscard]] std::span<const std::string_view> box_names() noexcept;

// Reasons why numbers, each of which is within its range, make no network together, as a clause
// that says which would; empty if they do.
[[nodiscard]] std::string fat_tree_mismatch(numbers ports);
[[nodiscard]] std::string circulant_mismatch(numbers nodes_and_steps);
[[nodiscard]] std::string slim_fly_mismatch(numbers prime);
[[nodiscard]] std::string generalized_hypercube_mismatch(numbers sides);
[[nodiscard]] std::string random_regular_mismatch(numbers drawn);

}  // namespace tutti::families
