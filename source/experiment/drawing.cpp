#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <string>
#include <variant>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphviz.hpp>
#include <fmt/format.h>

#include "tutti/experiment/description.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

template <class Network, class Drawing>
void add_links(const Network& shape, Drawing& all) {
    for (node_id node = 0; node < shape.node_count(); ++node) {
        for (port through = 0; through < shape.port_limit(node); ++through) {
            if (shape.has_port(node, through) && node < shape.neighbour(node, through)) {
                boost::add_edge(node, shape.neighbour(node, through), all);
            }
        }
    }
}

}  // namespace

std::string to_dot(const network& where) {
    const std::size_t links = link_count(where) / 2;
    if (links > most_drawn_links) {
        throw std::invalid_argument{fmt::format("{} links are too many to draw; at most {} can be",
                                                grouped(links), grouped(most_drawn_links))};
    }
    using drawing = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
    drawing all{node_count(where)};
    std::visit([&](const auto& shape) { add_links(shape, all); }, where);
    std::ostringstream text;
    boost::write_graphviz(text, all);
    return text.str();
}

}  // namespace tutti
