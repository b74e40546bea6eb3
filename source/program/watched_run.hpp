/// @file
/// A run that a user can watch and interrupt.
#pragma once

#include <string>

#include "tutti/experiment/experiment.hpp"
#include "tutti/program/session.hpp"

namespace tutti::program {

/// Runs the experiment as `run_experiment` does; long runs show where they stand.
[[nodiscard]] result run_watched(session& beside, const experiment& asked, experiment_options how,
                                 const std::string& command);

}  // namespace tutti::program
