/// @file
/// JSON objects of a result and of its link loads; defined in results/, as is `to_json(result)`.
#pragma once

#include <boost/json.hpp>

#include "engine/link_load_result.hpp"
#include "tutti/experiment/result.hpp"

namespace tutti {

[[nodiscard]] boost::json::object json_of(const link_load_result& loads);
[[nodiscard]] boost::json::object json_of(const result& outcome);

}  // namespace tutti
