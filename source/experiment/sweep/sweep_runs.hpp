/// @file
/// Concurrent execution of the runs of a sweep.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "experiment/processes/jobs.hpp"
#include "tutti/experiment/sweep.hpp"

namespace tutti {

/// True if the runs of a cell are done one at a time, on all threads: those on large networks.
[[nodiscard]] bool is_run_alone(const sweep_plan& plan, const sweep_cell& cell);

/// Options for one run of a cell.
[[nodiscard]] experiment_options options_for(const sweep_plan& plan, const sweep_cell& cell,
                                             const experiment_options& options);

/// A run of a sweep that has ended.
struct ended_sweep_run {
    std::uint64_t run = 0;
    std::string inapplicable_reason{};  ///< why the algorithm did not take its input; then nothing
                                        ///< else is here
    std::optional<stored_run> stored{};
};

/// Does the runs in their order until all have ended or a stop is asked for; those that run then
/// still end. With a carrier, on the threads of all processes.
/// @param due with a carrier: of process 0; the others do what it hands out
/// @param on_end called at process 0, without a carrier from any thread, also side by side
/// @throws what `on_end` throws first; runs that end later are lost
void do_runs(const sweep_plan& plan, const sweep_options& options, job_list due,
             const std::function<void(ended_sweep_run)>& on_end);

}  // namespace tutti
