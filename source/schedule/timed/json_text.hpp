/// @file
/// JSON text of a schedule, with places in what is refused.
#pragma once

#include <string>
#include <string_view>

#include <boost/json.hpp>

namespace tutti {

/// The text as a value.
/// @throws std::invalid_argument "FILE:LINE:COLUMN: .." for what is no JSON or too deep
[[nodiscard]] boost::json::value parse_json_text(std::string_view content, const std::string& file);

}  // namespace tutti
