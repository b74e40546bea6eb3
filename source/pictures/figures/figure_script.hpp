/// @file
/// Figures as gnuplot scripts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "figure.hpp"

namespace tutti {

/// Layout of a script's figure. All are laid out for a column of a paper, 8.9 cm, or for a page
/// where there are several panels.
enum class figure_form : std::uint8_t {
    svg,  ///< 430 or 860 pixels wide
    pdf,  ///< so wide that texts are 7 points high
    png   ///< as SVG, with twice the pixels
};

/// A script that draws a figure to standard output, for gnuplot 5.4 or later. All data are in it.
/// The same figure gives the same script.
/// @param width as `layout_of` takes it
[[nodiscard]] std::string gnuplot_script(const figure& shown, figure_form form, double width = 0);

/// The SVG that gnuplot made of a script, with the figure's title as its own, and with colours for
/// dark surroundings.
[[nodiscard]] std::string finished_svg(std::string_view drawn, const figure& shown);

/// The PDF that gnuplot made of a script, without the date at which it did.
[[nodiscard]] std::string without_date(std::string pdf);

}  // namespace tutti
