#include "tutti/experiment/stress.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "tutti/experiment/command_text.hpp"
#include "tutti/experiment/poisson_binomial.hpp"
#include "tutti/experiment/shrink.hpp"

namespace tutti {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t most_kept_failures = 10'000;

double seconds_since(steady_clock::time_point begin) {
    return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

/// How often each of some numbers came.
class histogram {
public:
    void add(double value) {
        ++counts_[value];
        ++size_;
    }

    [[nodiscard]] std::optional<spread> summary() const {
        if (size_ == 0) {
            return std::nullopt;
        }
        return spread{.minimum = counts_.begin()->first,
                      .median = (at((size_ - 1) / 2) + at(size_ / 2)) / 2,
                      .maximum = counts_.rbegin()->first};
    }

private:
    // The number at this place, from 0, of all in order.
    [[nodiscard]] double at(std::uint64_t place) const {
        for (const auto& [value, count] : counts_) {
            if (place < count) {
                return value;
            }
            place -= count;
        }
        return counts_.rbegin()->first;
    }

    std::map<double, std::uint64_t> counts_;
    std::uint64_t size_ = 0;
};

// What is wrong, in one line: what ended the run, else the checks that do not hold.
std::string complaint_of(const result& found) {
    std::string text = found.text;
    for (const check_result& done : found.checks) {
        if (found.text.empty() && !done.holds) {
            text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", done.name, done.text);
        }
    }
    return text;
}

/// How many trials run side by side, and how each of them runs.
struct division {
    int workers = 1;
    experiment_options each;
};

// What one trial takes, with the most messages that it may have.
std::uint64_t bytes_of_trial(const experiment& asked, const message_range& messages) {
    if (!asked.what->goal->takes_broadcasters) {
        return estimate_memory(asked).total_bytes();
    }
    // The set as text, and what it is read into.
    constexpr std::uint64_t bytes_written = 32;
    return estimate_memory(asked, messages.most).total_bytes() + bytes_written * messages.most;
}

// Small networks leave most threads of a team idle: they run side by side, as many as fit into the
// memory.
division divide(const experiment& asked, const stress_options& how) {
    constexpr std::size_t small_network = 4096;
    const std::uint64_t needed = bytes_of_trial(asked, how.messages);
    const std::uint64_t limit = how.run.memory_limit_bytes;
    division divided{.each = how.run};
    divided.each.repeats = 1;
    divided.each.sinks.clear();
    divided.each.begins = {};
    if (node_count(asked.where) > small_network) {
        return divided;
    }
    const std::uint64_t most = std::min(how.trials, limit / std::max<std::uint64_t>(1, needed));
    divided.workers = static_cast<int>(
        std::clamp<std::uint64_t>(most, 1, static_cast<std::uint64_t>(how.run.threads)));
    divided.each.threads = 1;
    divided.each.executor = executor_kind::plain_threads;
    return divided;
}

struct failure {
    tutti::verdict verdict;
    std::string text;
};

/// What the trials have shown so far. Nothing of it depends on the order in which they end.
class tally {
public:
    explicit tally(const algorithm& what) : what_{&what} {}

    void add(const ended_trial& trial) {
        const result& found = *trial.found;
        ++verdicts_[found.verdict];
        if (found.verdict == verdict::complete || found.verdict == verdict::late) {
            add_time(found);
        }
        if (what_->kind == time_kind::high_probability && found.failure) {
            ++may_fail_[found.failure->exact.value_or(found.failure->bound)];
        }
        if (trial.is_unlucky) {
            ++unlucky_;
        } else if (found.verdict != verdict::complete) {
            add_failure(trial);
        }
    }

    [[nodiscard]] std::uint64_t failed() const noexcept { return failed_; }
    [[nodiscard]] const std::map<std::uint64_t, failure>& failures() const noexcept {
        return failures_;
    }

    void tell(stress_report& report) const {
        report.verdicts = verdicts_;
        for (const auto& [judged, count] : verdicts_) {
            report.trials += count;
        }
        report.failed = failed_;
        report.unlucky = unlucky_;
        report.slots = slots_.summary();
        report.ratio_to_lower_bound = ratios_.summary();
        report.verdict = worst_;
        if (what_->kind != time_kind::high_probability || what_->failure == nullptr) {
            return;
        }
        report.unlucky_tail = probability_of_at_least(unlucky_, may_fail_);
        if (*report.unlucky_tail < impossible_probability) {
            report.verdict = std::max(report.verdict, verdict::incorrect);
        }
    }

private:
    void add_time(const result& found) {
        slots_.add(static_cast<double>(found.slots));
        if (found.lower_bound > rational{0}) {
            ratios_.add(found.units.to_double() / found.lower_bound.to_double());
        }
    }

    void add_failure(const ended_trial& trial) {
        ++failed_;
        worst_ = std::max(worst_, trial.found->verdict);
        failures_.emplace(trial.number, failure{.verdict = trial.found->verdict,
                                                .text = complaint_of(*trial.found)});
        if (failures_.size() > most_kept_failures) {
            failures_.erase(std::prev(failures_.end()));
        }
    }

    const algorithm* what_;
    std::map<tutti::verdict, std::uint64_t> verdicts_;
    histogram slots_;
    histogram ratios_;
    event_counts may_fail_;
    std::uint64_t unlucky_ = 0;
    std::uint64_t failed_ = 0;
    tutti::verdict worst_ = verdict::complete;
    std::map<std::uint64_t, failure> failures_;  // by number, the first ones
};

/// Runs the trials.
///
/// The workers share the number of the next trial, the tally and the first exception; the last two
/// are under `lock_`.
class batch {
public:
    batch(const experiment& asked, const stress_options& how)
        : asked_{&asked}, how_{&how}, divided_{divide(asked, how)}, tally_{*asked.what} {}

    void pass() {
        if (divided_.workers == 1) {
            work();
        } else {
            std::vector<std::jthread> workers;
            workers.reserve(static_cast<std::size_t>(divided_.workers));
            for (int i = 0; i < divided_.workers; ++i) {
                workers.emplace_back([this] { work(); });
            }
        }
        if (thrown_) {
            std::rethrow_exception(thrown_);
        }
    }

    [[nodiscard]] const experiment_options& each() const noexcept { return divided_.each; }
    [[nodiscard]] const tally& findings() const noexcept { return tally_; }

private:
    void work() {
        try {
            while (!is_halted_ && !how_->run.stop.stop_requested()) {
                const std::uint64_t number = next_++;
                if (number >= how_->trials) {
                    break;
                }
                run_trial(number);
            }
        } catch (...) {
            const std::scoped_lock guard{lock_};
            is_halted_ = true;
            if (!thrown_) {
                thrown_ = std::current_exception();
            }
        }
    }

    void run_trial(std::uint64_t number) {
        const experiment trial = draw_trial(*asked_, how_->messages, number);
        const result found = run_experiment(trial, divided_.each, {});
        if (found.verdict == verdict::interrupted) {
            return;
        }
        const ended_trial ended{.number = number,
                                .asked = &trial,
                                .found = &found,
                                .is_unlucky = is_unlucky(*trial.what, found)};
        const std::scoped_lock guard{lock_};
        // Those that end after one has halted the test are lost.
        if (!is_halted_) {
            record(ended);
        }
    }

    // The caller has the lock.
    void record(const ended_trial& ended) {
        tally_.add(ended);
        if (how_->progress != nullptr) {
            how_->progress->finished = how_->progress->finished + 1;
            how_->progress->failed = tally_.failed();
        }
        if (!how_->finished) {
            return;
        }
        try {
            how_->finished(ended);
        } catch (...) {
            is_halted_ = true;  // before another thread gets the lock
            throw;
        }
    }

    const experiment* asked_;
    const stress_options* how_;
    division divided_;
    std::atomic<std::uint64_t> next_ = 0;
    std::atomic<bool> is_halted_ = false;
    std::mutex lock_;
    tally tally_;
    std::exception_ptr thrown_;
};

/// Looks into the failures, one after the other.
class inquiry {
public:
    inquiry(const experiment& asked, const stress_options& how, experiment_options each)
        : asked_{&asked}, how_{&how}, each_{std::move(each)} {}

    /// @returns whether nothing was left undone because of a stop
    bool pass(const std::map<std::uint64_t, failure>& failures, std::vector<failed_trial>& told) {
        std::map<std::tuple<tutti::verdict, std::string, std::string>, std::uint64_t> distinct;
        for (const auto& [number, what] : failures) {
            if (distinct.size() >= how_->most_distinct) {
                break;
            }
            if (how_->progress != nullptr) {
                how_->progress->shrinking = told.size() + 1;
            }
            failed_trial one = look_into(number, what);
            const auto [first, is_new] =
                distinct.try_emplace({one.verdict, one.network, senders_of(one)}, number);
            if (!is_new) {
                one.same_as = first->second;
            }
            told.push_back(std::move(one));
        }
        return !how_->run.stop.stop_requested();
    }

private:
    static std::string senders_of(const failed_trial& one) {
        return (one.root ? std::to_string(*one.root) : "") + one.broadcasters.value_or("");
    }

    [[nodiscard]] bool fails_so(const experiment& candidate, tutti::verdict wanted) const {
        try {
            const result found = run_experiment(candidate, each_, {});
            return found.verdict == wanted && !is_unlucky(*candidate.what, found);
        } catch (const std::invalid_argument&) {
            return false;  // it does not fit
        }
    }

    failed_trial look_into(std::uint64_t number, const failure& what) {
        const experiment drawn = draw_trial(*asked_, how_->messages, number);
        const double left = how_->shrink_seconds_in_all - seconds_since(begin_);
        const bool may_shrink = left > 0 && !how_->run.stop.stop_requested();
        if (!may_shrink) {
            return describe(number, drawn, what);
        }
        const auto fails = [&](const experiment& candidate) {
            return fails_so(candidate, what.verdict);
        };
        const double seconds = std::min(left, how_->shrink_seconds);
        const shrunk_experiment found = shrink(
            drawn, fails, {.time = std::chrono::duration<double>{seconds}, .stop = how_->run.stop});
        failed_trial one = describe(number, found.smallest, what);
        one.is_shrunk = found.is_finished;
        if (found.runs > 0 && !how_->run.stop.stop_requested()) {
            one.text = complaint_of(run_experiment(found.smallest, each_, {}));
        }
        return one;
    }

    [[nodiscard]] failed_trial describe(std::uint64_t number, const experiment& smallest,
                                        const failure& what) const {
        const bool is_rooted = smallest.what->goal->takes_root;
        return {.number = number,
                .seed = smallest.seed,
                .verdict = what.verdict,
                .text = what.text,
                .network = smallest.network.text(),
                .broadcasters = smallest.what->goal->takes_broadcasters
                                    ? std::optional{smallest.broadcasters.text()}
                                    : std::nullopt,
                .root = is_rooted ? std::optional{smallest.root} : std::nullopt,
                .command = repeat_command(smallest, how_->run.slot_budget),
                .same_as = std::nullopt};
    }

    const experiment* asked_;
    const stress_options* how_;
    experiment_options each_;
    steady_clock::time_point begin_ = steady_clock::now();
};

stress_report request_of(const experiment& asked, const stress_options& how) {
    stress_report report;
    report.task = asked.what->task;
    report.algorithm = asked.what->name;
    report.source = asked.what->source;
    report.network = asked.network.text();
    report.nodes = node_count(asked.where);
    report.links = link_count(asked.where);
    report.ports = asked.ports;
    report.parameters = asked.parameters;
    report.seed = asked.seed;
    if (asked.what->goal->takes_broadcasters) {
        report.messages = how.messages;
    }
    report.threads = how.run.threads;
    report.trials_asked = how.trials;
    return report;
}

}  // namespace

bool is_unlucky(const algorithm& what, const result& found) {
    const bool may_be = what.kind == time_kind::high_probability && what.failure != nullptr;
    const bool only_lost = found.delivery.missing > 0 && found.delivery.duplicate == 0 &&
                           found.delivery.unexpected == 0;
    if (!may_be || !only_lost || found.verdict != verdict::incorrect) {
        return false;
    }
    // Among the checks is one that the draws make it so.
    return std::ranges::all_of(found.checks, [](const check_result& done) {
        return done.holds || done.name == "delivery";
    });
}

void check_stress(const experiment& asked, const stress_options& how) {
    const std::uint64_t needed = bytes_of_trial(asked, how.messages);
    if (needed > how.run.memory_limit_bytes) {
        throw memory_limit_exceeded{needed, how.run.memory_limit_bytes};
    }
    static_cast<void>(draw_trial(asked, how.messages, 0));
}

stress_report stress(const experiment& asked, const stress_options& how) {
    check_stress(asked, how);
    stress_report report = request_of(asked, how);
    batch trials{asked, how};
    const steady_clock::time_point begin = steady_clock::now();
    trials.pass();
    report.wall_seconds = seconds_since(begin);
    trials.findings().tell(report);
    const bool is_whole =
        inquiry{asked, how, trials.each()}.pass(trials.findings().failures(), report.failures);
    report.is_interrupted = report.trials < report.trials_asked || (!is_whole && report.failed > 0);
    if (report.is_interrupted) {
        report.verdict = verdict::interrupted;
    }
    return report;
}

}  // namespace tutti
