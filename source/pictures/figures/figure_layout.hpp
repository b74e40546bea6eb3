/// @file
/// Layout of the parts of a figure.
#pragma once

#include <string>
#include <vector>

#include "axis_marks.hpp"
#include "pictures/svg_canvas.hpp"

namespace tutti {

/// Entry in the legend of a figure, with its place.
struct figure_legend_entry {
    std::vector<std::string> lines;  ///< of its text
    std::size_t style = 0;           ///< of a series
    bool is_bound = false;           ///< a dashed line
    bool has_line = false;           ///< of a series whose formula is drawn
    svg_point place{};               ///< of its left end, at half the height of its first line
};

/// Places in pixels, from the upper left corner, where texts are 12 high: 7 points, if 430 pixels
/// are a column of 8.9 cm.
struct figure_layout {
    static constexpr double line_height = 16;

    double width = 0;
    double height = 0;
    double title_y = 0;
    std::vector<std::string> remarks;  ///< lines below the title
    svg_point y_title{};
    svg_point x_title{};          ///< its middle
    std::vector<svg_box> panels;  ///< what the axes enclose
    std::vector<figure_legend_entry> legend;
    marked_axis x;
    marked_axis y;
};

/// @param width in pixels; 0: a column of a paper, or a page where there are several panels
[[nodiscard]] figure_layout layout_of(const figure& shown, double width = 0);

}  // namespace tutti
