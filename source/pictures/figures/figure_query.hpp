/// @file
/// Figure of a store, as the options of `plot` ask for it, and its drawing by gnuplot.
#pragma once

#include <string>
#include <string_view>

#include "figure.hpp"
#include "figure_script.hpp"
#include "tutti/results/store_rows.hpp"
#include "util/option_values.hpp"

namespace tutti {

/// Beginning of every script that `figure_script_text()` writes.
inline constexpr std::string_view figure_script_begin = "# Made by: ";

/// Figure by `--x`, `--y`, `--by`, `--facet`, `--log`, `--bound`, `--where` and `--interval`.
/// @throws option_error
[[nodiscard]] figure read_figure(const option_values& query, const stored_rows& from);

/// Script of gnuplot that draws the figure. @param command that makes it, for its first line
[[nodiscard]] std::string figure_script_text(const figure& shown, figure_form form,
                                             std::string_view command);

/// The figure, drawn by gnuplot. @param width in pixels; 0: as for a paper
/// @throws std::invalid_argument if gnuplot is not installed; std::runtime_error if it fails
[[nodiscard]] std::string draw_figure(const figure& shown, figure_form form, double width = 0);

}  // namespace tutti
