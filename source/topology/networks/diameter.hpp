/// @file
/// Diameter of a network: largest distance between two nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "topology/participant_set.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// The largest distance between two nodes, or a number that it does not exceed.
struct diameter_bound {
    int links = 0;
    bool is_exact = true;

    friend bool operator==(const diameter_bound&, const diameter_bound&) = default;
};

/// Number of links that a search for a diameter may visit before it settles for a bound; it is
/// exact for every network whose nodes times directed links are not more.
inline constexpr std::uint64_t most_links_searched = std::uint64_t{1} << 24U;

/// By closed form where there is one, and by one search where all nodes look the same. Of listed
/// links by searches from as many nodes as it takes to close the bounds of Takes and Kosters,
/// "Determining the diameter of small world networks" (CIKM 2011), the nodes' own included; the
/// first search is made in any case. Of a graph in several parts, the largest distance within one.
[[nodiscard]] diameter_bound diameter_of(const network& any,
                                         std::uint64_t most_links = most_links_searched);

/// Nodes that are no switches, by id.
[[nodiscard]] std::vector<node_id> hosts_of(const graph& links);

/// The largest distance between two hosts; 0 if there is one.
[[nodiscard]] diameter_bound host_diameter_of(const graph& links,
                                              std::uint64_t most_links = most_links_searched);

/// The largest distance between two participants; 0 if there is one.
[[nodiscard]] diameter_bound diameter_among(const network& any, const participant_set& participants,
                                            std::uint64_t most_links = most_links_searched);

/// `diameter_of(any).links`
[[nodiscard]] int diameter(const network& any);

}  // namespace tutti
