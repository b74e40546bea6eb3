/// @file
/// How columns of a store are called in figures.
#pragma once

#include <string>

namespace tutti {

/// A name with blanks in place of its underscores.
[[nodiscard]] std::string spaced(std::string name);

/// What stands at an axis, with the unit.
[[nodiscard]] std::string axis_title_of(const std::string& name);

/// What stands in a title or a legend.
[[nodiscard]] std::string short_title_of(const std::string& name);

}  // namespace tutti
