#include "tutti/experiment/experiment.hpp"

#include <algorithm>
#include <any>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "estimate.hpp"
#include "judge.hpp"
#include "node_accounts.hpp"
#include "node_inputs.hpp"
#include "overflow.hpp"
#include "tutti/algorithm/dynamic/theory.hpp"
#include "tutti/collective/assignment.hpp"
#include "tutti/collective/payloads.hpp"
#include "tutti/experiment/theory.hpp"
#include "tutti/topology/diameter.hpp"

namespace tutti {
namespace {

// Only the experiment knows what the payloads are made with. They depend on the seed, so that the
// same run has the same digest.
payloads payloads_for(std::uint64_t seed) {
    constexpr std::uint64_t secret = 0x7454495575417453;
    return payloads{mix(seed ^ secret)};
}

slot slot_budget_for(const algorithm& what, const problem& input,
                     const std::optional<slot>& asked) {
    if (asked) {
        return *asked;
    }
    if (what.goal->is_dynamic) {
        return (rational{most_interval_slots(input)} * 4).ceil() + 1000;
    }
    const auto expected = expected_time_of(what, input);
    constexpr slot otherwise = 10'000'000;
    // Expected times are in units, of which the shortest slots are a fraction.
    rational shortest = 1;
    for (const phase& each : what.phases(input)) {
        shortest = std::min(shortest, each.slot_length);
    }
    return expected ? (expected->units / shortest * 4).ceil() + 1000 : otherwise;
}

repeat_result summary_of(std::vector<double> seconds) {
    std::ranges::sort(seconds);
    const std::size_t middle = seconds.size() / 2;
    const double median =
        seconds.size() % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
    return {.runs = seconds.size(),
            .minimum_seconds = seconds.front(),
            .median_seconds = median,
            .maximum_seconds = seconds.back()};
}

void describe_request(result& found, const experiment& asked, const problem& input) {
    found.task = asked.what->task;
    found.algorithm = asked.what->name;
    found.source = asked.what->source;
    found.time_formula = asked.what->time;
    found.network = asked.network.text();
    found.nodes = node_count(asked.where);
    found.links = link_count(asked.where);
    found.diameter = diameter(asked.where);
    found.ports = asked.ports;
    found.broadcasters = sender_text(asked);
    found.broadcaster_nodes = input.broadcasters.nodes.size();
    found.packets = asked.what->goal->stated_count(input);
    found.parameters = input.parameters;
    found.told = asked.what->told;
    found.seed = asked.seed;
}

std::vector<phase_end> phase_ends(const theory& figures) {
    std::vector<phase_end> ends;
    ends.reserve(figures.phases.size());
    for (const phase& planned : figures.phases) {
        ends.push_back({.name = planned.name, .marked_by = planned.marked_by});
    }
    return ends;
}

emulation emulation_for(const experiment& asked, const experiment_options& how,
                        const problem& input) {
    // The memory was checked with all that the experiment adds to it.
    return {
        .machine = {.threads = how.threads,
                    .executor = how.executor,
                    .memory_limit_bytes = std::numeric_limits<std::uint64_t>::max(),
                    .program_bytes_per_node = program_bytes_a_node(asked, input.message_count())},
        .run = {.ports = asked.ports,
                .seed = asked.seed,
                .slot_budget = slot_budget_for(*asked.what, input, how.slot_budget),
                .stop = how.stop,
                .keeps_account = how.keeps_account},
        .repeats = how.repeats,
        .ended = {}};
}

void sum_up_times(result& found, int repeats, std::vector<double> seconds) {
    if (repeats > 1 && !seconds.empty()) {
        found.repeat = summary_of(std::move(seconds));
        found.wall_seconds = found.repeat->median_seconds;
    }
    found.packet_hops_per_second =
        found.wall_seconds > 0 ? static_cast<double>(found.transmissions) / found.wall_seconds : 0;
    found.peak_rss_bytes = peak_resident_bytes();
}

// A run that was cut short says nothing beside those that were not.
bool is_beside_the_point(const run_report& report, std::size_t runs_before) {
    return report.ending == run_ending::interrupted && runs_before > 0;
}

// What the nodes noted, if messages arrived while the run went on.
void judge_records(result& found, std::span<const interval_record> records, const problem& input,
                   const assignment& given) {
    if (records.empty()) {
        return;
    }
    const auto& rate = input.parameter<rational>("rate");
    const arrivals_at_node arrivals = [&](node_id node) {
        return given.arrivals_at(node, input.seed, rate);
    };
    judge_intervals(found, sum_up(records, theory_of_intervals(input), arrivals));
}

result empty_result(const experiment& asked, const problem& input, const theory& figures) {
    result found;
    describe_request(found, asked, input);
    found.failure = figures.failure;
    return found;
}

void announce(const experiment_options& how, const delivery_check& check, const theory& figures) {
    if (how.begins) {
        how.begins({.required_deliveries = check.required(),
                    .expected_units =
                        figures.expected ? std::optional{figures.expected->units} : std::nullopt});
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): the story of a run, in its order
result run_experiment(const experiment& asked, const experiment_options& how, std::string command) {
    check_memory(asked, how.memory_limit_bytes);
    const problem input = problem_of(asked);
    const collective& goal = *asked.what->goal;
    const payloads contents = payloads_for(asked.seed);
    const theory figures = theory_of(asked, input);
    delivery_check check{within_64_bits(asked, [&] { return goal.required(input); }), contents};
    announce(how, check, figures);

    result found = empty_result(asked, input, figures);
    found.command = std::move(command);
    std::vector<double> seconds;
    const std::vector<phase_end> phases = phase_ends(figures);
    const std::string name = fmt::format("{}/{}", asked.what->task, asked.what->name);
    emulation how_to_run = emulation_for(asked, how, input);
    how_to_run.run.algorithm = name;
    how_to_run.run.phases = phases;
    how_to_run.receiver = &check;
    std::vector<interval_record> records(goal.is_dynamic ? found.nodes : 0);
    how_to_run.records = records;
    const assignment given{goal.given(input), contents};
    const auto kept = goal.judges ? std::make_unique<node_accounts>(goal, input, given) : nullptr;
    std::vector<sink*> sinks = how.sinks;
    if (kept) {
        sinks.push_back(kept.get());
    }
    how_to_run.run.sinks = sinks;
    how_to_run.ended = [&](const run_report& report) {
        if (is_beside_the_point(report, seconds.size())) {
            found.verdict = verdict::interrupted;
            found.text = report.text;
            return;
        }
        seconds.push_back(report.wall_seconds);
        judge(found,
              {.what = asked.what,
               .problem = &input,
               .report = &report,
               .wrong_at_a_node = kept ? std::optional{kept->judge()} : std::nullopt},
              check.counts());
        judge_records(found, records, input, given);
    };
    asked.what->program(input).run(inputs_for(input, given, *asked.what, records, kept.get()),
                                   how_to_run);
    sum_up_times(found, how.repeats, std::move(seconds));
    return found;
}

}  // namespace tutti
