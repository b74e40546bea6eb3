#include "tutti/experiment/stress.hpp"

#include <chrono>

#include <fmt/format.h>

#include "algorithms/catalog/description_scope.hpp"
#include "engine/exchange/gather.hpp"
#include "engine/memory/address_space.hpp"
#include "experiment/determinism.hpp"
#include "experiment/plan/plan_command_line.hpp"
#include "experiment/several_processes.hpp"
#include "shrink.hpp"
#include "trial_batch.hpp"
#include "util/counts.hpp"
#include "util/stopwatch.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// A trial that failed, and the figures of its run. Until it is examined, it has no input.
struct trial_failure {
    failed_trial trial;
    reproducible_figures figures;
};

// By their numbers.
using trial_failures = std::map<std::uint64_t, trial_failure>;

/// Totals of the trials of a stress test. Nothing of it depends on the order in which they end.
class trial_tally {
public:
    trial_tally(const experiment& plan, const stress_options& options)
        : algorithm_{plan.algorithm} {
        report_.request::operator=(request_of(plan));
        if (algorithm_->goal->takes_broadcasters) {
            report_.messages = options.messages;
        }
        report_.threads = options.run.threads;
        report_.trials_asked = options.trials;
    }

    void add(const ended_trial& trial) {
        const result& result = *trial.result;
        ++report_.verdicts[result.verdict];
        if (result.verdict == verdict::complete || result.verdict == verdict::late) {
            add_time(result);
        }
        unlucky_.add(result);
        if (result.verdict != verdict::complete && result.verdict != verdict::unlucky) {
            add_failure(trial);
        }
    }

    [[nodiscard]] std::uint64_t failed() const noexcept { return report_.failed; }
    /// The first 10,000.
    [[nodiscard]] const trial_failures& failures() const noexcept { return failures_; }

    /// Report of the trials so far, without the failures.
    [[nodiscard]] stress_report report() const {
        stress_report report = report_;
        report.trials = number_of(report.verdicts);
        report.unlucky = unlucky_.count();
        // Single runs may be unlucky; too many of them make the test incorrect.
        report.verdict = std::max(report.verdict, unlucky_.batch_verdict());
        report.slots = spread_of(slots_);
        report.ratio_to_lower_bound = spread_of(ratios_);
        if (algorithm_->kind == time_kind::high_probability && algorithm_->failure != nullptr) {
            report.unlucky_tail = unlucky_.tail().value_or(1);
        }
        return report;
    }

private:
    void add_time(const result& result) {
        ++slots_[rational{result.slots}.to_double()];
        if (const rational& bound = result.lower_bound.units; bound > rational{0}) {
            ++ratios_[result.units.to_double() / bound.to_double()];
        }
    }

    void add_failure(const ended_trial& trial) {
        constexpr std::size_t most_kept = 10'000;
        ++report_.failed;
        report_.verdict = std::max(report_.verdict, trial.result->verdict);
        failures_.emplace(trial.number,
                          trial_failure{.trial = {.number = trial.number,
                                                  .seed = trial.plan->seed,
                                                  .verdict = trial.result->verdict,
                                                  .text = error_of(*trial.result)},
                                        .figures = reproducible_figures{*trial.result}});
        // The trials with the smallest numbers stay, whatever the order in which they end.
        if (failures_.size() > most_kept) {
            failures_.erase(std::prev(failures_.end()));
        }
    }

    const algorithm* algorithm_;
    stress_report report_;
    std::map<double, std::uint64_t> slots_;   // how often each number came
    std::map<double, std::uint64_t> ratios_;  // to the lower bound, likewise
    unlucky_tally unlucky_;
    trial_failures failures_;
};

/// Looks into the trials that failed, one after the other, as far as the options allow.
class failure_search {
public:
    /// @param each options the trials ran, and run again
    failure_search(const experiment& plan, const stress_options& options,
                   const experiment_options& each)
        : plan_{&plan}, options_{&options}, each_{&each} {}

    std::vector<failed_trial> pass(const trial_failures& failures) {
        std::vector<failed_trial> gathered;
        std::map<std::tuple<tutti::verdict, std::string, std::string>, std::uint64_t> distinct;
        for (const auto& failure : failures) {
            // Trials are examined until enough distinct failures are known; equal ones refer to the
            // first.
            if (distinct.size() >= options_->most_distinct) {
                break;
            }
            if (options_->progress != nullptr) {
                options_->progress->shrinking = gathered.size() + 1;
            }
            failed_trial one = failure.second.trial;
            search_failure(one, failure.second.figures);
            const auto [first, is_new] =
                distinct.try_emplace({one.verdict, one.network, senders_of(one)}, failure.first);
            if (!is_new) {
                one.same_as = first->second;
            }
            gathered.push_back(std::move(one));
        }
        return gathered;
    }

private:
    static std::string senders_of(const failed_trial& failure) {
        return failure.root ? std::to_string(*failure.root) : failure.broadcasters.value_or("");
    }

    // The rule that is broken, the first check that does not hold, and how messages were delivered.
    static auto reason_of(const result& result) {
        const auto broken = std::ranges::find(result.checks, false, &check_result::holds);
        const delivery_counts& counts = result.delivery;
        return std::tuple{result.verdict,
                          result.violation,
                          broken == result.checks.end() ? std::string{} : broken->name,
                          counts.missing > 0,
                          counts.duplicate > 0,
                          counts.unexpected > 0};
    }

    // True if it fails for the same reason, twice: another one would be another failure. As soon
    // as two runs differ, nothing fails any more.
    [[nodiscard]] bool is_same_failure(const experiment& candidate, const result& first,
                                       std::string& difference) const {
        if (!difference.empty()) {
            return false;
        }
        try {
            const result result = run_experiment(candidate, *each_, {});
            if (reason_of(result) != reason_of(first)) {
                return false;
            }
            difference = difference_in_repetition(candidate, reproducible_figures{result});
            return difference.empty();
        } catch (const std::invalid_argument&) {
            return false;  // it does not fit
        }
    }

    // Difference from the run before if the experiment is repeated, or an empty text.
    [[nodiscard]] std::string difference_in_repetition(const experiment& plan,
                                                       const reproducible_figures& before) const {
        const result again = run_experiment(plan, *each_, {});
        return again.verdict == verdict::interrupted
                   ? std::string{}
                   : reproducible_figures{again}.difference_from(before, "its repetition",
                                                                 "the first run");
    }

    void search_failure(failed_trial& failure, const reproducible_figures& figures) const {
        const experiment drawn = draw_trial(*plan_, options_->messages, failure.number);
        // Without time left, the trial is described as it was drawn.
        const double left = options_->shrink_seconds_in_all - watch_.seconds();
        if (left <= 0 || options_->run.stop.stop_requested()) {
            describe(failure, drawn);
            return;
        }
        const result first = run_experiment(drawn, *each_, {});
        if (first.verdict == verdict::interrupted) {
            describe(failure, drawn);
            return;
        }
        // A repetition that differs from the trial is a separate failure, and cannot be shrunk.
        std::string difference = reproducible_figures{first}.difference_from(
            figures, "its repetition", fmt::format("trial {}", failure.number));
        shrunk_experiment shrunk{.smallest = drawn};
        if (difference.empty()) {
            const auto fails = [&](const experiment& candidate) {
                return is_same_failure(candidate, first, difference);
            };
            const std::chrono::duration<double> time{std::min(left, options_->shrink_seconds)};
            shrunk = shrink(drawn, fails, {.time = time, .stop = options_->run.stop});
        }
        if (!difference.empty()) {
            failure.text = std::move(difference);
            failure.is_deterministic = false;
            describe(failure, drawn);
            return;
        }
        describe(failure, shrunk.smallest);
        failure.is_shrunk = shrunk.is_finished;
        // The text has to be that of the smallest experiment, which may differ from that of the
        // trial.
        if (shrunk.runs > 0 && !options_->run.stop.stop_requested()) {
            failure.text = error_of(run_experiment(shrunk.smallest, *each_, {}));
        }
    }

    void describe(failed_trial& failure, const experiment& smallest) const {
        failure.network = printable(smallest.network.text());
        failure.nodes = node_count(smallest.built_network);
        if (collective_of(smallest).takes_broadcasters) {
            failure.packets = mentions_of(smallest).size();
            failure.broadcasters = printable(smallest.broadcasters.text());
        }
        if (collective_of(smallest).takes_root) {
            failure.root = smallest.root;
        }
        failure.command = repeat_command(smallest, options_->run.slot_budget);
    }

    const experiment* plan_;
    const stress_options* options_;
    const experiment_options* each_;
    stopwatch watch_;
};

double mean_packets(const stress_options& options) {
    return ratio(options.messages.least + options.messages.most, 2);
}

void expect_work(const stress_options& options, const batch_division& divided) {
    if (options.progress != nullptr) {
        options.progress->work =
            product(options.trials, work_of_trial(options, mean_packets(options)));
        options.progress->workers = divided.workers * process_count(options.run.carrier);
    }
}

// One call at a time.
void show(stress_progress& progress, const stress_options& options, const ended_trial& trial) {
    const double packets = collective_of(*trial.plan).takes_broadcasters
                               ? static_cast<double>(trial.result->packets)
                               : mean_packets(options);
    progress.work_done = progress.work_done + work_of_trial(options, packets);
    progress.seconds = progress.seconds + trial.seconds;
    progress.finished = progress.finished + 1;
}

}  // namespace

void check_stress(const experiment& plan, const stress_options& options) {
    const std::uint64_t limit = options.run.memory_limit_bytes;
    const std::uint64_t enough = usable_memory_bytes(limit, options.run.threads);
    require_memory(bytes_of_trial(plan, options.messages, enough), limit, options.run.threads);
    const experiment checked = draw_trial(plan, options.messages, 0);
}

stress_report stress(const experiment& plan, const stress_options& options) {
    require_outside_of_algorithms();
    check_stress(plan, options);
    const batch_division divided = divide(plan, options);
    // All processes compare their network and the first input, before any of them begins.
    require_the_same(plan.built_network, options.run.carrier);
    require_the_same(problem_of(draw_trial(plan, options.messages, 0)), options.run.carrier);
    if (options.begins) {
        options.begins();
    }
    trial_tally trials{plan, options};
    const stopwatch watch;
    expect_work(options, divided);
    run_trials(plan, options, divided, [&](const ended_trial& trial) {
        trials.add(trial);
        if (options.progress != nullptr) {
            show(*options.progress, options, trial);
            options.progress->failed = trials.failed();
        }
        if (options.finished) {
            options.finished(trial);
        }
    });
    const double seconds = watch.seconds();
    stress_report report = trials.report();
    report.wall_seconds = seconds;
    // Failures are examined after all trials; the time of this is not part of the wall time.
    report.failures = failure_search{plan, options, divided.each}.pass(trials.failures());
    const bool is_cut_short = options.run.stop.stop_requested() && report.failed > 0;
    report.is_interrupted = report.trials < report.trials_asked || is_cut_short;
    if (report.is_interrupted) {
        report.verdict = verdict::interrupted;
    }
    return report;
}

}  // namespace tutti
