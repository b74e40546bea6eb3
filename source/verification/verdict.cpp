#include "verdict.hpp"

#include <fmt/format.h>

#include "journey_check.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// By the ending of a run.
constexpr std::array verdict_of_ending{verdict::complete,        verdict::model_violation,
                                       verdict::program_error,   verdict::stalled,
                                       verdict::budget_exceeded, verdict::interrupted};

// Error in the number of packet-hops, or an empty text. Where none is known, nothing is.
std::string transmission_error(const result& result) {
    const std::uint64_t total = result.expected_transmissions.value_or(result.transmissions);
    if (result.transmissions != total) {
        return fmt::format("{} packet-hops, not {}", result.transmissions, total);
    }
    const std::uint64_t control =
        result.expected_control_transmissions.value_or(result.control_transmissions);
    if (result.control_transmissions != control) {
        return fmt::format("{} packet-hops of control, not {}", result.control_transmissions,
                           control);
    }
    return {};
}

/// The judgement on one run, check by check.
class run_verifier {
public:
    run_verifier(result& result, const ended_run& run) : result_{&result}, run_{&run} {}

    void pass(const delivery_counts& delivered) {
        // The ending gives the verdict to begin with; a check can only make it worse. The order
        // matters: phases are measured before the time, and time before journeys and silence.
        result_->verdict = verdict_of_ending.at(static_cast<std::size_t>(result_->ending));
        result_->checks.clear();
        check_delivery(delivered);
        check_causality();
        check_possession();
        check_postcondition();
        check_phases();
        measure_time();
        check_time();
        check_transmissions();
        check_journeys();
        check_silence();
        if (is_unlucky()) {
            result_->verdict = verdict::unlucky;
        }
    }

private:
    void check(std::string name, std::string_view what_is_wrong,
               verdict otherwise = verdict::incorrect) {
        const bool holds = what_is_wrong.empty();
        // `late` requires complete delivery.
        const bool is_late = otherwise != verdict::late || result_->delivery.hold();
        if (!holds) {
            result_->verdict = std::max(result_->verdict, is_late ? otherwise : verdict::incorrect);
        }
        result_->checks.push_back(
            {.name = std::move(name), .holds = holds, .text = one_line(what_is_wrong)});
    }

    // True if the only fault is missing messages, and the draws predict it.
    [[nodiscard]] bool is_unlucky() const {
        const bool may_fail =
            result_->failure &&
            (!result_->expected || result_->expected->kind == time_kind::high_probability);
        const delivery_counts& delivered = result_->delivery;
        return may_fail && result_->verdict == verdict::incorrect && delivered.missing > 0 &&
               delivered.duplicate == 0 && delivered.unexpected == 0 &&
               std::ranges::all_of(result_->checks, [](const check_result& done) {
                   return done.holds || done.name == "delivery";
               });
    }

    // Checks of a final state apply only to runs that reached it.
    [[nodiscard]] bool has_completed() const { return result_->ending == run_ending::completed; }

    // A run that did not complete may lack deliveries as well; its ending has the worse verdict.
    void check_delivery(const delivery_counts& delivered) {
        result_->delivery = delivered;
        check("delivery",
              delivered.hold()
                  ? ""
                  : fmt::format("{} missing, {} twice, {} unexpected ({} with a wrong payload)",
                                delivered.missing, delivered.duplicate, delivered.unexpected,
                                delivered.wrong_payload));
        if (has_completed() && result_->failure) {
            // Losses are determined by the draws alone, which can be computed.
            const bool is_lost = !delivered.hold();
            check("draws", is_lost == result_->failure->is_drawn ? ""
                           : is_lost ? "messages were lost, and by the draws none may be"
                                     : "nothing was lost, and by the draws something must be");
        }
    }

    void check_causality() {
        const early_deliveries& early = result_->early;
        // Slots of deliveries are counted from 0 by the engine and from 1 in messages to users.
        check("causality",
              early.count == 0
                  ? ""
                  : fmt::format("{} of what cannot have come, the first at node {} in slot {}",
                                quantity(early.count, "delivery"), early.node, early.at + 1));
    }

    void check_possession() {
        if (run_->possession) {
            check("possession", run_->possession->possession);
            check("control", run_->possession->control);
        }
    }

    void check_postcondition() {
        if (run_->wrong_at_a_node && has_completed()) {
            check("postcondition", *run_->wrong_at_a_node);
        }
    }

    [[nodiscard]] const milestone_record* record_of(std::string_view name) const {
        const auto position = std::ranges::find(result_->marks, name, &milestone_record::name);
        return position == result_->marks.end() ? nullptr : &*position;
    }

    void check_phases() {
        result_->phases.clear();
        std::string wrong;
        slot before = 0;
        for (const phase& planned : run_->promised->phases) {
            // Of all phases, the first error is reported, as those that follow are often caused by
            // it.
            const milestone_record* const marked = record_of(planned.name);
            std::string complaint = phase_error(planned, marked);
            const std::optional<slot> slots = slots_of(planned, marked, before);
            const auto due = planned.deadline ? planned.deadline : planned.expected_slots;
            if (complaint.empty() && slots && due && *slots != *due) {
                complaint = fmt::format("{} took {} slots, not {}", planned.name, *slots, *due);
            }
            wrong = wrong.empty() ? complaint : wrong;
            result_->phases.push_back({.name = std::string{planned.name},
                                       .slots = up_to_last_arrival(planned, slots, before),
                                       .slot_length = planned.slot_length,
                                       .expected = planned.expected_slots});
        }
        check("phases", wrong.empty() ? unexpected_delivery_error() : wrong);
    }

    // Marks that end no phase are an error.
    [[nodiscard]] std::string unexpected_delivery_error() const {
        const auto& phases = run_->promised->phases;
        const auto stranger =
            std::ranges::find_if(result_->marks, [&](const milestone_record& marked) {
                return std::ranges::count(phases, marked.name, &phase::name) == 0;
            });
        return stranger == result_->marks.end()
                   ? std::string{}
                   : fmt::format("{} of {}, with which no phase ends",
                                 quantity(stranger->count, "mark"), in_quotes(stranger->name));
    }

    [[nodiscard]] std::uint64_t markers_of(const phase& planned) const {
        return marker_count(planned, result_->nodes);
    }

    // Slots of a phase, if all nodes that can know its end marked it. `before` is the end of the
    // last such phase.
    std::optional<slot> slots_of(const phase& planned, const milestone_record* marked,
                                 slot& before) {
        if (marked == nullptr || marked->count != markers_of(planned) * marked->rounds) {
            return std::nullopt;
        }
        const slot began = std::exchange(before, marked->latest);
        over_ = before;
        return planned.most_rounds == 1 ? before - began : marked->slots;
    }

    // A phase that ends at a deadline is over with the last arrival.
    std::optional<slot> up_to_last_arrival(const phase& planned, const std::optional<slot>& slots,
                                           slot end) {
        if (!slots || !planned.deadline) {
            return slots;
        }
        const slot began = end - *slots;
        over_ = std::max(began, result_->last_arrival);
        return over_ - began;
    }

    [[nodiscard]] std::string phase_error(const phase& planned,
                                          const milestone_record* marked) const {
        if (marked == nullptr) {
            return markers_of(planned) == 0
                       ? std::string{}
                       : fmt::format("no node marked the end of {}", planned.name);
        }
        // A phase may be repeated, and then every node that can know its end marks each round.
        const auto due = markers_of(planned) * std::min(marked->rounds, planned.most_rounds);
        if (marked->count != due) {
            return fmt::format("{} of the end of {}, not {}", quantity(marked->count, "mark"),
                               planned.name, due);
        }
        // Equal counts do not exclude that one node marked twice and another never; the sum of the
        // shares of the nodes that marked does, short of a collision.
        const std::uint64_t sum = planned.markers.empty() ? mark_sum_of_all(result_->nodes)
                                                          : mark_sum_of(planned.markers);
        if (marked->node_sum != marked->rounds * sum) {
            return fmt::format("not every node that can know the end of {} marked it",
                               planned.name);
        }
        // Slots of another length than 1 have to begin and end together at all nodes.
        const bool must_agree = planned.is_synchronous || planned.slot_length != rational{1};
        if (must_agree && !marked->simultaneous) {
            return fmt::format("the nodes disagree on the end of {}: slots {} to {}", planned.name,
                               marked->earliest, marked->latest);
        }
        return {};
    }

    // The nodes declare themselves done with the mark of the last phase. Where they cannot, or do
    // so at a deadline, time runs to the last arrival; a run that did not get there took as long as
    // its clock ran. The length of each of several phases is unknown then, so that slots count
    // as whole ones.
    void measure_time() {
        const milestone_record* const last =
            result_->phases.empty() ? nullptr : record_of(result_->phases.back().name);
        const bool all_know = last != nullptr && result_->phases.back().slots.has_value();
        result_->termination.reset();
        result_->slots = has_completed() ? result_->last_arrival : result_->clock_slots;
        result_->units = result_->slots;
        if (result_->phases.size() == 1) {
            result_->units *= result_->phases.back().slot_length;
        }
        if (!all_know) {
            return;
        }
        if (last->rounds == 1) {
            result_->termination = {.first_slot = last->earliest, .last_slot = last->latest};
        }
        result_->slots = over_;
        result_->units = 0;
        for (const phase_result& ran : result_->phases) {
            result_->units += rational{ran.slots.value_or(0)} * ran.slot_length;
        }
    }

    void check_time() {
        if (!has_completed()) {
            return;
        }
        std::string early;
        std::string late;
        // Deliveries that the draws exclude take no time.
        const bool delivers_all = !result_->failure || !result_->failure->is_drawn;
        if (delivers_all && result_->units < result_->lower_bound.units) {
            early = fmt::format("{} is below the lower bound {}", to_string(result_->units),
                                to_string(result_->lower_bound.units));
        }
        if (delivers_all && early.empty()) {
            early = carrying_slots_error(*result_, *run_->promised);
        }
        if (result_->expected) {
            const rational& promised = result_->expected->units;
            if (result_->units > promised) {
                late = fmt::format("{} is later than {}", to_string(result_->units),
                                   to_string(promised));
            } else if (result_->expected->kind == time_kind::exact && result_->units < promised) {
                early = fmt::format("{} is earlier than the exact {}", to_string(result_->units),
                                    to_string(promised));
            }
        }
        // A run that is too fast for its bound cannot be correct; one that is too slow is late.
        const verdict otherwise = early.empty() ? verdict::late : verdict::incorrect;
        check("time", early.empty() ? late : early, otherwise);
    }

    void check_transmissions() {
        if (!has_completed() || !result_->expected_transmissions) {
            return;
        }
        check("transmissions", transmission_error(*result_));
    }

    // The bound counts what complete deliveries need, and says nothing of runs that lack some.
    void check_journeys() {
        if (run_->least == nullptr || !has_completed() || !result_->delivery.hold()) {
            return;
        }
        check("journeys", journey_error(*result_, *run_->promised, *run_->least));
    }

    // Silence starts at the last arrival where nodes cannot declare the end.
    void check_silence() {
        if (!result_->termination && !has_completed()) {
            return;
        }
        const slot end =
            result_->termination ? result_->termination->last_slot : result_->last_arrival;
        std::string wrong;
        if (result_->last_arrival > end) {
            wrong = fmt::format("a packet moved in slot {}, after the end in slot {}",
                                result_->last_arrival, end);
        } else if (result_->last_delivery > end) {
            wrong = fmt::format("a message was delivered in slot {}, after the end in slot {}",
                                result_->last_delivery, end);
        }
        check("silence-after-end", wrong);
    }

    result* result_;
    const ended_run* run_;
    slot over_ = 0;  // slot in which the last phase was over
};

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

void verify(result& outcome, const ended_run& run, const delivery_counts& delivered) {
    // Of several repetitions, the one with the worst verdict is kept, and the last among equals.
    result next = outcome;
    static_cast<run_report&>(next) = *run.report;
    run_verifier{next, run}.pass(delivered);
    const double capacity = static_cast<double>(next.links) * static_cast<double>(next.slots);
    next.link_utilisation = capacity > 0 ? static_cast<double>(next.transmissions) / capacity : 0;
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
        add_check(result, "transmissions", transmission_error(result));
    }
    add_check(result, "delay", delay_error(seen));
    result.dynamic = std::move(seen);
}

}  // namespace tutti
