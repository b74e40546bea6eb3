/// @file
/// Conversion of an algorithm's phases to those of the engine.
#pragma once

#include <span>
#include <vector>

#include "node/mark.hpp"
#include "tutti/catalog/algorithm.hpp"

namespace tutti {

/// @param nodes of the network
[[nodiscard]] inline std::vector<phase_end> phase_ends(std::span<const phase> planned,
                                                       std::uint64_t nodes) {
    std::vector<phase_end> ends;
    ends.reserve(planned.size());
    for (const phase& each : planned) {
        ends.push_back({.name = each.name,
                        .marked_by = marker_count(each, nodes),
                        .carries = each.carries,
                        .slot_length = each.slot_length,
                        .repeats = each.most_rounds > 1});
    }
    return ends;
}

}  // namespace tutti
