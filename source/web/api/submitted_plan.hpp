/// @file
/// Plan that a client has submitted, checked for what no client may name.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "experiment/plan/option_error.hpp"
#include "experiment/plan/plan_values.hpp"
#include "web/jobs/archive.hpp"
#include "web/server/request.hpp"

namespace tutti::program {

/// Plan of a request, with the equivalent command line.
struct submitted_plan {
    plan_values values{};    ///< in which uploaded networks have their paths
    std::string text{};      ///< the command line that repeats it
    std::stop_token stop{};  ///< stopped when no client waits for the check any more
};

/// Reads a plan: JSON as `values_of()` takes it (source/web/api.md).
/// @param graphs that were sent before, which plans may name, and no other file
/// @throws option_error that names the field
[[nodiscard]] submitted_plan read_submitted_plan(const boost::json::object& sent,
                                                 const serve::archive& graphs,
                                                 std::string_view program);

/// The refusal for an error in an option, at the field that has it.
[[nodiscard]] serve::refusal refusal_for(const option_error& wrong);

/// A network with the paths of uploads in place of their names.
/// @throws option_error if it names another file, or an upload that is not there
[[nodiscard]] std::string with_uploads(const std::string& network, const serve::archive& graphs);

}  // namespace tutti::program
