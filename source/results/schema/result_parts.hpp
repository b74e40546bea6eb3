/// @file
/// JSON of the fields of a result that have several values, and of its schema.
#pragma once

#include <boost/json.hpp>

#include "result_field.hpp"

namespace tutti {

/// Arrays, in the order of the result.
[[nodiscard]] boost::json::value json_of_phases(const field_source& from);
[[nodiscard]] boost::json::value json_of_checks(const field_source& from);
[[nodiscard]] boost::json::value json_of_waiting(const field_source& from);

/// Objects; null where there is nothing.
[[nodiscard]] boost::json::value json_of_verification(const field_source& from);
[[nodiscard]] boost::json::value json_of_loads(const field_source& from);
[[nodiscard]] boost::json::value json_of_account(const field_source& from);

/// The fields that results have in JSON, for pages that show them: their places, and the rows that
/// they have for themselves.
[[nodiscard]] boost::json::array json_of_result_fields();

}  // namespace tutti
