/// @file
/// Parser of the arguments of a stress test.
#pragma once

#include <string_view>

#include "experiment_options.hpp"
#include "tutti/experiment/stress.hpp"

namespace tutti::program {

/// @throws std::invalid_argument that names the option
[[nodiscard]] stress_options read_stress_options(const command_line& arguments,
                                                 const experiment& plan);

/// Option that gives the trials their input; named in errors if it does not suit.
[[nodiscard]] std::string_view input_of_trials(const experiment& plan);

}  // namespace tutti::program
