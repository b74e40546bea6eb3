/// @file
/// Where the parts of a figure lie.
#pragma once

#include <string>
#include <vector>

#include "axis_marks.hpp"
#include "tutti/record/svg_canvas.hpp"
#include "tutti/store/figure_script.hpp"

namespace tutti {

/// An entry of the legend.
struct legend_entry {
    std::string text;
    std::size_t style = 0;  ///< of a series
    bool is_bound = false;  ///< a dashed line, the style's number says which
    bool has_line = false;  ///< of a series whose formula is drawn
    svg_point place{};      ///< of its left end, at half its height
};

/// Places in pixels, from the upper left corner, where texts are 12 high.
struct figure_layout {
    static constexpr double line_height = 16;

    double width = 0;
    double height = 0;
    double title_y = 0;
    std::vector<std::string> remarks;  ///< lines below the title
    svg_point y_title{};
    svg_point x_title{};          ///< its middle
    std::vector<svg_box> panels;  ///< what the axes enclose
    std::vector<legend_entry> legend;
    marked_axis x;
    marked_axis y;
};

[[nodiscard]] figure_layout layout_of(const figure& shown, figure_form form);

}  // namespace tutti
