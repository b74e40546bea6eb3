/// @file
/// Order of the nodes of a hypercube in scatter and gather with one port.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "tutti/node/slot.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// The nodes but node 0 by decreasing distance from it, then by increasing id.
[[nodiscard]] inline std::vector<node_id> farthest_first(const hypercube& cube) {
    std::vector<node_id> nodes(cube.node_count() - 1);
    std::iota(nodes.begin(), nodes.end(), node_id{1});
    std::ranges::stable_sort(nodes, std::ranges::greater{},
                             [](node_id node) { return std::popcount(node); });
    return nodes;
}

/// Number of nodes of the d-cube that precede `node` in this order.
[[nodiscard]] constexpr slot nodes_farther(node_id node, int dimensions) noexcept {
    const auto choose = [](int n, int k) {
        std::int64_t ways = k <= n ? 1 : 0;
        for (int i = 1; i <= k && k <= n; ++i) {
            ways = ways * (n - k + i) / i;
        }
        return ways;
    };
    slot farther = 0;
    for (int ones = std::popcount(node) + 1; ones <= dimensions; ++ones) {
        farther += choose(dimensions, ones);
    }
    // Smaller ids with as many ones: those that agree with `node` above one of its one bits.
    int left = std::popcount(node);
    for (int i = dimensions - 1; i >= 0; --i) {
        if ((node >> i & 1U) != 0) {
            farther += choose(i, left--);
        }
    }
    return farther;
}

}  // namespace tutti
