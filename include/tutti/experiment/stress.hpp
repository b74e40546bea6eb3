/// @file
/// Stress test: many trials of an algorithm on random inputs, each of them checked.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/stress/unlucky_tally.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"
#include "util/table_style.hpp"

namespace tutti {

/// Range of the number of messages of the trials, both ends included.
struct message_range {
    std::uint64_t least = 1;
    std::uint64_t most = 1;

    friend bool operator==(const message_range&, const message_range&) = default;
};

/// Default range: from 1 to the number of participants, as far as the algorithm accepts it.
/// @throws std::invalid_argument, one line, if it takes none of them
[[nodiscard]] message_range default_message_range(const experiment& plan);

/// Reads `K` or `LO-HI`.
/// @throws std::invalid_argument with one line that names the value and what would be right, also
/// if the algorithm does not take that many
[[nodiscard]] message_range parse_message_range(std::string_view text, const experiment& plan);

/// The seed of a trial; `number` counts from 0.
[[nodiscard]] constexpr std::uint64_t trial_seed(std::uint64_t seed,
                                                 std::uint64_t number) noexcept {
    return mix(seed + number);
}

/// `plan` with the seed and input of a trial, a function of its seed and `number` alone.
///
/// K is uniform in the range. In one of four trials every packet has a uniform node, which may then
/// have several; in the others the nodes are those of `random:K` with the trial's seed. Tasks that
/// start at a root get a uniform one; tasks of every node differ in nothing but the seed.
/// @throws std::invalid_argument, one line, if none of 100 draws suits the algorithm
[[nodiscard]] experiment draw_trial(const experiment& plan, const message_range& messages,
                                    std::uint64_t number);

/// The nodes of an experiment's broadcasters, each as often as it has packets, in ascending order.
/// @pre its collective takes them
[[nodiscard]] std::vector<node_id> mentions_of(const experiment& plan);

/// A trial that has ended by itself; the pointers are never null.
struct ended_trial {
    std::uint64_t number = 0;          ///< from 0
    const experiment* plan = nullptr;  ///< as `draw_trial()` gave it
    const tutti::result* result = nullptr;
    double seconds = 0;       ///< that it took
    std::string_view host{};  ///< the machine that ran it; empty: this one
};

/// Progress of a stress test; may be read from any thread while it runs.
struct stress_progress {
    std::atomic<std::uint64_t> finished = 0;
    std::atomic<std::uint64_t> failed = 0;
    std::atomic<std::uint64_t> shrinking = 0;  ///< which failure is being shrunk, from 1; 0: none
    std::atomic<double> work = 0;  ///< expected of all trials, roughly in proportion to their times
    std::atomic<double> work_done = 0;  ///< of those that have finished
    std::atomic<double> seconds = 0;    ///< that these took, one by one
    std::atomic<int> workers = 1;       ///< trials that run at the same time
};

/// Options of a stress test.
struct stress_options {
    std::uint64_t trials = 1000;
    message_range messages{};
    /// Threads, executor, memory limit, slot budget, stop, and a carrier to processes that take
    /// trials, too; the rest does not count.
    experiment_options run{};
    /// Called when nothing was refused, in any process, before the first trial.
    std::function<void()> begins{};
    /// Called after every trial, in the order of their ends, one call at a time, at process 0. What
    /// it throws ends the test and leaves `stress()`.
    std::function<void(const ended_trial&)> finished{};
    stress_progress* progress = nullptr;
    /// Different failures after which no more are looked into. Failures that shrink to the same
    /// input and verdict count as one.
    std::size_t most_distinct = ~std::size_t{0};
    double shrink_seconds = 10;         ///< for one failure
    double shrink_seconds_in_all = 60;  ///< failures that come later are reported as they are
};

/// A trial that failed.
struct failed_trial {
    std::uint64_t number = 0;
    std::uint64_t seed = 0;
    tutti::verdict verdict = tutti::verdict::incorrect;
    std::string text{};         ///< one line on what is wrong with the run of `command`
    std::size_t nodes = 0;      ///< of the network that it failed on in the end
    std::uint64_t packets = 0;  ///< that were broadcast there; 0 for tasks that have none to choose
    bool is_shrunk = false;  ///< nothing smaller was found to fail; else the search was cut short
    /// True if all repetitions of an input were equal to the first run. If not, `text` states the
    /// difference, and the input was not shrunk.
    bool is_deterministic = true;
    std::string network{};
    std::optional<std::string> broadcasters{};  ///< null for tasks that have none to choose
    std::optional<node_id> root{};              ///< null for tasks without one
    std::string command{};                      ///< repeats it
    /// An earlier trial that came down to the same input and verdict, or null.
    std::optional<std::uint64_t> same_as{};
};

/// Result of a stress test: the same for every number of threads, times aside.
struct stress_report : request {
    std::optional<message_range> messages;  ///< null for tasks that have none to choose
    int threads = 1;

    std::uint64_t trials_asked = 0;
    std::uint64_t trials = 0;  ///< that have ended by themselves
    std::map<tutti::verdict, std::uint64_t> verdicts;
    std::uint64_t failed = 0;
    /// Trials in which a randomised algorithm lost packets, as it may: those with this verdict.
    std::uint64_t unlucky = 0;
    /// Probability of at least this many unlucky trials; null for an algorithm that does not fail
    /// by design.
    std::optional<double> unlucky_tail;
    std::optional<spread> slots;                 ///< of the complete and the late trials
    std::optional<spread> ratio_to_lower_bound;  ///< of those of them whose bound is not 0
    double wall_seconds = 0;                     ///< of the trials
    /// By number. Those that were looked into: at most the first 10,000.
    std::vector<failed_trial> failures;
    bool is_interrupted = false;
    /// Worst verdict of the failed trials; incorrect if chance cannot explain that many unlucky
    /// ones; interrupted if the test was cut short.
    tutti::verdict verdict = tutti::verdict::complete;
};

/// Checks the arguments of `stress()` before anything runs.
/// @throws std::invalid_argument if the algorithm does not take the input of the first trial
/// @throws memory_limit_exceeded if one trial may need more than the limit
void check_stress(const experiment& plan, const stress_options& options);

/// Runs the trials, those of small networks concurrently on one thread each, and shrinks failures.
///
/// Where the options have a carrier, all processes call it and take trials as they get on; process
/// 0 alone sees what comes of them, shrinks, and has a report that says anything.
/// @param plan its broadcasters and root do not count
/// @throws what `check_stress()` throws, before anything runs
/// @throws std::invalid_argument if no draw suits the algorithm in a later trial
[[nodiscard]] stress_report stress(const experiment& plan, const stress_options& options);

/// One JSON object a line: every failure, then a summary.
/// @param command the command line that repeats the test
[[nodiscard]] std::string to_json_lines(const stress_report& report, const std::string& command);

/// The report for people, with line ends.
[[nodiscard]] std::string to_table(const stress_report& report,
                                   table_style style = table_style::plain);

/// One line of JSON for one trial, without a line end: {"trial","seed","network","broadcasters",
/// "root","packets","verdict","slots","units","lower_bound","transmissions","digest","unlucky"}.
[[nodiscard]] std::string to_json(const ended_trial& trial);

}  // namespace tutti
