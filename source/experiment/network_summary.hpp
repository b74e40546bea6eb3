/// @file
/// Summary of a network's graph properties.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "topology/networks/diameter.hpp"
#include "topology/networks/properties.hpp"
#include "tutti/topology/network.hpp"
#include "util/table_style.hpp"

namespace tutti {

/// Description of a network: its size, degrees, distances and known cycles.
struct network_summary {
    /// A Hamiltonian cycle is kept and written in full up to this number of nodes.
    static constexpr std::size_t most_cycle_nodes = 65'536;

    std::string text;  ///< as users write it
    std::size_t nodes = 0;
    std::size_t links = 0;     ///< directed
    std::size_t switches = 0;  ///< nodes that only forward
    diameter_bound diameter;
    diameter_bound host_diameter;  ///< between nodes that are no switches
    network_properties properties;
    answer is_hamiltonian = answer::unknown;
    /// A Hamiltonian cycle from node 0, its first `most_cycle_nodes` nodes; null where none is
    /// known.
    std::optional<std::vector<node_id>> cycle;
    std::string why_no_cycle;  ///< a clause; empty if one is known
    /// Names of all nodes, the first `most_cycle_nodes` of them; mostly there are none.
    std::vector<std::string> names;
    std::string left_out;  ///< what the network's file has besides; mostly empty
};

/// @param text what the network was read from
[[nodiscard]] network_summary describe(std::string_view text, const network& net);

/// As one JSON object, without a line end. The cycle is null if it is not kept in full.
[[nodiscard]] std::string to_json(const network_summary& described);

/// As a table for people, with line ends. A cycle of more than 64 nodes is shown by its first 16.
[[nodiscard]] std::string to_table(const network_summary& described,
                                   table_style style = table_style::plain);

/// The most undirected links that are drawn.
inline constexpr std::size_t most_drawn_links = 100'000;

/// The network in Graphviz's language, undirected, with names of nodes and kinds of switches: a
/// file of it is the same network, where duplicates are parallel links.
/// @throws std::invalid_argument if it has more links than `most_drawn_links`; the text has both
/// figures
[[nodiscard]] std::string to_dot(const network& net);

/// Nodes and links by ids, for any number of links.
[[nodiscard]] std::string links_for_graphviz(const network& net);

}  // namespace tutti
