#include "run_verifier.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// The judgement on one run, check by check.
class run_verifier {
public:
    run_verifier(const run_expectations& due, const run_facts& facts)
        : due_{&due}, facts_{&facts} {}

    [[nodiscard]] verified_run pass() {
        // The ending gives the verdict to begin with; a check can only make it worse. The order
        // matters: phases are measured before the time, and time before journeys and silence.
        seen_.verdict = facts_->ending;
        check_delivery();
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
            seen_.verdict = verdict::unlucky;
        }
        return std::move(seen_);
    }

private:
    void check(std::string name, std::string_view what_is_wrong,
               verdict otherwise = verdict::incorrect) {
        const bool holds = what_is_wrong.empty();
        // `late` requires complete delivery.
        const bool is_late = otherwise != verdict::late || facts_->delivered.hold();
        if (!holds) {
            seen_.verdict = std::max(seen_.verdict, is_late ? otherwise : verdict::incorrect);
        }
        seen_.checks.push_back(
            {.name = std::move(name), .holds = holds, .text = one_line(what_is_wrong)});
    }

    // True if the only fault is missing messages, and the draws predict it.
    [[nodiscard]] bool is_unlucky() const {
        const bool may_fail = due_->loses_messages && (!due_->units || !due_->is_certain);
        const delivery_counts& delivered = facts_->delivered;
        return may_fail && seen_.verdict == verdict::incorrect && delivered.missing > 0 &&
               delivered.duplicate == 0 && delivered.unexpected == 0 &&
               std::ranges::all_of(seen_.checks, [](const check_result& done) {
                   return done.holds || done.name == "delivery";
               });
    }

    // Checks of a final state apply only to runs that reached it.
    [[nodiscard]] bool has_completed() const { return facts_->ending == verdict::complete; }

    // A run that did not complete may lack deliveries as well; its ending has the worse verdict.
    void check_delivery() {
        const delivery_counts& delivered = facts_->delivered;
        check("delivery",
              delivered.hold()
                  ? ""
                  : fmt::format("{} missing, {} twice, {} unexpected ({} with a wrong payload)",
                                delivered.missing, delivered.duplicate, delivered.unexpected,
                                delivered.wrong_payload));
        if (has_completed() && due_->loses_messages) {
            // Losses are determined by the draws alone, which can be computed.
            const bool is_lost = !delivered.hold();
            check("draws", is_lost == *due_->loses_messages ? ""
                           : is_lost ? "messages were lost, and by the draws none may be"
                                     : "nothing was lost, and by the draws something must be");
        }
    }

    void check_causality() {
        const early_delivery_facts& early = facts_->early;
        check("causality",
              early.count == 0
                  ? ""
                  : fmt::format("{} of what cannot have come, the first at node {} in slot {}",
                                quantity(early.count, "delivery"), early.node, early.at));
    }

    void check_possession() {
        if (facts_->possession) {
            check("possession", facts_->possession->possession);
            check("control", facts_->possession->control);
        }
    }

    void check_postcondition() {
        if (facts_->wrong_at_a_node && has_completed()) {
            check("postcondition", *facts_->wrong_at_a_node);
        }
    }

    [[nodiscard]] const milestone_record* record_of(std::string_view name) const {
        const auto position = std::ranges::find(facts_->marks, name, &milestone_record::name);
        return position == facts_->marks.end() ? nullptr : &*position;
    }

    void check_phases() {
        std::string wrong;
        slot before = 0;
        for (const phase& planned : due_->phases) {
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
            seen_.phases.push_back({.name = planned.name,
                                    .slots = up_to_last_arrival(planned, slots, before),
                                    .slot_length = planned.slot_length,
                                    .expected = planned.expected_slots});
        }
        check("phases", wrong.empty() ? unexpected_delivery_error() : wrong);
    }

    // Marks that end no phase are an error.
    [[nodiscard]] std::string unexpected_delivery_error() const {
        const auto& phases = due_->phases;
        const auto stranger =
            std::ranges::find_if(facts_->marks, [&](const milestone_record& marked) {
                return std::ranges::count(phases, marked.name, &phase::name) == 0;
            });
        return stranger == facts_->marks.end()
                   ? std::string{}
                   : fmt::format("{} of {}, with which no phase ends",
                                 quantity(stranger->count, "mark"), in_quotes(stranger->name));
    }

    [[nodiscard]] std::uint64_t markers_of(const phase& planned) const {
        return marker_count(planned, facts_->nodes);
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
        return is_repeated(planned) ? marked->slots : before - began;
    }

    // A phase that ends at a deadline is over with the last arrival.
    std::optional<slot> up_to_last_arrival(const phase& planned, const std::optional<slot>& slots,
                                           slot end) {
        if (!slots || !planned.deadline) {
            return slots;
        }
        const slot began = end - *slots;
        over_ = std::max(began, facts_->last_arrival);
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
        const std::uint64_t sum =
            planned.markers.empty() ? mark_sum_of_all(facts_->nodes) : mark_sum_of(planned.markers);
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
            seen_.phases.empty() ? nullptr : record_of(seen_.phases.back().name);
        const bool all_know = last != nullptr && seen_.phases.back().slots.has_value();
        seen_.slots = has_completed() ? facts_->last_arrival : facts_->clock_slots;
        seen_.units = seen_.slots;
        if (seen_.phases.size() == 1) {
            seen_.units *= seen_.phases.back().slot_length;
        }
        if (!all_know) {
            return;
        }
        if (last->rounds == 1) {
            seen_.termination = {.first_slot = last->earliest, .last_slot = last->latest};
        }
        seen_.slots = over_;
        seen_.units = 0;
        for (const phase_result& ran : seen_.phases) {
            seen_.units += rational{ran.slots.value_or(0)} * ran.slot_length;
        }
    }

    void check_time() {
        if (!has_completed()) {
            return;
        }
        std::string early;
        std::string late;
        // Deliveries that the draws exclude take no time.
        const bool delivers_all = !due_->loses_messages.value_or(false);
        if (delivers_all && seen_.units < due_->lower_bound) {
            early = fmt::format("{} is below the lower bound {}", to_string(seen_.units),
                                to_string(due_->lower_bound));
        }
        if (delivers_all && early.empty()) {
            early = carrying_slots_error();
        }
        if (due_->units) {
            const rational& promised = *due_->units;
            if (seen_.units > promised) {
                late =
                    fmt::format("{} is later than {}", to_string(seen_.units), to_string(promised));
            } else if (due_->is_exact && seen_.units < promised) {
                early = fmt::format("{} is earlier than the exact {}", to_string(seen_.units),
                                    to_string(promised));
            }
        }
        // A run that is too fast for its bound cannot be correct; one that is too slow is late.
        const verdict otherwise = early.empty() ? verdict::late : verdict::incorrect;
        check("time", early.empty() ? late : early, otherwise);
    }

    void check_transmissions() {
        if (has_completed() && due_->transmissions) {
            check("transmissions", transmission_error(*due_, *facts_));
        }
    }

    // The bound counts what complete deliveries need, and says nothing of runs that lack some.
    void check_journeys() {
        if (due_->least && has_completed() && facts_->delivered.hold()) {
            check("journeys", journey_error());
        }
    }

    // The most of a message that a packet carries in any phase.
    [[nodiscard]] rational most_carried() const {
        return due_->phases.empty()
                   ? rational{1}
                   : std::max(rational{0},
                              std::ranges::max(due_->phases, {}, &phase::carries).carries);
    }

    // A message that is delivered away from its origin has crossed links, in packets that carry at
    // most `most` of a message: fewer packets cannot have brought all.
    [[nodiscard]] std::string journey_error() const {
        const journeys least = due_->least.value_or(journeys{});
        const std::uint64_t moved =
            facts_->transmissions - (least.counts_control ? 0 : facts_->control_transmissions);
        const rational most = least.counts_control ? rational{1} : most_carried();
        if (rational{moved} * most < rational{least.messages}) {
            return fmt::format(
                "{} with content moved, of {} of a message each at most, and the deliveries away "
                "from their origins take {} over links",
                quantity(moved, "packet"), to_string(most), quantity(least.messages, "message"));
        }
        return {};
    }

    // Else some nodes go on with messages while others are in the phase still; its slots are whole
    // ones then, as shorter ones have to end together.
    [[nodiscard]] bool ends_everywhere_at_once(std::string_view phase) const {
        const milestone_record* const record = record_of(phase);
        return record != nullptr && record->simultaneous &&
               record->count == record->rounds * facts_->nodes;
    }

    // Slots of phases that carry no content do not help to deliver, however short they are; the
    // time of the others is held against the bound. Where a phase's slots are not known, nothing
    // is wrong.
    [[nodiscard]] std::string carrying_slots_error() const {
        const bool is_known = std::ranges::all_of(
            seen_.phases, [](const phase_result& ran) { return ran.slots.has_value(); });
        if (!due_->bound_of_carrying_slots || !is_known) {
            return {};
        }
        rational carrying = seen_.units;
        for (std::size_t i = 0; i < seen_.phases.size(); ++i) {
            const phase_result& ran = seen_.phases[i];
            if (due_->phases[i].carries == rational{0} && ends_everywhere_at_once(ran.name)) {
                carrying -= rational{ran.slots.value_or(0)} * ran.slot_length;
            }
        }
        if (carrying < *due_->bound_of_carrying_slots) {
            return fmt::format("{} in slots that may carry messages is below the lower bound {}",
                               to_string(carrying), to_string(*due_->bound_of_carrying_slots));
        }
        return {};
    }

    // Silence starts at the last arrival where nodes cannot declare the end.
    void check_silence() {
        if (!seen_.termination && !has_completed()) {
            return;
        }
        const slot end = seen_.termination ? seen_.termination->last_slot : facts_->last_arrival;
        std::string wrong;
        if (facts_->last_arrival > end) {
            wrong = fmt::format("a packet moved in slot {}, after the end in slot {}",
                                facts_->last_arrival, end);
        } else if (facts_->last_delivery > end) {
            wrong = fmt::format("a message was delivered in slot {}, after the end in slot {}",
                                facts_->last_delivery, end);
        }
        check("silence-after-end", wrong);
    }

    const run_expectations* due_;
    const run_facts* facts_;
    verified_run seen_;
    slot over_ = 0;  // slot in which the last phase was over
};

}  // namespace

std::string_view verified_run::error_of(std::string_view check) const noexcept {
    const auto done = std::ranges::find(checks, check, &check_result::name);
    return done == checks.end() ? std::string_view{} : done->text;
}

std::string transmission_error(const run_expectations& due, const run_facts& facts) {
    const std::uint64_t total = due.transmissions.value_or(facts.transmissions);
    if (facts.transmissions != total) {
        return fmt::format("{} packet-hops, not {}", facts.transmissions, total);
    }
    const std::uint64_t control = due.control_transmissions.value_or(facts.control_transmissions);
    if (facts.control_transmissions != control) {
        return fmt::format("{} packet-hops of control, not {}", facts.control_transmissions,
                           control);
    }
    return {};
}

verified_run verify(const run_expectations& due, const run_facts& facts) {
    return run_verifier{due, facts}.pass();
}

}  // namespace tutti
