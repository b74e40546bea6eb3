#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "node/digest.hpp"
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

}  // namespace

// Of the two orders in which marks may have been made, the one that yields the digest.
recording_verifier::mark_records recording_verifier::marks_for(const stated_result& result) const {
    const mark_records second = marks_.books()[1].records();
    return digest_of(second) == result.digest ? second : marks_.books()[0].records();
}

std::string recording_verifier::digest_of(const mark_records& marks) const {
    digest sums;
    sums.add(std::span{sums_});
    return fmt::format("{:016x}",
                       run_digest(std::move(sums), packets_.total, packets_.control, marks));
}

// Where the algorithm is not known, the run is held to its plan, and the bound of its collective.
run_expectations recording_verifier::expectations(const mark_records& marks,
                                                  const stated_result& result) const {
    const bool is_known = task_.plan && task_.why_no_figures.empty();
    const recorded_plan& right = is_known ? *task_.plan : *plan_;
    run_expectations due = is_known && task_.figures ? *task_.figures : run_expectations{};
    due.phases = plan_->phases;
    due.units = right.expected_units;
    due.is_exact = right.expected_kind == "exact";
    due.is_certain = right.expected_kind != "high-probability";
    due.lower_bound = is_known
                          ? right.lower_bound
                          : std::max(right.lower_bound, task_.least_units.value_or(rational{0}));
    if (is_known && task_.figures && task_.figures->phases.size() == due.phases.size()) {
        for (std::size_t i = 0; i < due.phases.size(); ++i) {
            due.phases[i].deadline = task_.figures->phases[i].deadline;
            due.phases[i].most_rounds =
                std::min(due.phases[i].most_rounds, task_.figures->phases[i].most_rounds);
        }
        return due;
    }
    if (!due.phases.empty()) {
        set_deadline(due, marks, result);
    }
    return due;
}

// Nodes that mark the last phase's end at a deadline may do so after its last packet: then the
// phase ends with that. Plans in files do not have deadlines.
void recording_verifier::set_deadline(run_expectations& due, const mark_records& marks,
                                      const stated_result& result) const {
    phase& last = due.phases.back();
    const auto marked = std::ranges::find(marks, last.name, &milestone_record::name);
    if (marked == marks.end() || packets_.last_slot >= marked->latest || result.phases.empty()) {
        return;
    }
    slot began = 0;
    for (const phase& each : std::span{due.phases}.first(due.phases.size() - 1)) {
        const auto before = std::ranges::find(marks, each.name, &milestone_record::name);
        began = before == marks.end() ? began : before->latest;
    }
    if (result.phases.back() == std::max(began, packets_.last_slot) - began) {
        last.deadline = marked->latest - began;
    }
}

run_facts recording_verifier::facts(const mark_records& marks, const missing_parts& lacking,
                                    const stated_result& result) const {
    const bool has_control = lacking.control.empty();
    return {.ending = has_completed(result.verdict) ? verdict::complete : result.verdict,
            .nodes = nodes_,
            .clock_slots = result.slots,
            .last_arrival = has_control ? packets_.last_slot : result.last_arrival,
            .last_delivery = last_delivery_,
            .transmissions = has_control ? packets_.total : result.transmissions,
            .control_transmissions = has_control ? packets_.control : result.control_transmissions,
            .delivered = deliveries_ ? deliveries_->counts() : result.delivery,
            .marks = marks};
}

// A different number of phases makes a comparison one by one meaningless.
violation_list recording_verifier::phase_violations(const verified_run& seen,
                                                    const stated_result& result) {
    violation_list wrong;
    if (result.phases.size() != seen.phases.size()) {
        wrong.add("{} phases by the plan, and {} by the result", seen.phases.size(),
                  result.phases.size());
        return wrong;
    }
    for (std::size_t i = 0; i < seen.phases.size(); ++i) {
        if (seen.phases[i].slots != result.phases[i]) {
            wrong.add("{} takes {} by the marks, and {} by the result",
                      in_quotes(seen.phases[i].name), slots_text(seen.phases[i].slots),
                      slots_text(result.phases[i]));
        }
    }
    return wrong;
}

void recording_verifier::verify_time(check_findings& findings, const missing_parts& lacking,
                                     const verified_run& seen, const stated_result& result) {
    const std::string_view inapplicable_reason =
        has_completed(result.verdict) ? std::string_view{lacking.control} : no_end;
    if (!inapplicable_reason.empty()) {
        findings.push_back(not_checked("time", inapplicable_reason));
        findings.push_back(not_checked("silence", inapplicable_reason));
        return;
    }
    violation_list wrong;
    compare(wrong, "slots", seen.slots, result.slots);
    compare(wrong, "units of time", to_string(seen.units), to_string(result.units));
    const termination_result known = seen.termination.value_or(termination_result{});
    const termination_result stated = result.termination.value_or(termination_result{});
    if (seen.termination.has_value() != result.termination.has_value() ||
        known.first_slot != stated.first_slot || known.last_slot != stated.last_slot) {
        wrong.add(
            "the nodes know the end from slot {} to {} by their marks, and {} to {} by the "
            "result",
            known.first_slot, known.last_slot, stated.first_slot, stated.last_slot);
    }
    violation_list noisy;
    for (const auto& [list, check] : {std::pair{&wrong, "time"}, {&noisy, "silence-after-end"}}) {
        if (const std::string_view error = seen.error_of(check); !error.empty()) {
            list->add("{}", error);
        }
    }
    findings.push_back(finding_of("time", wrong));
    findings.push_back(finding_of("silence", noisy));
}

violation_list recording_verifier::count_violations(const missing_parts& lacking,
                                                    const stated_result& result) const {
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
    if (has_completed(result.verdict) && over_count_ != nodes_) {
        wrong.add("{} of {} nodes are over at the end", over_count_, nodes_);
    }
    return wrong;
}

violation_list recording_verifier::digest_violations(const mark_records& marks,
                                                     const stated_result& result) const {
    violation_list wrong;
    if (const std::string seen = digest_of(marks); seen != result.digest) {
        wrong.add("{} by the events, and {} by the result", seen, in_quotes(result.digest));
    }
    return wrong;
}

}  // namespace tutti
