/// @file
/// Experiments that are recorded.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/record/recording.hpp"

namespace tutti {

/// The plan of an experiment, as recordings have it.
/// @param input the problem of `asked`
[[nodiscard]] recorded_plan plan_of(const experiment& asked, const problem& input,
                                    recording_filter filter = {});

/// A result as recordings have it: what depends on the machine, and how the run was asked for, is
/// left out.
[[nodiscard]] std::string recorded_result(const result& found, const recorded_plan& plan);

/// About how many bytes a recording of the experiment takes, by what one of the same on a small
/// network takes for an event. @param events of the experiment, at most
[[nodiscard]] std::uint64_t estimate_recording(const experiment& asked, std::uint64_t events,
                                               const recording_filter& filter);

/// Runs an experiment and records it.
/// @param how its sinks watch, too. @param most_bytes that the recording may have
/// @throws recording_stopped, and all that `run_experiment` throws
[[nodiscard]] result record_experiment(const experiment& asked, const experiment_options& how,
                                       const recording_filter& filter, std::ostream& to,
                                       std::uint64_t most_bytes = ~std::uint64_t{0},
                                       std::string command = {});

}  // namespace tutti
