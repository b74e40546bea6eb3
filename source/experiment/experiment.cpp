#include "tutti/experiment/experiment.hpp"

#include <any>
#include <limits>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "algorithms/catalog/description_scope.hpp"
#include "algorithms/catalog/description_validity.hpp"
#include "algorithms/dynamic_theory.hpp"
#include "algorithms/table_memory.hpp"
#include "collectives/input/derived_payloads.hpp"
#include "determinism.hpp"
#include "engine/exchange/gather.hpp"
#include "experiment/events/event_gatherer.hpp"
#include "experiment/events/link_load.hpp"
#include "experiment/events/possession_sink.hpp"
#include "experiment/plan/estimate.hpp"
#include "experiment/stress/poisson_binomial.hpp"
#include "experiment/time_model/run_timing.hpp"
#include "node_inputs.hpp"
#include "node_outcomes.hpp"
#include "overflow.hpp"
#include "run_verdict.hpp"
#include "several_processes.hpp"
#include "topology/node_naming.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/counts.hpp"
#include "verification/causality.hpp"

namespace tutti {
namespace {

// A budget of four times the expected time, and 1000 slots more, ends runs that would never end;
// without an expectation it is ten million slots.
slot slot_budget_for(const algorithm& algorithm, const problem& input,
                     const std::optional<slot>& budget) {
    if (budget) {
        return *budget;
    }
    if (algorithm.goal->is_dynamic) {
        return (rational{most_interval_slots(input)} * 4 + 1000).ceil();
    }
    const auto expected = expected_time_of(algorithm, input);
    constexpr slot otherwise = 10'000'000;
    // Expected times are in units, of which the shortest slots are a fraction.
    rational shortest = 1;
    for (const phase& each : algorithm.phases(input)) {
        shortest = std::min(shortest, each.slot_length);
    }
    return expected ? (expected->units / shortest * 4 + 1000).ceil() : otherwise;
}

emulation emulation_for(const experiment& plan, const experiment_options& options,
                        const problem& input) {
    // The memory was checked with all that the experiment adds to it.
    return {
        .machine = {.threads = options.threads,
                    .executor = options.executor,
                    .memory_limit_bytes = std::numeric_limits<std::uint64_t>::max(),
                    .program_bytes_per_node = program_bytes_per_node(plan, input.message_count()),
                    .carrier = options.carrier},
        .run = {.ports = plan.ports,
                .seed = plan.seed,
                .node_seeds = options.node_seeds,
                .slot_budget = within_64_bits(
                    plan,
                    [&] { return slot_budget_for(*plan.algorithm, input, options.slot_budget); }),
                .stop = options.stop,
                .keeps_time = plan.algorithm->goal->is_dynamic,
                .keeps_account = options.keeps_account},
        .repeats = options.repeats,
        .cache = options.cache,
        .ended = {}};
}

/// @param seconds how often each time came
void sum_up_times(result& result, int repeats, const std::map<double, std::uint64_t>& seconds) {
    if (const auto times = spread_of(seconds); repeats > 1 && times) {
        result.repeat = {.runs = number_of(seconds), .seconds = *times};
        result.wall_seconds = times->median;
    }
    result.packet_hops_per_second = rate_of(result.transmissions, result.wall_seconds);
}

// Verifies the notes of the nodes of this process. Process 0 verifies those of several processes.
void verify_records(result& result, transport* carrier, const node_partition& shares,
                    std::span<const interval_record> own_records, const problem& input,
                    const assignment& assignment) {
    const std::vector<interval_record> gathered =
        carrier != nullptr ? gather_records(*carrier, shares, own_records)
                           : std::vector<interval_record>{};
    const std::span<const interval_record> records = carrier != nullptr ? gathered : own_records;
    if (records.empty()) {
        return;
    }
    const auto& rate = input.parameter<rational>("rate");
    const arrivals_at_node arrivals = [&](node_id node) {
        return assignment.arrivals_at(node, rate);
    };
    verify_intervals(result, records, sum_up(records, theory_of_intervals(input), arrivals),
                     result.ending == run_ending::completed
                         ? std::optional{forecast_of(input, arrivals)}
                         : std::nullopt);
}

// Null unless sinks of process 0 watch the nodes of several. @param own some of them
std::unique_ptr<event_gatherer> relay_for(const experiment_options& options,
                                          std::vector<sink*> own) {
    if (options.carrier == nullptr || (!options.relays_events && own.empty())) {
        return nullptr;
    }
    if (options.relays_events) {
        own.insert(own.begin(), options.sinks.begin(), options.sinks.end());
    }
    return std::make_unique<event_gatherer>(*options.carrier, std::move(own));
}

// Descriptions are called in a scope in which no run can be started.
any_program program_of(const experiment& plan, const problem& input) {
    const description_scope called;
    return plan.algorithm->program(input);
}

// With those of our own that there are.
std::vector<sink*> watchers(std::vector<sink*> sinks, std::initializer_list<sink*> ours) {
    std::ranges::copy_if(ours, std::back_inserter(sinks),
                         [](const sink* each) { return each != nullptr; });
    return sinks;
}

// By what a run with such packets is verified.
verification verification_of(const theory& figures, port_model ports, const causality& rules,
                             const packet_traits& packets) {
    verification notes{
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
        notes.gaps.push_back(rules.gap);
    }
    if (notes.contents.empty()) {
        notes.gaps.emplace_back(
            "contents of packets not verified: they do not describe themselves");
    }
    return notes;
}

// Result before anything has run.
result initial_result(const experiment& plan, const problem& input, const theory& figures) {
    result outcome;
    outcome.request::operator=(request_of(plan, input));
    // What theory says is part of the result even if the run fails.
    outcome.time_formula = figures.formula;
    outcome.knowledge = plan.algorithm->knowledge;
    outcome.digest_version = plan.algorithm->goal->digest_version;
    outcome.expected = figures.expected;
    outcome.failure = figures.failure;
    outcome.lower_bound = figures.lower_bound;
    outcome.lower_bound_pieces = figures.lower_bound_pieces;
    if (figures.transmissions) {
        outcome.expected_transmissions = figures.transmissions->total();
        outcome.expected_control_transmissions = figures.transmissions->control;
    }
    return outcome;
}

// What is wrong is also read by programs, which have no table.
void name_nodes(result& outcome, const network& net) {
    outcome.text = with_node_names(outcome.text, net);
    for (check_result& each : outcome.checks) {
        each.text = with_node_names(each.text, net);
    }
}

// Deliveries of all processes are added up where process 0 has all events; the gathering is an
// exchange that all processes take part in.
void announce(const experiment_options& options, const delivery_verifier& check,
              const theory& figures) {
    std::uint64_t required = check.required();
    if (options.relays_events) {
        const std::vector<std::uint64_t> values = gather_values(options.carrier, required);
        required = std::accumulate(values.begin(), values.end(), std::uint64_t{0});
    }
    if (options.begins) {
        options.begins({.required_deliveries = required,
                        .expected_units = figures.expected ? std::optional{figures.expected->units}
                                                           : std::nullopt});
    }
}

std::vector<sink*> joined_sinks(std::vector<sink*> sinks, const std::vector<sink*>& more) {
    sinks.insert(sinks.end(), more.begin(), more.end());
    return sinks;
}

// Callers may leave a callback empty.
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

// What only some runs are watched by; null elsewhere.
std::unique_ptr<node_outcomes> outcomes_for(const collective& collective, const problem& input,
                                            const assignment& assignment, transport* carrier,
                                            const node_partition& shares) {
    return collective.checks
               ? std::make_unique<node_outcomes>(collective, input, assignment, carrier, shares)
               : nullptr;
}

std::unique_ptr<link_loads> loads_for(const experiment_options& options, const network& net,
                                      const node_partition& shares) {
    return options.counts_loads ? std::make_unique<link_loads>(net, shares) : nullptr;
}

std::unique_ptr<run_timing> timing_for(const experiment& plan, const problem& input,
                                       const theory& figures, const any_program& program) {
    return plan.time_model.is_given()
               ? std::make_unique<run_timing>(plan, input, figures,
                                              program.packets().describes_itself)
               : nullptr;
}

std::vector<sink*> sinks_of(run_timing* timing) {
    return timing == nullptr ? std::vector<sink*>{} : timing->sinks();
}

}  // namespace

// Where transmissions are unknown, one for each delivery is assumed; marks are counted at their
// maximum.
std::uint64_t estimate_events(const experiment& plan) {
    const problem problem = problem_of(plan);
    const collective& collective = collective_of(plan);
    if (collective.is_dynamic) {
        return most_interval_events(problem);
    }
    const std::uint64_t deliveries =
        collective.deliveries(problem.participant_count(), problem.message_count());
    std::uint64_t events =
        deliveries + plan.algorithm->transmissions(problem).value_or(deliveries).total();
    for (const phase& planned : plan.algorithm->phases(problem)) {
        events += planned.most_rounds * marker_count(planned, node_count(problem.network));
    }
    return events;
}

// NOLINTNEXTLINE(readability-function-size): what a run refers to, each before what refers to it
result run_experiment(const experiment& plan, const experiment_options& options,
                      std::string command) {
    require_outside_of_algorithms();
    // Memory is checked before the network is built, and once more when the partition is known.
    check_memory(plan, options);
    const problem input = built_problem_of(plan);
    const partition_cache::share own = options.shares->of(options.carrier, input.network);
    const node_partition& shares = own.nodes;
    // Processes with different inputs would wait for each other without end.
    require_the_same(input, options.carrier);
    if (options.carrier != nullptr) {
        check_memory(plan, options, own.most);
    }
    const table_memory_limit tables{options.memory_limit_bytes, options.threads};
    const collective& collective = collective_of(plan);
    const payloads contents = payloads_for(plan.seed);
    const theory figures = theory_of(plan, input);
    requirement required = within_64_bits(plan, [&] { return collective.required(input); });
    const bool is_streamed = std::holds_alternative<streamed_everywhere>(required);
    const broadcaster_set givers = collective.given(input);
    journeys least =
        within_64_bits(plan, [&] { return least_journeys(required, input.network, givers); });
    const causality rules = causality_of(required, input.network, givers, *options.distances);
    const any_program program = program_of(plan, input);
    const possession_verification possession = possession_verification_for(
        *plan.algorithm, input, contents, required, givers, program.packets());
    delivery_verifier check{std::move(required), contents, delivery_verifier::default_budget_bytes,
                            shares};

    // The result starts with what is known before the run, and each repetition adds to it.
    result measured = initial_result(plan, input, figures);
    measured.processes = process_count(options.carrier);
    measured.command = std::move(command);
    std::map<double, std::uint64_t> seconds;
    const std::vector<phase_end> phases = phase_ends(figures.phases, measured.nodes);
    const std::string name = fmt::format("{}/{}", plan.algorithm->collective, plan.algorithm->name);
    emulation how_to_run = emulation_for(plan, options, input);
    how_to_run.run.algorithm = name;
    how_to_run.run.phases = phases;
    how_to_run.run.distances = rules.distances.get();
    how_to_run.run.quiet_slots = rules.quiet_slots;
    how_to_run.machine.shares = shares;
    how_to_run.receiver = &check;
    // Records are in partition order, one for each own node.
    std::vector<interval_record> records(collective.is_dynamic ? shares.own_count() : 0);
    const assignment assignment{givers, contents};
    const auto outcomes = outcomes_for(collective, input, assignment, options.carrier, shares);
    const auto loads = loads_for(options, input.network, shares);
    const auto timing = timing_for(plan, input, figures, program);
    const std::vector<sink*> of_all_nodes =
        watchers(sinks_of(timing.get()), {possession.verifier.get()});
    const auto relay = relay_for(options, of_all_nodes);
    // With several processes, the sinks of the caller get events from the gatherer, and not from
    // the engine.
    const std::vector<sink*> callers =
        relay && options.relays_events ? std::vector<sink*>{} : options.sinks;
    const std::vector<sink*> sinks =
        watchers(joined_sinks(callers, relay ? std::vector<sink*>{relay.get()} : of_all_nodes),
                 {outcomes.get(), loads.get()});
    how_to_run.run.sinks = sinks;
    repetition_check repetitions{options.repeats};
    how_to_run.ended = [&](const run_report& report) {
        call(options.ended);
        // A run that was cut short says nothing beside those that were not.
        if (report.ending == run_ending::interrupted && !seconds.empty()) {
            measured.verdict = verdict::interrupted;
            measured.text = report.text;
            return;
        }
        ++seconds[report.wall_seconds];
        const delivery_counts delivered = counts_of(check, options.carrier);
        least = journeys_after(least, is_streamed, measured.nodes, delivered);
        const auto outcome = outcomes ? std::optional{outcomes->verify()} : std::nullopt;
        repetitions.add(report, delivered, outcome.value_or(""));
        verify(measured,
               {.promised = &figures,
                .report = &report,
                .least = &least,
                .possession = possession.complaints(options.carrier),
                .wrong_at_a_node = outcome},
               delivered);
        if (collective.is_dynamic) {
            verify_records(measured, options.carrier, shares, records, input, assignment);
        }
    };
    // The inputs refer to the assignment and to the records, which outlive the run.
    run_inputs inputs = inputs_for(input, assignment, *plan.algorithm, records, &shares);
    if (outcomes) {
        inputs.outcome = [&](node_id node, std::any outcome) {
            outcomes->returned(node, std::move(outcome));
        };
    }
    measured.verified = verification_of(figures, plan.ports, rules, program.packets());
    measured.stated = stated_by(*plan.algorithm, input, figures, program.packets());
    announce(options, check, figures);
    program.run(inputs, how_to_run);
    repetitions.verify(measured);
    possession.describe(measured.verified, options.carrier);
    sum_up_times(measured, options.repeats, seconds);
    // The peak is that of the process that needs most memory.
    measured.peak_rss_bytes =
        std::ranges::max(gather_values(options.carrier, peak_resident_bytes()));
    if (loads) {
        measured.link_load = loads->sum_up(options.carrier);
    }
    if (timing) {
        measured.model_time = timing->of_run(measured.slots);
    }
    name_nodes(measured, input.network);
    return measured;
}

}  // namespace tutti
