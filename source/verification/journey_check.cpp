#include "journey_check.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// The most of a message that a packet carries in any phase.
rational most_carried(const run_expectations& due) {
    rational most = due.phases.empty() ? 1 : 0;
    for (const recorded_phase& planned : due.phases) {
        most = std::max(most, planned.carries);
    }
    return most;
}

// Else some nodes go on with messages while others are in the phase still; its slots are whole ones
// then, as shorter ones have to end together.
bool ends_everywhere_at_once(const run_facts& facts, std::string_view phase) {
    const auto record = std::ranges::find(facts.marks, phase, &milestone_record::name);
    return record != facts.marks.end() && record->simultaneous &&
           record->count == record->rounds * facts.nodes;
}

}  // namespace

// A packet carries at most `most` of a message, so that fewer packets cannot have brought all.
std::string journey_error(const run_expectations& due, const run_facts& facts) {
    const journeys least = due.least.value_or(journeys{});
    const std::uint64_t moved =
        facts.transmissions - (least.counts_control ? 0 : facts.control_transmissions);
    const rational most = least.counts_control ? rational{1} : most_carried(due);
    if (rational{moved} * most < rational{least.messages}) {
        return fmt::format(
            "{} with content moved, of {} of a message each at most, and the deliveries away from "
            "their origins take {} over links",
            quantity(moved, "packet"), to_string(most), quantity(least.messages, "message"));
    }
    return {};
}

// Slots of phases that carry no content do not help to deliver; the time of the others is held
// against the bound.
std::string carrying_slots_error(const run_expectations& due, const run_facts& facts,
                                 const verified_run& measured) {
    const bool is_known = std::ranges::all_of(
        measured.phases, [](const phase_result& ran) { return ran.slots.has_value(); });
    if (!due.bound_of_carrying_slots || !is_known) {
        return {};
    }
    rational carrying = measured.units;
    for (std::size_t i = 0; i < measured.phases.size(); ++i) {
        const phase_result& ran = measured.phases[i];
        if (due.phases[i].carries == rational{0} && ends_everywhere_at_once(facts, ran.name)) {
            carrying -= rational{ran.slots.value_or(0)} * ran.slot_length;
        }
    }
    if (carrying < *due.bound_of_carrying_slots) {
        return fmt::format("{} in slots that may carry messages is below the lower bound {}",
                           to_string(carrying), to_string(*due.bound_of_carrying_slots));
    }
    return {};
}

}  // namespace tutti
