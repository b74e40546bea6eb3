/// @file
/// Axioms of topologies, checked node by node.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tutti/topology/topology.hpp"

namespace support {

/// Number of ports or nodes of `network` that violate `tutti::topology`.
template <tutti::topology Network>
std::size_t broken_axioms(const Network& network) {
    std::size_t broken = 0;
    std::size_t count = 0;
    for (tutti::node_id node = 0; node < network.node_count(); ++node) {
        int degree = 0;
        broken += network.has_port(node, -1) ? 1U : 0U;
        broken += network.has_port(node, network.port_limit(node)) ? 1U : 0U;
        for (tutti::port through = 0; through < network.port_limit(node); ++through) {
            if (!network.has_port(node, through)) {
                continue;
            }
            const tutti::node_id other = network.neighbour(node, through);
            const tutti::port back = network.far_port(node, through);
            const bool leads_back =
                other != node && other < network.node_count() && network.has_port(other, back) &&
                network.neighbour(other, back) == node && network.far_port(other, back) == through;
            broken += leads_back ? 0U : 1U;
            ++degree;
            ++count;
        }
        broken += network.degree(node) == degree ? 0U : 1U;
    }
    return broken + (count == network.link_count() ? 0U : 1U);
}

/// The first port that leads out of a range of nodes, or the number of ports.
template <tutti::regular_topology Network>
tutti::port first_port_out_of(const Network& network, std::size_t first, std::size_t last) {
    tutti::port result = network.uniform_ports();
    for (std::size_t id = first; id < last; ++id) {
        const auto node = static_cast<tutti::node_id>(id);
        for (tutti::port through = 0; through < result; ++through) {
            if (network.has_port(node, through)) {
                const std::size_t to = network.neighbour(node, through);
                result = to < first || to >= last ? through : result;
            }
        }
    }
    return result;
}

/// At how many ports two networks of the same nodes differ.
template <tutti::topology One, tutti::topology Other>
std::size_t differences(const One& one, const Other& other) {
    std::size_t count = one.node_count() == other.node_count() ? 0U : 1U;
    for (tutti::node_id node = 0; node < one.node_count() && count == 0; ++node) {
        count += one.port_limit(node) == other.port_limit(node) ? 0U : 1U;
        for (tutti::port through = 0; through < one.port_limit(node); ++through) {
            const bool has = one.has_port(node, through);
            const bool same =
                has == other.has_port(node, through) &&
                (!has || (one.neighbour(node, through) == other.neighbour(node, through) &&
                          one.far_port(node, through) == other.far_port(node, through)));
            count += same ? 0U : 1U;
        }
    }
    return count;
}

/// The distances of all nodes from one, in their order; -1 where there is no way.
template <tutti::topology Network>
std::vector<int> distances_from(const Network& network, tutti::node_id start) {
    std::vector<int> distances(network.node_count(), -1);
    std::vector<tutti::node_id> order{start};
    distances[start] = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (tutti::port through = 0; through < network.port_limit(order[i]); ++through) {
            if (network.has_port(order[i], through) &&
                distances[network.neighbour(order[i], through)] < 0) {
                order.push_back(network.neighbour(order[i], through));
                distances[order.back()] = distances[order[i]] + 1;
            }
        }
    }
    return distances;
}

/// True if equally many nodes are at each distance from any node, which is so if a symmetry takes
/// each node to each, and not otherwise in the networks of the tests.
template <tutti::topology Network>
bool looks_the_same_from_everywhere(const Network& network) {
    const auto sorted_from = [&](tutti::node_id node) {
        std::vector<int> distances = distances_from(network, node);
        std::ranges::sort(distances);
        return distances;
    };
    for (tutti::node_id node = 1; node < network.node_count(); ++node) {
        if (sorted_from(node) != sorted_from(0)) {
            return false;
        }
    }
    return true;
}

}  // namespace support
