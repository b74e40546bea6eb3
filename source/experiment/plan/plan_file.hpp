/// @file
/// Reader of plan files, in JSON or INI.
#pragma once

#include <string>

#include "plan_values.hpp"

namespace tutti {

/// Reads a file. JSON is a plan as `values_of()` takes it; INI has words: each key is an option,
/// its values are side by side, and parameters are a section `set`.
/// @throws std::invalid_argument, one line that names the file and what is wrong with it
[[nodiscard]] plan_values read_plan_file(const std::string& path, plan_command command);

/// The values of a plan with those of `other` in place of the same fields; parameters are replaced
/// one by one.
[[nodiscard]] plan_values overridden_by(plan_values values, const plan_values& other);

}  // namespace tutti
