/// @file
/// JSON of the fields of a result that have several values.
#pragma once

#include <boost/json.hpp>

#include "tutti/experiment/result.hpp"

namespace tutti {

/// Arrays, in the order of the result.
[[nodiscard]] boost::json::value json_of_phases(const result& outcome);
[[nodiscard]] boost::json::value json_of_checks(const result& outcome);
[[nodiscard]] boost::json::value json_of_waiting(const result& outcome);

/// Objects; null where there is nothing.
[[nodiscard]] boost::json::value json_of_verification(const result& outcome);
[[nodiscard]] boost::json::value json_of_loads(const result& outcome);
[[nodiscard]] boost::json::value json_of_account(const result& outcome);

/// The fields that results have in JSON, for pages that show them: their places, and the rows that
/// they have for themselves.
[[nodiscard]] boost::json::array json_of_result_fields();

}  // namespace tutti
