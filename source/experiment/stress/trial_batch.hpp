/// @file
/// Concurrent execution of the trials of a stress test.
#pragma once

#include "tutti/experiment/stress.hpp"

namespace tutti {

/// Division of threads among trials: how many trials run at the same time, and the threads of each.
struct batch_division {
    int workers = 1;
    experiment_options each;
};

/// The bytes that one trial takes with the most messages that it may have, or an upper bound
/// instead where that is no more than `enough`, which spares the small runs.
[[nodiscard]] std::uint64_t bytes_of_trial(const experiment& plan, const message_range& messages,
                                           std::uint64_t enough);

/// Small networks leave most threads of a team idle: they run side by side, as many as fit into the
/// memory.
[[nodiscard]] batch_division divide(const experiment& plan, const stress_options& options);

/// Cost of a trial with that many packets, in arbitrary units.
[[nodiscard]] double work_of_trial(const stress_options& options, double packets);

/// Runs the trials until all have ended or a stop is asked for; with a carrier, on the threads of
/// all processes.
/// @param on_end called after every trial, one call at a time, with a carrier at process 0
/// @throws what a draw or `on_end` throws first; trials that end later are lost
void run_trials(const experiment& plan, const stress_options& options,
                const batch_division& divided,
                const std::function<void(const ended_trial&)>& on_end);

}  // namespace tutti
