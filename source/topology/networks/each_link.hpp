/// @file
/// Iteration over the links of a network.
#pragma once

#include <cstddef>
#include <variant>

#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Calls `visit(node, port, neighbour)` for every directed link, by node and port.
template <class Visit>
void for_each_link(const network& net, const Visit& visit) {
    std::visit(
        [&](const auto& its) {
            for (std::size_t node = 0; node < its.node_count(); ++node) {
                const auto from = static_cast<node_id>(node);
                for (port through = 0; through < its.port_limit(from); ++through) {
                    if (its.has_port(from, through)) {
                        visit(from, through, its.neighbour(from, through));
                    }
                }
            }
        },
        net);
}

}  // namespace tutti
