#include "boost_graph.hpp"

#include <utility>
#include <vector>

namespace tutti {

boost_graph to_boost(const graph& links) {
    std::vector<std::pair<node_id, node_id>> all;
    all.reserve(links.link_count());
    for (node_id node = 0; node < links.node_count(); ++node) {
        for (port through = 0; through < links.port_limit(node); ++through) {
            if (links.has_port(node, through)) {
                all.emplace_back(node, links.neighbour(node, through));
            }
        }
    }
    return {boost::edges_are_sorted, all.begin(), all.end(),
            static_cast<node_id>(links.node_count())};
}

}  // namespace tutti
