/// @file
/// Figures as text, for terminals.
#pragma once

#include <string>

#include "figure.hpp"

namespace tutti {

/// A figure with its title, remarks and legend, on lines of at most 79 letters, as far as its words
/// are no longer. A series is a letter, with `|` for its interval; `*` are several in one place,
/// `.` exact formulas and `-` lower bounds.
[[nodiscard]] std::string ascii_figure(const figure& shown);

}  // namespace tutti
