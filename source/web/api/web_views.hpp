/// @file
/// Web API of networks and recordings.
#pragma once

#include <stop_token>
#include <string>

#include "web/jobs/web_jobs.hpp"
#include "web/server/request.hpp"

namespace tutti::program {

/// Tasks, algorithms, symbols, networks and limits.
[[nodiscard]] boost::json::object web_catalogue(const web_context& context);

/// The network that the query has as `spec`, and the positions of its nodes.
/// @throws serve::refusal, std::invalid_argument
[[nodiscard]] serve::answer network_view(const serve::api_request& request,
                                         const web_context& context);

/// The page that replays a recording. @param path of the recording
[[nodiscard]] serve::answer replay_view(const std::string& path, const std::stop_token& stop);

/// A drawing of a recording as SVG. @param kind `space-time`, `links`, `use` or `network`
[[nodiscard]] serve::answer picture_view(const std::string& path, const std::string& kind,
                                         const std::stop_token& stop);

}  // namespace tutti::program
