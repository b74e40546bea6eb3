/// @file
/// Properties of the terminal at standard output.
#pragma once

#include "util/table_style.hpp"

namespace tutti::program {

/// Coloured if standard output is a terminal that is not `dumb` (TERM), and NO_COLOR
/// (https://no-color.org) is not set, or empty.
[[nodiscard]] table_style style_of_output();

}  // namespace tutti::program
