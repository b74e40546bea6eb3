/// @file
/// Our graphs as Boost.Graph takes them.
#pragma once

#include <boost/graph/compressed_sparse_row_graph.hpp>

#include "tutti/topology/graph.hpp"

namespace tutti {

/// Every link in both directions.
using boost_graph =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                       boost::no_property, node_id, std::size_t>;

[[nodiscard]] boost_graph to_boost(const graph& links);

}  // namespace tutti
