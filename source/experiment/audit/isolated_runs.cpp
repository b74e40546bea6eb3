#include "isolated_runs.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "isolated_run.hpp"
#include "log_comparison.hpp"
#include "rekeyed_log.hpp"

namespace tutti {
namespace {

// Difference reported for all runs of a world that cannot be made.
audit_difference preparation_difference(const first_run& reference, std::uint64_t trial,
                                        const isolated_inputs_result& inputs) {
    const std::string failure = failure_of(inputs.end, inputs.refusal);
    return {.node = reference.nodes.front(),
            .at = 1,
            .trial = trial,
            .together = text_of_actions(0, reference.logs.front().events, true),
            .alone = failure.empty() ? "cannot run: there is nothing for it to run in" : failure,
            .knew = knowledge_at(0, reference, 0)};
}

std::vector<node_event> deliveries_in(const node_log& log) {
    std::vector<node_event> events;
    std::ranges::copy_if(log.events, std::back_inserter(events), [](const node_event& each) {
        return each.type == node_event::kind::delivered && each.note.content.payload != 0;
    });
    return events;
}

// True if the node's deliveries follow from its own input alone: no packet came to it.
bool follows_from_input(const isolated_run_inputs& world, const isolated_run& run,
                        const isolated_run_input& input) {
    const node_input& own_input = input.plain.input;
    return world.is_folded && !run.is_rekeyed && run.log.mail.empty() &&
           (own_input.value != 0 || !own_input.messages.empty()) && !deliveries_in(run.log).empty();
}

// True if packets carry sums of values that nodes start with, some of them a single value.
bool sums_values(const experiment& plan) {
    return std::holds_alternative<sums_upwards>(collective_of(plan).required(problem_of(plan)));
}

/// Runs of nodes alone, world by world.
class isolated_runs {
public:
    explicit isolated_runs(audit_setup setup)
        : setup_{std::move(setup)}, sums_values_{sums_values(setup_.seeded->plan)} {}

    // The first world with a difference ends the audit: one difference refutes locality.
    void pass(audit_report& into) {
        bool goes_on = true;
        for (std::uint64_t trial = 0; trial < setup_.options->trials && goes_on && !into.difference;
             ++trial) {
            goes_on = audit_trial(trial, into);
        }
        into.verdict = into.difference ? locality::not_local
                       : goes_on       ? locality::local
                                       : locality::interrupted;
    }

private:
    /// A difference, and whether the run had other payloads.
    struct finding {
        std::size_t index = 0;
        audit_difference difference;
        bool is_rekeyed = false;
    };

    // Even trials use the run with the seed, and odd ones the independent run, if there is one.
    [[nodiscard]] const reference_run& reference_of(std::uint64_t trial) const noexcept {
        return trial % 2 == 1 && setup_.independent != nullptr ? *setup_.independent
                                                               : *setup_.seeded;
    }

    // False if it was stopped.
    [[nodiscard]] bool audit_trial(std::uint64_t trial, audit_report& into) {
        const reference_run& reference = reference_of(trial);
        const isolated_inputs_result made = prepare(*setup_.starter, reference.plan,
                                                    {.trial = trial,
                                                     .key = setup_.draws->key(trial),
                                                     .seed = setup_.draws->world_seed(trial),
                                                     .withheld = setup_.options->withheld,
                                                     .nodes = reference.run.nodes},
                                                    setup_.limits);
        if (made.end.ending == process_ending::stopped) {
            return false;
        }
        // Inputs that cannot be prepared are a difference, and not an error: the description of the
        // algorithm may be at fault.
        if (!made.world) {
            ++into.differing;
            into.difference = preparation_difference(reference.run, trial, made);
            return true;
        }
        if (const std::string& why = made.world->why_same; !why.empty()) {
            ++into.isolation.same_worlds;
            into.isolation.why_same = why;
        }
        for (std::size_t i = 0; i < reference.run.nodes.size(); ++i) {
            if (!run(*made.world, i, trial, into)) {
                return false;
            }
        }
        if (suspects_packets_ && !repeat_plainly(*made.world, trial, into)) {
            return false;
        }
        note(into);
        return true;
    }

    // Up to the end of the run of all, or to before what ended that early. Where messages arrive
    // while the run goes on, up to some slot, in all worlds but the first.
    [[nodiscard]] isolated_run isolated_run_of(std::size_t index, std::uint64_t trial,
                                               audit_isolation& isolation) const {
        const reference_run& reference = reference_of(trial);
        const first_run& whole = reference.run;
        // Before 0 if the run ended early in its first slot: then no slot is compared.
        const slot last = whole.failed_in ? *whole.failed_in - 1 : whole.last;
        isolated_run one{.node = whole.nodes[index],
                         .trial = trial,
                         .seed = reference.seed_of(whole.nodes[index]),
                         .last = last,
                         .has_other_arrivals =
                             collective_of(reference.plan).is_dynamic && trial > 0 && last >= 0};
        if (one.has_other_arrivals && one.last > 0) {
            one.last = setup_.draws->slot_until(one.last, trial, one.node);
        }
        // Payloads are replaced unless something prevents it; the reason goes into the report, as
        // the audit is weaker then.
        rekeyed_log other{.log = whole.logs[index], .inapplicable_reason = "as was asked for"};
        if (packets_hold_more_) {
            other.inapplicable_reason = "packets hold more of a payload than its word";
        } else if (!setup_.options->keeps_contents && sums_values_) {
            other.inapplicable_reason = "nodes start with values, not with messages";
        } else if (!setup_.options->keeps_contents) {
            other = rekey(whole.logs[index], payloads_for(reference.plan.seed),
                          derived_payloads{setup_.draws->key(trial)});
        }
        one.log = std::move(other.log);
        one.is_rekeyed = other.inapplicable_reason.empty();
        one.payload_places = std::move(other.places);
        ++(one.is_rekeyed ? isolation.rekeyed : isolation.not_rekeyed);
        if (!one.is_rekeyed && isolation.why_kept.empty()) {
            isolation.why_kept = other.inapplicable_reason;
        }
        return one;
    }

    [[nodiscard]] isolated_run_result start(const isolated_run_inputs& world,
                                            const isolated_run& isolated, std::size_t index) const {
        return run_one(
            *setup_.starter,
            work_for(world, isolated, world.inputs[index], setup_.draws->late(isolated.trial)),
            isolated.node, setup_.limits);
    }

    // False if it was stopped.
    [[nodiscard]] bool run(const isolated_run_inputs& world, std::size_t index, std::uint64_t trial,
                           audit_report& into) {
        const isolated_run_input& input = world.inputs[index];
        const isolated_run isolated = isolated_run_of(index, trial, into.isolation);
        const isolated_run_result result = start(world, isolated, index);
        if (result.end.ending == process_ending::stopped) {
            return false;
        }
        ++into.runs;
        auto one = difference_of(reference_of(trial).run, index, isolated, result);
        // A node that receives no packet behaves the same in every world, whether it reads its
        // input or not. A third run, with other input, distinguishes these cases.
        if (!one && !setup_.options->keeps_contents && follows_from_input(world, isolated, input)) {
            one = difference_without(world, index, isolated);
        }
        if (one) {
            suspects_packets_ = suspects_packets_ ||
                                (isolated.is_rekeyed && differs_beside_payload(isolated, result));
            findings_.push_back(
                {.index = index, .difference = std::move(*one), .is_rekeyed = isolated.is_rekeyed});
        }
        if (setup_.options->progress != nullptr) {
            setup_.options->progress->finished = into.runs;
            setup_.options->progress->differing = into.differing + findings_.size();
        }
        return true;
    }

    // Packets may hold other functions of payloads, such as checksums, which were not replaced. If
    // that is all, nodes do the same with the payloads of the run of all. False if it was stopped.
    [[nodiscard]] bool repeat_plainly(const isolated_run_inputs& world, std::uint64_t trial,
                                      audit_report& into) {
        suspects_packets_ = false;
        packets_hold_more_ = true;
        std::vector<finding> left;
        for (finding& each : findings_) {
            // Runs whose payloads were kept would be the same again.
            if (!each.is_rekeyed) {
                left.push_back(std::move(each));
                continue;
            }
            --into.isolation.rekeyed;
            const isolated_run isolated = isolated_run_of(each.index, trial, into.isolation);
            const isolated_run_result result = start(world, isolated, each.index);
            if (result.end.ending == process_ending::stopped) {
                return false;
            }
            if (auto one = difference_of(reference_of(trial).run, each.index, isolated, result)) {
                left.push_back({.index = each.index, .difference = std::move(*one)});
            }
        }
        findings_ = std::move(left);
        return true;
    }

    // With another input the node has to deliver something else.
    [[nodiscard]] std::optional<audit_difference> difference_without(
        const isolated_run_inputs& world, std::size_t index, isolated_run isolated) const {
        isolated.is_rekeyed = true;
        const isolated_run_result result = start(world, isolated, index);
        // Equal deliveries in spite of other input show that the node does not use its input.
        const std::vector<node_event> expected = deliveries_in(isolated.log);
        if (deliveries_in(result.log) != expected) {
            return std::nullopt;
        }
        return audit_difference{
            .node = isolated.node,
            .at = expected.front().at + 1,
            .trial = isolated.trial,
            .together = expected.front().text,
            .alone = "delivers the same though its own values are others",
            .knew = knowledge_at(expected.front().at, reference_of(isolated.trial).run, index)};
    }

    // The differences of this world.
    void note(audit_report& into) {
        into.differing += findings_.size();
        for (finding& each : findings_) {
            if (!into.difference || each.difference.at < into.difference->at) {
                into.difference = std::move(each.difference);
            }
        }
        findings_.clear();
    }

    audit_setup setup_;
    std::vector<finding> findings_;  // in this world
    bool suspects_packets_ = false;
    bool sums_values_;
    bool packets_hold_more_ = false;
};

}  // namespace

void run_nodes_alone(const audit_setup& setup, audit_report& into) {
    isolated_runs{setup}.pass(into);
}

}  // namespace tutti
