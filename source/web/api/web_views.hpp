/// @file
/// Web API of networks, recordings and the store.
#pragma once

#include <stop_token>
#include <string>

#include "web/jobs/web_jobs.hpp"
#include "web/server/request.hpp"

namespace tutti::program {

// Each throws serve::refusal, or std::invalid_argument that names the option.

/// Collectives, algorithms, symbols, networks, and the fields of plans and results.
[[nodiscard]] boost::json::object web_catalogue(const web_context& context);

/// The network that the query has as `spec`, and the positions of its nodes.
[[nodiscard]] serve::answer network_view(const serve::api_request& request,
                                         const web_context& context);

/// The page that replays a recording. @param path of the recording
[[nodiscard]] serve::answer replay_view(const std::string& path, const std::stop_token& stop);

/// A drawing of a recording as SVG. @param kind `space-time`, `links`, `use` or `network`
[[nodiscard]] serve::answer picture_view(const std::string& path, const std::string& kind,
                                         const std::stop_token& stop);

/// Keeps a network of any file format, the body, in the archive. The query may have `options`.
[[nodiscard]] serve::answer add_network(const serve::api_request& request,
                                        const web_context& context);

/// The findings on a schedule of any format, the body, and the plan that plays it. The query may
/// have `name`, `network`, `collective`, `root` and `format`.
[[nodiscard]] serve::answer add_schedule(const serve::api_request& request,
                                         const web_context& context);

/// A table: `by`, `of`, `stat`, `interval`, `where` and `format`, as `tutti results` takes them;
/// `count` of the newest rows where nothing is put together.
[[nodiscard]] serve::answer store_table(const serve::api_request& request,
                                        const web_context& context);

/// A figure as data, of what `tutti plot` takes.
[[nodiscard]] serve::answer store_figure(const serve::api_request& request,
                                         const web_context& context);

/// The same as SVG.
[[nodiscard]] serve::answer store_picture(const serve::api_request& request,
                                          const web_context& context);

}  // namespace tutti::program
