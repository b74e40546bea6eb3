/// @file
/// Figures as scripts for gnuplot, which draws them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tutti/store/figure.hpp"

namespace tutti {

/// What a script draws.
enum class figure_form : std::uint8_t {
    svg,  ///< 640 or 860 pixels wide
    pdf,  ///< as wide as a column of a paper, or as a page where there are several panels
    png,  ///< as SVG, with twice the pixels
    text  ///< letters, for a terminal
};

/// A script that draws a figure to standard output, for gnuplot 5.4 or later. All data are in it.
/// The same figure gives the same script.
[[nodiscard]] std::string gnuplot_script(const figure& shown, figure_form form);

/// The SVG that gnuplot made of a script, with the figure's title as its own, and with colours for
/// dark surroundings.
[[nodiscard]] std::string finished_svg(std::string_view drawn, const figure& shown);

/// The PDF that gnuplot made of a script, without the date at which it did.
[[nodiscard]] std::string without_date(std::string pdf);

}  // namespace tutti
