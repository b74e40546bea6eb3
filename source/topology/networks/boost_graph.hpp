/// @file
/// Adapter of graphs for Boost.Graph.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <boost/graph/compressed_sparse_row_graph.hpp>

#include "tutti/topology/graph.hpp"

namespace tutti {

/// Every link in both directions, those of a node by increasing neighbour.
using boost_graph =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                       boost::no_property, node_id, std::size_t>;

[[nodiscard]] inline boost_graph to_boost(const graph& links) {
    std::vector<std::pair<node_id, node_id>> pairs;
    pairs.reserve(links.link_count());
    for (node_id node = 0; node < links.node_count(); ++node) {
        for (port through = 0; through < links.port_limit(node); ++through) {
            if (links.has_port(node, through)) {
                pairs.emplace_back(node, links.neighbour(node, through));
            }
        }
    }
    if (!std::ranges::is_sorted(pairs)) {
        std::ranges::sort(pairs);
    }
    return {boost::edges_are_sorted, pairs.begin(), pairs.end(),
            static_cast<node_id>(links.node_count())};
}

}  // namespace tutti
