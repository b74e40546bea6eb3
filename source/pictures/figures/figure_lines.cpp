#include "figure_lines.hpp"

#include <algorithm>

#include "util/collect.hpp"

namespace tutti {
namespace {

figure_line bound_line(const figure_series& series) {
    figure_line line;
    for (const figure_point& each : series.points) {
        if (each.bound) {
            line[each.x] = *each.bound;
        }
    }
    return line;
}

}  // namespace

// A point without a formula interrupts the line: nothing is known between its neighbours.
std::vector<figure_line> formula_lines(const figure_series& series) {
    std::vector<figure_line> lines;
    bool is_begun = false;
    for (const figure_point& each : series.points) {
        if (each.formula) {
            if (!is_begun) {
                lines.emplace_back();
            }
            lines.back()[each.x] = *each.formula;
        }
        is_begun = each.formula.has_value();
    }
    return lines;
}

// A line of one point is drawn as a short stroke, or it would be invisible.
figure_line drawn_line(const figure_line& line, const marked_axis& x) {
    constexpr double half = 0.04;  // of the axis
    if (line.size() != 1) {
        return line;
    }
    const auto& [place, value] = *line.begin();
    const double middle = x.share_of(place);
    return {{x.value_at(middle - half), value}, {x.value_at(middle + half), value}};
}

// The longest first, so that the others are drawn on them.
std::vector<figure_bound> bounds_of(const std::vector<figure_series>& lines) {
    auto bounds = vector_of(lines, [](const figure_series& series) {
        return figure_bound{.style = series.style, .line = bound_line(series)};
    });
    std::erase_if(bounds, [](const figure_bound& each) { return each.line.empty(); });
    std::ranges::stable_sort(bounds, std::ranges::greater{},
                             [](const figure_bound& each) { return each.line.size(); });
    std::vector<figure_bound> apart;
    for (const figure_bound& each : bounds) {
        const auto under = std::ranges::find_if(apart, [&](const figure_bound& other) {
            return std::ranges::includes(other.line, each.line);
        });
        if (under == apart.end()) {
            apart.push_back(each);
        } else {
            // A bound that is part of another belongs to several series, and has no colour.
            under->style.reset();
        }
    }
    if (apart.size() == 1) {
        apart.front().style.reset();
    }
    return apart;
}

}  // namespace tutti
