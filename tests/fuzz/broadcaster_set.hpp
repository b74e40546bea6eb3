/// @file
/// Invariants of every set of broadcasters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "collectives/input/broadcasters.hpp"
#include "fuzz/one_line.hpp"

namespace fuzz {

/// Ends the process if what `specification` draws among this number of nodes breaks a promise.
/// @throws std::invalid_argument as `draw()` does
inline void check_draw(const tutti::broadcaster_specification& specification,
                       std::size_t node_count, std::uint64_t seed) {
    const std::uint64_t most = specification.most_packets(node_count);
    const tutti::broadcaster_set drawn = specification.draw(node_count, seed);
    require(drawn.nodes.size() == drawn.packets.size());
    require(drawn.packet_count() <= most);
    require(std::ranges::adjacent_find(drawn.nodes, std::greater_equal{}) == drawn.nodes.end());
    require(drawn.nodes.empty() || drawn.nodes.back() < node_count);
    require(std::ranges::count(drawn.packets, 0U) == 0);
    require(drawn == specification.draw(node_count, seed));
}

}  // namespace fuzz
