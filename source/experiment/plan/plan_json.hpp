/// @file
/// Codec of plans as JSON: objects `tutti.plan/2`, and those of earlier versions.
#pragma once

#include <cstddef>
#include <string_view>

#include <boost/json.hpp>

#include "plan_values.hpp"

namespace tutti {

/// Parses JSON in which numbers other than whole ones of 64 bits stay as they are written: each
/// becomes the string of its text, so that no digit or sign of it is lost.
/// @param deepest nesting that is read
/// @throws std::invalid_argument, one line, that names the line of the text
[[nodiscard]] boost::json::value parse_plan_json(std::string_view text, std::size_t deepest = 3);

/// Refuses an object that has a key twice: the parser keeps one of its values.
/// @pre `text` is JSON
/// @throws std::invalid_argument that names the key
void refuse_repeated_keys(std::string_view text);

/// Reads a plan: an object whose keys are `schema`, `command` and the names of fields. A value is a
/// text or a number, of fields with several values also an array of these; null and the empty text
/// are no value. Earlier versions have no `schema`, and some fields have an `earlier_name`.
/// @param otherwise the command of a plan that names none
/// @throws option_error that names the field
[[nodiscard]] plan_values values_of(const boost::json::object& plan, plan_command otherwise);

/// The plan as `tutti.plan/2`.
[[nodiscard]] boost::json::object json_of(const plan_values& values);

/// The fields that plans in JSON have, for clients that make forms of them.
[[nodiscard]] boost::json::array json_of_plan_fields();

}  // namespace tutti
