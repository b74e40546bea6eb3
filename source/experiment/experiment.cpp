#include "tutti/experiment/experiment.hpp"

#include <any>
#include <limits>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "algorithms/catalog/description_scope.hpp"
#include "algorithms/catalog/description_validity.hpp"
#include "algorithms/dynamic_theory.hpp"
#include "collectives/input/derived_payloads.hpp"
#include "engine/exchange/gather.hpp"
#include "experiment/events/event_gatherer.hpp"
#include "experiment/plan/estimate.hpp"
#include "experiment/stress/poisson_binomial.hpp"
#include "node_inputs.hpp"
#include "node_outcomes.hpp"
#include "overflow.hpp"
#include "phase_ends.hpp"
#include "several_processes.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"
#include "verification/causality.hpp"
#include "verification/determinism.hpp"
#include "verification/possession_sink.hpp"
#include "verification/verdict.hpp"

namespace tutti {
namespace {

slot slot_budget_for(const algorithm& what, const problem& input,
                     const std::optional<slot>& asked) {
    if (asked) {
        return *asked;
    }
    if (what.goal->is_dynamic) {
        return (rational{most_interval_slots(input)} * 4 + 1000).ceil();
    }
    const auto expected = expected_time_of(what, input);
    constexpr slot otherwise = 10'000'000;
    // Expected times are in units, of which the shortest slots are a fraction.
    rational shortest = 1;
    for (const phase& each : what.phases(input)) {
        shortest = std::min(shortest, each.slot_length);
    }
    return expected ? (expected->units / shortest * 4 + 1000).ceil() : otherwise;
}

emulation emulation_for(const experiment& asked, const experiment_options& how,
                        const problem& input) {
    // The memory was checked with all that the experiment adds to it.
    return {
        .machine = {.threads = how.threads,
                    .executor = how.executor,
                    .memory_limit_bytes = std::numeric_limits<std::uint64_t>::max(),
                    .program_bytes_per_node = program_bytes_per_node(asked, input.message_count()),
                    .carrier = how.carrier},
        .run = {.ports = asked.ports,
                .seed = asked.seed,
                .node_seeds = how.node_seeds,
                .slot_budget = within_64_bits(
                    asked, [&] { return slot_budget_for(*asked.what, input, how.slot_budget); }),
                .stop = how.stop,
                .keeps_time = asked.what->goal->is_dynamic,
                .keeps_account = how.keeps_account},
        .repeats = how.repeats,
        .kept = how.kept,
        .ended = {}};
}

/// @param seconds how often each time came
void sum_up_times(result& found, int repeats, const std::map<double, std::uint64_t>& seconds) {
    if (const auto times = spread_of(seconds); repeats > 1 && times) {
        found.repeat = {.runs = number_of(seconds), .seconds = *times};
        found.wall_seconds = times->median;
    }
    found.packet_hops_per_second =
        found.wall_seconds > 0 ? static_cast<double>(found.transmissions) / found.wall_seconds : 0;
}

// Verifies the notes of the nodes of this process. Several processes are judged by process 0.
void verify_records(result& found, transport* carrier, const node_partition& shares,
                    std::span<const interval_record> mine, const problem& input,
                    const assignment& given) {
    std::vector<interval_record> gathered;
    if (carrier != nullptr) {
        gathered = gather_records(*carrier, shares, mine);
    }
    const std::span<const interval_record> records = carrier != nullptr ? gathered : mine;
    if (records.empty()) {
        return;
    }
    const auto& rate = input.parameter<rational>("rate");
    const arrivals_at_node arrivals = [&](node_id node) { return given.arrivals_at(node, rate); };
    verify_intervals(found, records, sum_up(records, theory_of_intervals(input), arrivals),
                     found.ending == run_ending::completed
                         ? std::optional{forecast_of(input, arrivals)}
                         : std::nullopt);
}

// Null unless sinks of process 0 watch the nodes of several. @param verifier one of them, or null
std::unique_ptr<event_gatherer> relay_for(const experiment_options& how, sink* verifier) {
    if (how.carrier == nullptr || (!how.relays_events && verifier == nullptr)) {
        return nullptr;
    }
    std::vector<sink*> told = how.relays_events ? how.sinks : std::vector<sink*>{};
    if (verifier != nullptr) {
        told.push_back(verifier);
    }
    return std::make_unique<event_gatherer>(*how.carrier, std::move(told));
}

// The relay where there is one: it has the other sink told.
sink* relay_or(event_gatherer* relay, sink* other) { return relay != nullptr ? relay : other; }

any_program program_of(const experiment& asked, const problem& input) {
    const description_scope called;
    return asked.what->program(input);
}

// With those of our own that there are.
std::vector<sink*> watchers(std::vector<sink*> all, std::initializer_list<sink*> ours) {
    std::ranges::copy_if(ours, std::back_inserter(all),
                         [](const sink* each) { return each != nullptr; });
    return all;
}

// By what a run with such packets is verified.
verification verification_of(const theory& figures, port_model ports, const causality& rules,
                             const packet_traits& packets) {
    verification all{
        .links = "by the engine: links of the network only, one packet a slot each",
        .ports = fmt::format("by the engine, under the port model {}", name_of(ports)),
        .possession = "by payloads that follow from a key, and by the packets that moved",
        .deliveries = "every delivery, against what is required",
        .causality = rules.by,
        .marks = figures.phases.empty() ? "" : "every mark, against the phases",
        .times = figures.expected ? "against the lower bound and the expected time"
                                  : "against the lower bound",
        .contents = packets.describes_itself
                        ? "by what packets say they carry, against what their slots carry"
                        : "",
        .gaps = {}};
    if (!rules.gap.empty()) {
        all.gaps.push_back(rules.gap);
    }
    if (all.contents.empty()) {
        all.gaps.emplace_back("contents of packets not verified: they do not describe themselves");
    }
    return all;
}

// Result before anything has run.
result initial_result(const experiment& asked, const problem& input, const theory& figures) {
    result found;
    static_cast<request&>(found) = request_of(asked, input);
    found.time_formula = figures.formula;
    found.knowledge = asked.what->knowledge;
    found.digest_version = asked.what->goal->digest_version;
    found.expected = figures.expected;
    found.failure = figures.failure;
    found.lower_bound = figures.lower_bound;
    found.lower_bound_pieces = figures.lower_bound_pieces;
    if (figures.transmissions) {
        found.expected_transmissions = figures.transmissions->total();
        found.expected_control_transmissions = figures.transmissions->control;
    }
    return found;
}

void call(const std::function<void()>& listener) {
    if (listener) {
        listener();
    }
}

// Journeys of streams follow from their deliveries.
journeys journeys_after(const journeys& before, bool is_streamed, std::uint64_t nodes,
                        const delivery_counts& delivered) {
    return is_streamed ? journeys_of_streams(nodes, delivered.delivered) : before;
}

void announce(const experiment_options& how, const delivery_verifier& check,
              const theory& figures) {
    std::uint64_t required = check.required();
    if (how.relays_events) {
        const std::vector<std::uint64_t> all = gather_values(how.carrier, required);
        required = std::accumulate(all.begin(), all.end(), std::uint64_t{0});
    }
    if (how.begins) {
        how.begins({.required_deliveries = required,
                    .expected_units =
                        figures.expected ? std::optional{figures.expected->units} : std::nullopt});
    }
}

}  // namespace

std::uint64_t estimate_events(const experiment& asked) {
    const problem what = problem_of(asked);
    const collective& goal = collective_of(asked);
    if (goal.is_dynamic) {
        return most_interval_events(what);
    }
    const std::uint64_t deliveries = goal.deliveries(node_count(what.where), what.message_count());
    std::uint64_t events =
        deliveries + asked.what->transmissions(what).value_or(deliveries).total();
    for (const phase& planned : asked.what->phases(what)) {
        events += planned.most_rounds * marker_count(planned, node_count(what.where));
    }
    return events;
}

// NOLINTNEXTLINE(readability-function-size): what a run refers to, each before what refers to it
result run_experiment(const experiment& asked, const experiment_options& how, std::string command) {
    require_outside_of_algorithms();
    check_memory(asked, how);
    const problem input = built_problem_of(asked);
    const partition_cache::share own = how.shares->of(how.carrier, input.where);
    const node_partition& shares = own.nodes;
    require_the_same(input, how.carrier);
    if (how.carrier != nullptr) {
        check_memory(asked, how, own.most);
    }
    const collective& goal = collective_of(asked);
    const payloads contents = payloads_for(asked.seed);
    const theory figures = theory_of(asked, input);
    requirement required = within_64_bits(asked, [&] { return goal.required(input); });
    const bool is_streamed = std::holds_alternative<streamed_everywhere>(required);
    const broadcaster_set givers = goal.given(input);
    journeys least =
        within_64_bits(asked, [&] { return least_journeys(required, input.where, givers); });
    const causality rules = causality_of(required, input.where, givers, *how.distances);
    const any_program program = program_of(asked, input);
    const possession_verification possession =
        possession_verification_for(asked, input, required, givers, program.packets());
    delivery_verifier check{std::move(required), contents, delivery_verifier::default_budget_bytes,
                            shares};

    result found = initial_result(asked, input, figures);
    found.processes = process_count(how.carrier);
    found.command = std::move(command);
    std::map<double, std::uint64_t> seconds;
    const std::vector<phase_end> phases = phase_ends(figures.phases, found.nodes);
    const std::string name = fmt::format("{}/{}", asked.what->collective, asked.what->name);
    emulation how_to_run = emulation_for(asked, how, input);
    how_to_run.run.algorithm = name;
    how_to_run.run.phases = phases;
    how_to_run.run.distances = rules.distances.get();
    how_to_run.run.quiet_slots = rules.quiet_slots;
    how_to_run.machine.shares = shares;
    how_to_run.receiver = &check;
    std::vector<interval_record> records(goal.is_dynamic ? shares.own_count() : 0);
    const assignment given{givers, contents};
    const auto kept = goal.checks
                          ? std::make_unique<node_outcomes>(goal, input, given, how.carrier, shares)
                          : nullptr;
    const auto loads =
        how.counts_loads ? std::make_unique<link_loads>(input.where, shares) : nullptr;
    const auto relay = relay_for(how, possession.verifier.get());
    const std::vector<sink*> sinks =
        watchers(relay && how.relays_events ? std::vector<sink*>{} : how.sinks,
                 {relay_or(relay.get(), possession.verifier.get()), kept.get(), loads.get()});
    how_to_run.run.sinks = sinks;
    repetition_check repetitions{how.repeats};
    how_to_run.ended = [&](const run_report& report) {
        call(how.ended);
        // A run that was cut short says nothing beside those that were not.
        if (report.ending == run_ending::interrupted && !seconds.empty()) {
            found.verdict = verdict::interrupted;
            found.text = report.text;
            return;
        }
        ++seconds[report.wall_seconds];
        const delivery_counts delivered = counts_of(check, how.carrier);
        least = journeys_after(least, is_streamed, found.nodes, delivered);
        const auto outcome = kept ? std::optional{kept->verify()} : std::nullopt;
        repetitions.add(report, delivered, outcome.value_or(""));
        verify(found,
               {.promised = &figures,
                .report = &report,
                .least = &least,
                .possession = possession.complaints(how.carrier),
                .wrong_at_a_node = outcome},
               delivered);
        if (goal.is_dynamic) {
            verify_records(found, how.carrier, shares, records, input, given);
        }
    };
    run_inputs inputs = inputs_for(input, given, *asked.what, records, &shares);
    if (kept) {
        inputs.outcome = [&](node_id node, std::any outcome) {
            kept->returned(node, std::move(outcome));
        };
    }
    found.verified = verification_of(figures, asked.ports, rules, program.packets());
    found.stated = stated_by(*asked.what, input, figures, program.packets());
    announce(how, check, figures);
    program.run(inputs, how_to_run);
    repetitions.verify(found);
    possession.describe(found.verified, how.carrier);
    sum_up_times(found, how.repeats, seconds);
    found.peak_rss_bytes = std::ranges::max(gather_values(how.carrier, peak_resident_bytes()));
    if (loads) {
        found.link_load = loads->sum_up(how.carrier);
    }
    return found;
}

}  // namespace tutti
