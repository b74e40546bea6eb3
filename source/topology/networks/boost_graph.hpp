/// @file
/// Adapter of graphs for Boost.Graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <boost/graph/bipartite.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>

#include "each_link.hpp"
#include "tutti/topology/graph.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Every link in both directions, those of a node by increasing neighbour; of parallel links one.
using boost_graph =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                       boost::no_property, node_id, std::size_t>;

[[nodiscard]] inline boost_graph to_boost(const graph& links) {
    std::vector<std::pair<node_id, node_id>> pairs;
    pairs.reserve(links.link_count());
    for_each_link(links, [&](node_id node, port /*through*/, node_id neighbour) {
        pairs.emplace_back(node, neighbour);
    });
    if (!std::ranges::is_sorted(pairs)) {
        std::ranges::sort(pairs);
    }
    const auto copies = std::ranges::unique(pairs);
    pairs.erase(copies.begin(), copies.end());
    return {boost::edges_are_sorted, pairs.begin(), pairs.end(),
            static_cast<node_id>(links.node_count())};
}

/// Nodes of one half, node 0 in it, if every link joins two halves; else null.
[[nodiscard]] inline std::optional<std::size_t> half_size(const boost_graph& links) {
    std::vector<boost::default_color_type> colours(boost::num_vertices(links));
    const auto index = boost::get(boost::vertex_index, links);
    if (!boost::is_bipartite(links, index,
                             boost::make_iterator_property_map(colours.begin(), index))) {
        return std::nullopt;
    }
    return count_of(colours, colours.front());
}

}  // namespace tutti
