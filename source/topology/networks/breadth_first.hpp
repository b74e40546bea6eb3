/// @file
/// Breadth-first search from one node of a network.
#pragma once

#include <cstddef>
#include <vector>

#include "each_link.hpp"

namespace tutti {

/// Links from `start` to every node; -1 where it cannot be reached.
template <topology Network>
[[nodiscard]] std::vector<int> distances_by_search(const Network& shape, node_id start) {
    std::vector<int> distances(shape.node_count(), -1);
    std::vector<node_id> reached(1, start);
    distances[start] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const int next = distances[reached[i]] + 1;
        for_each_neighbour(shape, reached[i], [&](port /*through*/, node_id neighbour) {
            if (distances[neighbour] < 0) {
                distances[neighbour] = next;
                reached.push_back(neighbour);
            }
        });
    }
    return distances;
}

}  // namespace tutti
