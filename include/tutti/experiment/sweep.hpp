/// @file
/// Sweep: many runs into one store, resumed after any interruption.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/sweep/stored_run.hpp"
#include "experiment/sweep/sweep_plan.hpp"
#include "util/table_style.hpp"

namespace tutti {

/// Progress of a sweep; may be read from any thread while it runs.
struct sweep_progress {
    std::atomic<std::uint64_t> looked_up = 0;  ///< in the store, of the runs of the plan
    std::atomic<std::uint64_t> runs = 0;       ///< that are to be done
    std::atomic<std::uint64_t> finished = 0;
    std::atomic<std::uint64_t> failed = 0;  ///< with any verdict but complete and unlucky
    std::atomic<double> work = 0;           ///< of all that are to be done
    std::atomic<double> work_done = 0;
};

/// Options of a sweep.
struct sweep_options {
    /// Threads, memory limit, stop token, which ends the sweep after the current runs, and a
    /// transport to processes that take part; other options are ignored.
    experiment_options run{};
    conflict_policy policy = conflict_policy::refused;
    sweep_progress* progress = nullptr;
    /// Callback when the sweep is known and accepted in all processes, before it begins.
    std::function<void()> begins{};
};

/// A run with another verdict than complete and unlucky.
struct failed_run {
    std::string plan;
    tutti::verdict verdict = tutti::verdict::incorrect;
    std::string text;  ///< what is wrong, in one line
};

/// Result of a sweep.
struct sweep_report {
    static constexpr std::size_t most_failures = 10;

    std::uint64_t runs = 0;      ///< of the plan
    std::uint64_t stored = 0;    ///< of these, that the store had, as far as it was looked for
    std::uint64_t replaced = 0;  ///< that it had from another version or with another result
    std::uint64_t finished = 0;  ///< that were run
    std::map<std::string, std::uint64_t> verdicts{};  ///< of all that the store has now
    std::vector<failed_run> failures{};  ///< of those that were run, the first of the plan
    std::vector<inapplicable_combination>
        inapplicable{};          ///< of the plan, and inputs that did not suit
    std::uint64_t repeated = 0;  ///< see `sweep_plan::repeated()`
    double wall_seconds = 0;     ///< of the runs
    std::uint64_t unlucky = 0;   ///< of all that the store has now
    /// Probability of at least this many unlucky runs, of the algorithm where it is smallest; null
    /// if no run can be unlucky by design.
    std::optional<double> unlucky_tail{};
    bool is_interrupted = false;
    /// Worst verdict of the failed runs; incorrect if chance cannot explain that many unlucky ones;
    /// interrupted if the sweep was cut short.
    tutti::verdict verdict = tutti::verdict::complete;
    int status = 0;  ///< the exit status of the verdict
};

/// Does the runs of a plan that the store does not have: those on small networks side by side, one
/// on a thread, as many as the memory has room for; a large one alone on all threads.
///
/// Of the runs of each algorithm that the store has, the one that took least is done again and
/// compared, if that was a moment; with another result, all of its runs are done anew if those of
/// other versions are, too.
/// @param store a `result_store`
/// @throws std::invalid_argument, one line, before anything runs, if the store has runs of the plan
/// from another version and they are not to be replaced
/// @throws store_conflict if a run that is repeated comes to another result that is not to be
/// replaced
/// @throws store_error
[[nodiscard]] sweep_report run_sweep(const sweep_plan& plan, run_sink& store,
                                     const sweep_options& options);

/// Executes runs that process 0 hands out, in any other process of the transport in the options,
/// while process 0 calls `run_sweep()` with the same plan.
void run_sweep_worker(const sweep_plan& plan, const sweep_options& options);

/// Estimate of the runs, time and bytes of a sweep.
struct sweep_estimate {
    std::uint64_t runs = 0;
    std::uint64_t stored = 0;  ///< of these, that the store has
    std::uint64_t others = 0;  ///< of these, that it has from another version
    double seconds = 0;        ///< of those that it does not have, on all threads of all processes
    std::uint64_t bytes = 0;   ///< at one time, or fewer
    std::uint64_t sample_runs = 0;  ///< that were done to find out
    double sample_seconds = 0;
};

/// Does a few runs of different size, for about two seconds, and puts none into a store.
/// @param store the file's name, which need not be there; empty if none is looked at
/// @throws std::invalid_argument, one line, if it is no store
[[nodiscard]] sweep_estimate estimate_sweep(const sweep_plan& plan,
                                            const experiment_options& options,
                                            const std::string& store = {});

/// The report as one JSON object, without a line end. @param command that repeats it
[[nodiscard]] std::string to_json(const sweep_report& report, const std::string& command);

/// The report for people, with line ends. @param store the file's name
[[nodiscard]] std::string to_table(const sweep_report& report, const std::string& store,
                                   table_style style = table_style::plain);

}  // namespace tutti
