#include "run_verdict.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// By the ending of a run.
constexpr std::array verdict_of_ending{verdict::complete,        verdict::model_violation,
                                       verdict::program_error,   verdict::stalled,
                                       verdict::budget_exceeded, verdict::interrupted};

run_facts facts_of(const result& run, const ended_run& ended, const delivery_counts& delivered) {
    return {.ending = verdict_of_ending.at(fmt::underlying(run.ending)),
            .nodes = run.nodes,
            .clock_slots = run.clock_slots,
            .last_arrival = run.last_arrival,
            .last_delivery = run.last_delivery,
            .transmissions = run.transmissions,
            .control_transmissions = run.control_transmissions,
            .delivered = delivered,
            .marks = run.marks,
            // The engine counts slots of deliveries from 0.
            .early = {.count = run.early.count, .at = run.early.at + 1, .node = run.early.node},
            .possession = ended.possession,
            .wrong_at_a_node = ended.wrong_at_a_node};
}

// Error in the notes of the nodes, or an empty text.
std::string phase_error(const result& result, std::span<const interval_record> records,
                        const dynamic_result& seen, const std::optional<interval_forecast>& due) {
    if (!seen.do_agree) {
        return "the nodes disagree on when the intervals end";
    }
    // Times of the nodes are exact rationals, hence they are compared without a tolerance.
    if (seen.own_time != result.units) {
        return fmt::format("the intervals end at {} by the nodes' own time, and at {} by the clock",
                           to_string(seen.own_time), to_string(result.units));
    }
    if (seen.careless) {
        return fmt::format("node {} did not broadcast what waited in its queue", *seen.careless);
    }
    if (due) {
        const auto [noted, meant] = std::ranges::mismatch(records, due->records);
        if (noted != records.end()) {
            return fmt::format(
                "node {} notes other intervals, queues or delays than follow from "
                "what arrived",
                noted - records.begin());
        }
    }
    return {};
}

// Sampling errors aside: half of the width is two standard errors, and parts of a run depend on
// each other.
std::string delay_error(const dynamic_result& seen) {
    const bool is_judged = seen.delay && seen.delay_bound && seen.has_good_mean &&
                           seen.stability == stability_kind::stable;
    if (is_judged && seen.delay->mean > 1.1 * *seen.delay_bound + 3 * seen.delay->confidence_95) {
        return fmt::format("the mean delay {:.4g} +- {:.2g} is above its bound {:.4g}",
                           seen.delay->mean, seen.delay->confidence_95, *seen.delay_bound);
    }
    return {};
}

// A run that was cut short is in the middle of an interval.
void add_check(result& result, std::string name, std::string_view wrong) {
    if (result.verdict <= verdict::unlucky && !wrong.empty()) {
        result.verdict = verdict::incorrect;
    }
    const bool holds = wrong.empty();
    result.checks.push_back({.name = std::move(name), .holds = holds, .text = one_line(wrong)});
}

}  // namespace

run_expectations expectations_of(const theory& figures, const std::optional<journeys>& least) {
    run_expectations due{.phases = figures.phases,
                         .lower_bound = figures.lower_bound.units,
                         .bound_of_carrying_slots = figures.bound_of_carrying_slots,
                         .least = least};
    if (figures.expected) {
        due.units = figures.expected->units;
        due.is_exact = figures.expected->kind == time_kind::exact;
        due.is_certain = figures.expected->kind != time_kind::high_probability;
    }
    if (figures.transmissions) {
        due.transmissions = figures.transmissions->total();
        due.control_transmissions = figures.transmissions->control;
    }
    if (figures.failure) {
        due.loses_messages = figures.failure->is_drawn;
    }
    return due;
}

void verify(result& outcome, const ended_run& run, const delivery_counts& delivered) {
    // Of several repetitions, the one with the worst verdict is kept, and the last among equals.
    result next = outcome;
    next.run_report::operator=(*run.report);
    verified_run seen =
        verify(expectations_of(*run.promised,
                               run.least != nullptr ? std::optional{*run.least} : std::nullopt),
               facts_of(next, run, delivered));
    next.verdict = seen.verdict;
    next.delivery = delivered;
    next.checks = std::move(seen.checks);
    next.phases = std::move(seen.phases);
    next.termination = seen.termination;
    next.slots = seen.slots;
    next.units = seen.units;
    // Nodes still send in the slot in which the budget turns out to be used up.
    const bool is_over_budget = next.ending == run_ending::budget_exceeded;
    const double capacity = product(next.links, next.slots + (is_over_budget ? 1 : 0));
    next.link_utilisation = capacity > 0 ? ratio(next.transmissions, capacity) : 0;
    if (outcome.checks.empty() || next.verdict >= outcome.verdict) {
        outcome = std::move(next);
    }
}

// The forecast follows from the arrivals that the seed determines; without one, only agreement and
// delay can be verified.
void verify_intervals(result& result, std::span<const interval_record> records, dynamic_result seen,
                      const std::optional<interval_forecast>& due) {
    add_check(result, "agreement", phase_error(result, records, seen, due));
    if (due && due->transmissions) {
        result.expected_transmissions = due->transmissions->total();
        result.expected_control_transmissions = due->transmissions->control;
        const run_expectations packets{.transmissions = due->transmissions->total(),
                                       .control_transmissions = due->transmissions->control};
        add_check(
            result, "transmissions",
            transmission_error(packets, {.transmissions = result.transmissions,
                                         .control_transmissions = result.control_transmissions}));
    }
    add_check(result, "delay", delay_error(seen));
    result.dynamic = std::move(seen);
}

}  // namespace tutti
