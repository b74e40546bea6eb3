/// @file
/// Live view of a job's run.
#pragma once

#include <memory>

#include "job.hpp"
#include "live_view.hpp"
#include "tutti/experiment/experiment.hpp"

namespace tutti::program {

/// Attaches a view to a run that is about to be done, which the job shows from now on.
/// @param more fields of all pictures
/// @return what has to live until the run is over
std::shared_ptr<serve::live_view> watch_run(serve::job& doing, const experiment& plan,
                                            experiment_options& options,
                                            const boost::json::object& more = {});

}  // namespace tutti::program
