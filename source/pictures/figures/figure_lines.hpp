/// @file
/// The lines of a figure.
#pragma once

#include <vector>

#include "axis_marks.hpp"

namespace tutti {

/// The exact times of a series as lines, which end where a point has none.
[[nodiscard]] std::vector<figure_line> formula_lines(const figure_series& series);

/// Line to draw: a single point becomes a short stroke, so that it is visible.
[[nodiscard]] figure_line drawn_line(const figure_line& line, const marked_axis& x);

/// The lower bounds of a panel's series. One that coincides with a part of another is left out.
[[nodiscard]] std::vector<figure_bound> bounds_of(const std::vector<figure_series>& lines);

}  // namespace tutti
