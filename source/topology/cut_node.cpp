#include "tutti/topology/cut_node.hpp"

#include <algorithm>
#include <set>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/biconnected_components.hpp>

namespace tutti {
namespace {

// Without a node, the parts that its links led to in different components that no single node
// cuts are not connected any more.
std::size_t most_parts(const graph& links) {
    using edge_number = boost::property<boost::edge_index_t, std::size_t>;
    using undirected = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS,
                                             boost::no_property, edge_number>;
    undirected all{links.node_count()};
    for (node_id node = 0; node < links.node_count(); ++node) {
        for (port through = 0; through < links.port_limit(node); ++through) {
            if (links.has_port(node, through) && links.neighbour(node, through) > node) {
                boost::add_edge(node, links.neighbour(node, through), all);
            }
        }
    }
    const auto components = boost::get(boost::edge_index, all);
    boost::biconnected_components(all, components);
    std::size_t most = 0;
    for (node_id node = 0; node < links.node_count(); ++node) {
        std::set<std::size_t> met;
        const auto [begin, end] = boost::out_edges(node, all);
        std::for_each(begin, end, [&](const auto& link) { met.insert(components[link]); });
        most = std::max(most, met.size());
    }
    return most;
}

bool is_long_path(const grid& shape) {
    const auto nodes = static_cast<int>(shape.node_count());
    bool is_path = false;
    for (int i = 0; i < shape.dimensions(); ++i) {
        is_path = is_path || shape.side(i) == nodes;
    }
    return is_path && nodes > 2 && shape.edge() == grid_edge::open;
}

}  // namespace

std::size_t most_parts_without_a_node(const network& any) {
    if (const auto* const links = std::get_if<graph>(&any);
        links != nullptr && std::holds_alternative<listed_shape>(links->shape())) {
        return most_parts(*links);
    }
    if (const auto* const shape = std::get_if<grid>(&any);
        shape != nullptr && is_long_path(*shape)) {
        return 2;
    }
    return node_count(any) == 1 ? 0 : 1;
}

}  // namespace tutti
