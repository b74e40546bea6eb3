#include <string>

#include "recording_verifier.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

std::string slots_text(const std::optional<slot>& slots) {
    return slots ? fmt::format("{} slots", *slots) : std::string{"no number of slots"};
}

// Compares a figure of the events with that of the result.
template <class Figure>
void compare(violation_list& wrong, std::string_view name, const Figure& seen,
             const Figure& claimed) {
    if (seen != claimed) {
        wrong.add("{} {} by the events, and {} by the result", seen, name, claimed);
    }
}

std::string digest_text(std::uint64_t digest) { return fmt::format("{:016x}", digest); }

}  // namespace

// Of the two orders in which marks may have been made, the one that yields the digest.
const recorded_phase_statistics& recording_verifier::recording_checks::statistics_for(
    const stated_result& result) const {
    const bool is_second = digest_text(sums_.digest(packets_, marks_.books()[1])) == result.digest;
    return marks_.books()[is_second ? 1 : 0];
}

// Nodes that mark the last phase's end at a deadline may do so after its last packet: then the
// phase ends with that.
recording_verifier::recording_checks::measured_time recording_verifier::recording_checks::measured(
    const recorded_phase_statistics& book, const stated_result& result) const {
    measured_time took{.phases = marks_.slots_of_phases(book)};
    const marks_of_name* const last =
        plan_->phases.empty() ? nullptr : book.of(plan_->phases.back().name);
    if (last == nullptr || !took.phases.back()) {
        took.slots = packets_.last_slot;
        took.units = took.slots;
        if (plan_->phases.size() == 1) {
            took.units *= plan_->phases.front().slot_length;
        }
        return took;
    }
    took.slots = last->latest;
    if (last->rounds == 1) {
        took.first_end = last->earliest;
        took.last_end = last->latest;
    }
    const slot began = last->latest - took.phases.back().value_or(0);
    const slot arrived = std::max(began, packets_.last_slot);
    if (!result.phases.empty() && result.phases.back() == arrived - began) {
        took.slots = arrived;
        took.phases.back() = arrived - began;
    }
    for (std::size_t i = 0; i < took.phases.size(); ++i) {
        took.units += plan_->phases[i].slot_length * took.phases[i].value_or(0);
    }
    return took;
}

// A different number of phases makes a comparison one by one meaningless.
violation_list recording_verifier::recording_checks::phase_violations(
    const measured_time& took, const stated_result& result) const {
    violation_list wrong;
    if (result.phases.size() != took.phases.size()) {
        wrong.add("{} phases by the plan, and {} by the result", took.phases.size(),
                  result.phases.size());
        return wrong;
    }
    for (std::size_t i = 0; i < took.phases.size(); ++i) {
        if (took.phases[i] != result.phases[i]) {
            wrong.add("{} takes {} by the marks, and {} by the result",
                      in_quotes(plan_->phases[i].name), slots_text(took.phases[i]),
                      slots_text(result.phases[i]));
        }
    }
    return wrong;
}

violation_list recording_verifier::recording_checks::time_violations(
    const measured_time& took, const stated_result& result) const {
    violation_list wrong;
    compare(wrong, "slots", took.slots, result.slots);
    compare(wrong, "units of time", to_string(took.units), to_string(result.units));
    if (took.first_end != result.first_end || took.last_end != result.last_end) {
        wrong.add(
            "the nodes know the end from slot {} to {} by their marks, and {} to {} by the "
            "result",
            took.first_end.value_or(0), took.last_end.value_or(0), result.first_end.value_or(0),
            result.last_end.value_or(0));
    }
    verify_expectations(wrong, took.units);
    return wrong;
}

// Lost messages take no time. Where the algorithm is not known, what its plan says is held against
// it, and the bound of its collective.
void recording_verifier::recording_checks::verify_expectations(violation_list& wrong,
                                                               const rational& units) const {
    const bool is_known = task_.plan && task_.why_no_figures.empty();
    const recorded_plan& right = is_known ? *task_.plan : *plan_;
    const rational bound =
        is_known ? right.lower_bound
                 : std::max(right.lower_bound, task_.least_units.value_or(rational{0}));
    const bool has_all_events = !deliveries_ || deliveries_->counts().hold();
    if (has_all_events && units < bound) {
        wrong.add("{} units of time are below the lower bound {}", to_string(units),
                  to_string(bound));
    }
    if (!right.expected_units) {
        return;
    }
    if (units > *right.expected_units) {
        wrong.add("{} units of time are later than {}", to_string(units),
                  to_string(*right.expected_units));
    } else if (right.expected_kind == "exact" && units < *right.expected_units) {
        wrong.add("{} units of time are earlier than the exact {}", to_string(units),
                  to_string(*right.expected_units));
    }
}

violation_list recording_verifier::recording_checks::silence_violations(
    const measured_time& took) const {
    violation_list wrong;
    // Without a declared end, silence begins after the last packet.
    const slot end = took.last_end.value_or(packets_.last_slot);
    if (packets_.last_slot > end) {
        wrong.add("a packet moves in slot {}, after the end in slot {}", packets_.last_slot, end);
    }
    if (last_delivery_ > end) {
        wrong.add("a message is delivered in slot {}, after the end in slot {}", last_delivery_,
                  end);
    }
    return wrong;
}

violation_list recording_verifier::recording_checks::count_violations(
    const missing_parts& lacking, const stated_result& result) const {
    violation_list wrong = bad_ends_;
    // With control packets filtered out, only packets with messages can be counted.
    if (lacking.control.empty()) {
        compare(wrong, "packets", packets_.total, result.transmissions);
        compare(wrong, "packets of control", packets_.control, result.control_transmissions);
        compare(wrong, "is the last slot with a packet", packets_.last_slot, result.last_arrival);
    } else {
        compare(wrong, "packets with messages", packets_.total,
                result.transmissions - result.control_transmissions);
    }
    if (deliveries_) {
        const delivery_counts seen = deliveries_->counts();
        compare(wrong, "deliveries required", seen.required, result.delivery.required);
        compare(wrong, "deliveries made", seen.delivered, result.delivery.delivered);
        compare(wrong, "deliveries missing", seen.missing, result.delivery.missing);
        compare(wrong, "deliveries made twice", seen.duplicate, result.delivery.duplicate);
        compare(wrong, "deliveries unexpected", seen.unexpected, result.delivery.unexpected);
    }
    // Runs that were cut short may leave programs unfinished.
    if (result.has_completed() && over_count_ != nodes_) {
        wrong.add("{} of {} nodes are over at the end", over_count_, nodes_);
    }
    return wrong;
}

violation_list recording_verifier::recording_checks::digest_violations(
    const stated_result& result) const {
    violation_list wrong;
    const std::string seen = digest_text(sums_.digest(packets_, statistics_for(result)));
    if (seen != result.digest) {
        wrong.add("{} by the events, and {} by the result", seen, in_quotes(result.digest));
    }
    return wrong;
}

}  // namespace tutti
