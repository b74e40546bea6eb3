#include "tutti/experiment/experiment.hpp"

#include <any>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "estimate.hpp"
#include "judge.hpp"
#include "node_inputs.hpp"
#include "overflow.hpp"
#include "phase_ends.hpp"
#include "tutti/algorithm/dynamic/theory.hpp"
#include "tutti/experiment/poisson_binomial.hpp"

namespace tutti {
namespace {

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
    found.peak_rss_bytes = peak_resident_bytes();
}

// What the nodes noted, if messages arrived while the run went on.
void judge_records(result& found, std::span<const interval_record> records, const problem& input,
                   const assignment& given) {
    if (records.empty()) {
        return;
    }
    const auto& rate = input.parameter<rational>("rate");
    const arrivals_at_node arrivals = [&](node_id node) { return given.arrivals_at(node, rate); };
    judge_intervals(found, records, sum_up(records, theory_of_intervals(input), arrivals),
                    found.ending == run_ending::completed
                        ? std::optional{forecast_of(input, arrivals)}
                        : std::nullopt);
}

/// Keeps what the nodes of a run deliver and return, for a collective that judges it.
///
/// Thread safety: `returned` at the same time for different nodes; all else from one thread.
class node_accounts : public sink {
public:
    /// @param goal, input, given outlive this
    node_accounts(const collective& goal, const problem& input, const assignment& given)
        : goal_{&goal},
          input_{&input},
          given_{&given},
          delivered_(node_count(input.where)),
          delivered_in_(delivered_.size()),
          outcomes_(delivered_.size()) {}

    [[nodiscard]] wish wants(tutti::slot /*at*/) noexcept override { return wish::events; }
    void slot(const slot_record& what) override {
        for (const delivery& each : what.delivered) {
            delivered_[each.to].push_back(each.content);
            delivered_in_[each.to].push_back(each.at);
        }
    }
    void returned(node_id node, std::any outcome) { outcomes_[node] = std::move(outcome); }

    /// What is wrong at the first node at which something is, or an empty text. Then forgets all,
    /// for the next run.
    [[nodiscard]] std::string judge() {
        std::string wrong;
        for (std::size_t id = 0; id < outcomes_.size(); ++id) {
            const auto node = static_cast<node_id>(id);
            if (wrong.empty()) {
                wrong = goal_->judges(*input_, {.node = node,
                                                .input = goal_->input(*input_, *given_, node),
                                                .delivered = delivered_[id],
                                                .delivered_in = delivered_in_[id],
                                                .outcome = &outcomes_[id]});
                wrong = wrong.empty() ? wrong : fmt::format("node {}: {}", node, wrong);
            }
            delivered_[id].clear();
            delivered_in_[id].clear();
            outcomes_[id].reset();
        }
        return wrong;
    }

private:
    const collective* goal_;
    const problem* input_;
    const assignment* given_;
    std::vector<std::vector<message>> delivered_;         // of each node
    std::vector<std::vector<tutti::slot>> delivered_in_;  // of each node
    std::vector<std::any> outcomes_;                      // of each node
};

// What there is to say before anything has run.
result unjudged_result(const experiment& asked, const problem& input, const theory& figures) {
    result found;
    static_cast<request&>(found) = request_of(asked, input);
    found.time_formula = figures.formula;
    found.told = asked.what->told;
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

void announce(const experiment_options& how, const delivery_check& check, const theory& figures) {
    if (how.begins) {
        how.begins({.required_deliveries = check.required(),
                    .expected_units =
                        figures.expected ? std::optional{figures.expected->units} : std::nullopt});
    }
}

}  // namespace

payloads payloads_for(std::uint64_t seed) {
    constexpr std::uint64_t secret = 0x7454495575417453;
    return payloads{mix(seed ^ secret)};
}

// NOLINTNEXTLINE(readability-function-size): the story of a run, in its order
std::uint64_t estimate_events(const experiment& asked) {
    const problem what = problem_of(asked);
    const collective& goal = goal_of(asked);
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
    check_memory(asked, how);
    const problem input = built_problem_of(asked);
    const collective& goal = goal_of(asked);
    const payloads contents = payloads_for(asked.seed);
    const theory figures = theory_of(asked, input);
    delivery_check check{within_64_bits(asked, [&] { return goal.required(input); }), contents};

    result found = unjudged_result(asked, input, figures);
    found.command = std::move(command);
    std::map<double, std::uint64_t> seconds;
    const std::vector<phase_end> phases = phase_ends(figures.phases, found.nodes);
    const std::string name = fmt::format("{}/{}", asked.what->task, asked.what->name);
    emulation how_to_run = emulation_for(asked, how, input);
    how_to_run.run.algorithm = name;
    how_to_run.run.phases = phases;
    how_to_run.receiver = &check;
    std::vector<interval_record> records(goal.is_dynamic ? found.nodes : 0);
    how_to_run.records = records;
    const assignment given{goal.given(input), contents};
    const auto kept = goal.judges ? std::make_unique<node_accounts>(goal, input, given) : nullptr;
    const auto loads = how.counts_loads ? std::make_unique<link_loads>(input.where) : nullptr;
    std::vector<sink*> sinks = how.sinks;
    for (sink* const own : {static_cast<sink*>(kept.get()), static_cast<sink*>(loads.get())}) {
        if (own != nullptr) {
            sinks.push_back(own);
        }
    }
    how_to_run.run.sinks = sinks;
    how_to_run.ended = [&](const run_report& report) {
        // A run that was cut short says nothing beside those that were not.
        if (report.ending == run_ending::interrupted && !seconds.empty()) {
            found.verdict = verdict::interrupted;
            found.text = report.text;
            return;
        }
        ++seconds[report.wall_seconds];
        judge(found,
              {.promised = &figures,
               .report = &report,
               .wrong_at_a_node = kept ? std::optional{kept->judge()} : std::nullopt},
              check.counts());
        judge_records(found, records, input, given);
    };
    run_inputs inputs = inputs_for(input, given, *asked.what, records);
    if (kept) {
        inputs.outcome = [&](node_id node, std::any outcome) {
            kept->returned(node, std::move(outcome));
        };
    }
    const any_program program = asked.what->program(input);
    announce(how, check, figures);
    program.run(inputs, how_to_run);
    sum_up_times(found, how.repeats, seconds);
    if (loads) {
        found.link_load = loads->sum_up();
    }
    return found;
}

}  // namespace tutti
