/// @file
/// Phases of a recording, for readers that follow its nodes.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "experiment/events/phase_clock.hpp"
#include "tutti/recording/recording.hpp"

namespace tutti::record {

[[nodiscard]] inline std::vector<timed_phase> timed_phases_of(const recorded_plan& plan) {
    std::vector<timed_phase> made;
    std::ranges::transform(plan.phases, std::back_inserter(made), [](const recorded_phase& each) {
        return timed_phase{
            .name = each.name, .slot_length = each.slot_length, .repeats = each.repeats};
    });
    return made;
}

}  // namespace tutti::record
