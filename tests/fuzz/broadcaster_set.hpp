/// @file
/// Invariants of every set of broadcasters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "collectives/input/broadcasters.hpp"
#include "fuzz/one_line.hpp"
#include "topology/node_naming.hpp"

namespace fuzz {

/// Ends the process if what `specification` draws among these nodes breaks a promise.
/// @throws std::invalid_argument as `draw()` does
inline void check_draw(const tutti::broadcaster_specification& specification,
                       const tutti::node_naming& nodes, std::uint64_t seed) {
    const std::uint64_t most = specification.most_packets(nodes);
    const tutti::broadcaster_set drawn = specification.draw(nodes, seed);
    require(drawn.nodes.size() == drawn.packets.size());
    require(drawn.packet_count() <= most);
    require(std::ranges::adjacent_find(drawn.nodes, std::greater_equal{}) == drawn.nodes.end());
    require(drawn.nodes.empty() || drawn.nodes.back() < nodes.node_count());
    require(std::ranges::count(drawn.packets, 0U) == 0);
    require(drawn == specification.draw(nodes, seed));
}

}  // namespace fuzz
