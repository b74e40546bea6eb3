/// @file
/// The API that the page uses: source/web/api.md.
#pragma once

#include <memory>

#include <boost/json.hpp>

#include "web/jobs/job_queue.hpp"
#include "web/jobs/web_jobs.hpp"
#include "web/server/request.hpp"

namespace tutti::program {

/// Web API: answers requests from the jobs of a queue and their results.
/// @param jobs outlives the result
/// @param limits as the catalogue reports them
[[nodiscard]] std::unique_ptr<serve::application> make_web_api(web_context context,
                                                               serve::job_queue& jobs,
                                                               boost::json::object limits);

}  // namespace tutti::program
