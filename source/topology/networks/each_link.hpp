/// @file
/// Iteration over the links of a network.
#pragma once

#include <variant>

#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Calls `visit(port, neighbour)` for every link that leaves a node, by port.
template <topology Network, class Visit>
void for_each_neighbour(const Network& shape, node_id node, const Visit& visit) {
    const port end = shape.port_limit(node);
    for (port through = 0; through < end; ++through) {
        if (shape.has_port(node, through)) {
            visit(through, shape.neighbour(node, through));
        }
    }
}

/// Calls `visit(node, port, neighbour)` for every directed link, by node and port.
template <topology Network, class Visit>
void for_each_link(const Network& shape, const Visit& visit) {
    for (node_id from = 0; from < shape.node_count(); ++from) {
        for_each_neighbour(shape, from,
                           [&](port through, node_id to) { visit(from, through, to); });
    }
}
template <class Visit>
void for_each_link(const network& net, const Visit& visit) {
    std::visit([&](const auto& shape) { for_each_link(shape, visit); }, net);
}

}  // namespace tutti
