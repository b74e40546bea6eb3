/// @file
/// Figure of the runs of a store: points with intervals, formulas and lower bounds.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "results/run_groups.hpp"
#include "results/statistics.hpp"

namespace tutti {

/// Request for a figure. Columns are named by their places.
struct figure_request {
    std::size_t x = 0;
    std::size_t y = 0;
    std::optional<std::size_t> by{};     ///< a series for each of its values
    std::optional<std::size_t> facet{};  ///< a panel for each of its values
    condition filter{};
    bool is_x_logarithmic = false;
    bool is_y_logarithmic = false;
    bool has_bound = false;
    interval_method method = interval_method::student;
};

/// Runs with the same x in the same series.
struct figure_point {
    double x = 0;
    double mean = 0;
    /// Null where all runs agree. The low end is 0 if the bar is cut: where no point is below 0, or
    /// the axis is logarithmic, nothing below 0 is drawn.
    std::optional<interval> spread{};
    std::optional<double> formula{};  ///< the exact time, where the catalogue has one
    std::optional<double> bound{};    ///< the lower bound, where it is wanted
};

/// Points of one colour.
struct figure_series {
    std::string name{};     ///< empty where there is nothing to distinguish
    std::size_t style = 0;  ///< the same in all panels
    std::vector<figure_point> points{};
};

/// The y of a line's points by their x.
using figure_line = std::map<double, double>;

/// Line that no point of some series goes below.
struct figure_bound {
    std::optional<std::size_t> style{};  ///< of its series, if it is that of one among several
    figure_line line{};
};

/// Panel of a figure, with its own axes.
struct figure_panel {
    std::string name{};
    std::vector<figure_series> series{};
    std::vector<figure_bound> bounds{};
};

/// An axis, the same in all panels.
struct figure_axis {
    std::string title;
    bool is_logarithmic = false;
    double low = 0;  ///< of what is shown
    double high = 0;
    std::vector<double> values{};  ///< those of the points, in order, each once
};

/// Figure, independent of its rendering.
struct figure {
    std::string title;
    std::vector<std::string> remarks{};  ///< what all points have in common, and what is drawn
    figure_axis x;
    figure_axis y;
    std::vector<std::string> names{};  ///< of the series, by their styles
    std::vector<figure_panel> panels{};
    bool has_cut_bars = false;         ///< whether some intervals reach lower than is drawn
    std::vector<std::string> mixed{};  ///< columns that differ within some point
    std::uint64_t left_out = 0;        ///< runs that did not end complete
    /// Runs that are left out, too, by the name of the column in which they have no number, or one
    /// beyond `largest_drawn`.
    std::map<std::string, std::uint64_t> without{};
};

/// Calls `visit` for each point of each series of each panel.
template <class Panels, class Visit>
void for_each_point(Panels& panels, const Visit& visit) {
    for (auto& panel : panels) {
        for (auto& series : panel.series) {
            for (auto& point : series.points) {
                visit(point);
            }
        }
    }
}

/// The largest number that is drawn; its reciprocal is the smallest but 0.
inline constexpr double largest_drawn = 1e150;

/// The most series and panels: a series for each pair of a colour and a shape.
inline constexpr std::size_t most_series = 49;
inline constexpr std::size_t most_panels = 12;

/// Refusal of a figure of no runs.
class no_runs_to_show : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// Formulas are drawn for `units`, for `slots` where every slot is a unit, and for `transmissions`;
/// bounds for `units`, `slots` likewise, and `ratio`.
/// @throws std::invalid_argument with a text that names the option if x or y are not numbers, there
/// are no runs, too many series or panels, values that are not positive on a logarithmic axis, or
/// a bound that does not go with y or is not there
/// @throws store_error as `stored_rows::visit`
[[nodiscard]] figure figure_of(const stored_rows& from, const figure_request& request);

}  // namespace tutti
