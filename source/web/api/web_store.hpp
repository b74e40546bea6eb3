/// @file
/// Web API of the store.
#pragma once

#include "web/jobs/web_jobs.hpp"
#include "web/server/request.hpp"

namespace tutti::program {

// Each throws serve::refusal, or std::invalid_argument that names the option.

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
