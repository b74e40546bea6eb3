/// @file
/// A run that a user can watch and interrupt.
#pragma once

#include "command_line.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/program/session.hpp"

namespace tutti::program {

/// Whether the user wants to see progress.
[[nodiscard]] progress_display display_for(const command_line& given);

/// Runs the experiment as `run_experiment` does; long runs show where they stand.
[[nodiscard]] result run_watched(session& beside, const experiment& asked, experiment_options how,
                                 const std::string& command);

}  // namespace tutti::program
