/// @file
/// The runs of a sweep, done side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tutti/experiment/sweep.hpp"

namespace tutti {

/// Whether the runs of a cell are done one at a time, on all threads: those on large networks.
[[nodiscard]] bool is_run_alone(const sweep_plan& plan, const sweep_cell& cell);

/// How one run of a cell is done.
[[nodiscard]] experiment_options options_for(const sweep_plan& plan, const sweep_cell& cell,
                                             const experiment_options& how);

/// A run of a sweep that has ended.
struct ended_sweep_run {
    std::uint64_t run = 0;
    std::string misfit{};  ///< why the algorithm did not take its input; then nothing else is here
    std::optional<stored_run> found{};
};

/// Does the runs in their order until all have ended or a stop is asked for; those that run then
/// still end.
/// @param is_done one a run of the plan, those that are not to be done
/// @param ended called from any thread, also side by side
/// @throws what `ended` throws first; runs that end later are lost
void do_runs(const sweep_plan& plan, const sweep_options& how, const std::vector<bool>& is_done,
             const std::function<void(ended_sweep_run)>& ended);

}  // namespace tutti
