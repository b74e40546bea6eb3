/// @file
/// Distances between the nodes of a small network, without any of the library's searches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "tutti/topology/network.hpp"

namespace support {

/// The words of a text.
[[nodiscard]] inline std::vector<std::string> words(const std::string& text) {
    std::istringstream stream{text};
    return {std::istream_iterator<std::string>{stream}, {}};
}

/// Connected networks that differ in every way, of one to a few dozen nodes.
[[nodiscard]] inline const std::vector<std::string>& connected_networks() {
    static const std::vector<std::string> texts = words(
        "path:1 path:2 path:7 ring:2 ring:3 ring:8 "
        "star:1 star:8 tree:4 wheel:7 complete:6 bipartite:3x4 "
        "petersen hypercube:1 hypercube:4 array:3x4 array:2x2x3 torus:4x5 "
        "torus:2x3 torus:3x3x3 debruijn:4 ccc:3 butterfly:2 product(ring:5,path:3) "
        "product(star:4,complete:3) random-graph:24.12.5 random-graph:20.0.6 "
        "random-graph:16.60.7 ");
    return texts;
}

/// By Floyd and Warshall; `[one][other]`.
[[nodiscard]] inline std::vector<std::vector<int>> all_distances(const tutti::network& net) {
    const std::size_t nodes = tutti::node_count(net);
    const int too_far = static_cast<int>(nodes);
    std::vector<std::vector<int>> rows(nodes, std::vector<int>(nodes, too_far));
    for (std::size_t one = 0; one < nodes; ++one) {
        for (std::size_t other = 0; other < nodes; ++other) {
            const bool are_linked = tutti::port_towards(net, static_cast<tutti::node_id>(one),
                                                        static_cast<tutti::node_id>(other)) >= 0;
            rows[one][other] = one == other ? 0 : are_linked ? 1 : too_far;
        }
    }
    for (std::size_t by = 0; by < nodes; ++by) {
        for (auto& from : rows) {
            for (std::size_t to = 0; to < nodes; ++to) {
                from[to] = std::min(from[to], from[by] + rows[by][to]);
            }
        }
    }
    return rows;
}

/// The node at the other end of a link. @pre the port exists
[[nodiscard]] inline tutti::node_id neighbour(const tutti::network& net, tutti::node_id node,
                                              tutti::port through) {
    return std::visit([&](const auto& shape) { return shape.neighbour(node, through); }, net);
}

}  // namespace support
