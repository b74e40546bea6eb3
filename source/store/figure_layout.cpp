#include "figure_layout.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tutti/store/value_table.hpp"

namespace tutti {
namespace {

constexpr double edge = 14;
constexpr double line_height = figure_layout::line_height;
constexpr double marks_height = 28;  // of their texts, below a panel
constexpr double name_height = 28;   // of a panel's name, above it

// As many remarks on a line as fit.
std::vector<std::string> wrapped(const std::vector<std::string>& remarks, double most) {
    const svg_text look{.size = 11};
    std::vector<std::string> lines;
    for (const std::string& remark : remarks) {
        const std::string longer = lines.empty() ? "" : fmt::format("{}; {}", lines.back(), remark);
        if (!lines.empty() && width_of(longer, look) <= most) {
            lines.back() = longer;
        } else {
            lines.push_back(shortened(remark, look, most));
        }
    }
    return lines;
}

bool has_formula(const figure& shown, std::size_t style) {
    const auto draws = [&](const figure_series& each) {
        return each.style == style &&
               std::ranges::any_of(each.points, [](const figure_point& point) {
                   return point.formula.has_value();
               });
    };
    return std::ranges::any_of(shown.panels, [&](const figure_panel& panel) {
        return std::ranges::any_of(panel.series, draws);
    });
}

// Bounds of several panels that have one name are one entry.
std::vector<legend_entry> entries_of(const figure& shown) {
    std::vector<legend_entry> entries;
    for (std::size_t i = 0; i < shown.names.size(); ++i) {
        entries.push_back({.text = shown.names[i], .style = i, .has_line = has_formula(shown, i)});
    }
    for (const figure_panel& panel : shown.panels) {
        for (std::size_t i = 0; i < panel.bounds.size(); ++i) {
            const std::string& name = panel.bounds[i].name;
            if (std::ranges::find(entries, name, &legend_entry::text) == entries.end()) {
                entries.push_back({.text = name, .style = i, .is_bound = true});
            }
        }
    }
    return entries;
}

// In columns of the same width. @return the height
double place_legend(std::vector<legend_entry>& entries, double width) {
    constexpr double beside_text = 50;  // the symbol, and what is between columns
    const double most = width - 2 * edge;
    double widest = 0;
    for (legend_entry& each : entries) {
        each.text = shortened(each.text, {.size = 12}, most - beside_text);
        widest = std::max(widest, width_of(each.text, {.size = 12}) + beside_text);
    }
    const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor(most / widest)));
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::size_t row = i / columns;
        entries[i].place = {.x = edge + static_cast<double>(i % columns) * widest,
                            .y = static_cast<double>(row) * line_height};
    }
    return std::ceil(static_cast<double>(entries.size()) / static_cast<double>(columns)) *
           line_height;
}

double widest_mark(const marked_axis& axis) {
    double widest = 0;
    for (const double mark : axis.marks) {
        widest = std::max(widest, width_of(readable_text(mark), {.size = 12}));
    }
    return widest;
}

std::size_t columns_for(std::size_t panels) {
    constexpr std::size_t most_in_two = 4;
    return panels == 1 ? 1 : panels <= most_in_two ? 2 : 3;
}

// One above the other and side by side. @return where the lowest end
double place_panels(figure_layout& made, std::size_t count, double top) {
    const std::size_t columns = columns_for(count);
    const double each = (made.width - 2 * edge) / static_cast<double>(columns);
    const double beside = widest_mark(made.y) + 12;
    const svg_box first{.x = edge + beside,
                        .y = top + (count == 1 ? 0 : name_height),
                        .width = each - beside - 8,
                        .height = count == 1 ? 250.0 : 150.0};
    const double pitch = first.height + marks_height + (count == 1 ? 0 : name_height);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = i / columns;
        svg_box next = first;
        next.x += static_cast<double>(i % columns) * each;
        next.y += static_cast<double>(row) * pitch;
        made.panels.push_back(next);
    }
    return made.panels.back().y + first.height + marks_height;
}

}  // namespace

figure_layout layout_of(const figure& shown, figure_form form) {
    const std::size_t panels = shown.panels.size();
    constexpr double column_of_paper = 430;
    const double alone = form == figure_form::pdf ? column_of_paper : 640;
    figure_layout made;
    made.width = panels == 1 ? alone : 860;
    const std::size_t most_marks = panels > 1 || form == figure_form::pdf ? 6 : 12;
    made.x = marked_by_values(shown.x, most_marks);
    made.y = marked_from_zero(shown.y, 6);
    made.remarks = wrapped(shown.remarks, made.width - 2 * edge);

    made.title_y = edge + 6;
    double down = made.title_y + line_height * static_cast<double>(made.remarks.size() + 1) + 8;
    made.y_title = {.x = edge, .y = down};
    down = place_panels(made, panels, down + line_height);
    made.x_title = {.x = made.width / 2, .y = down + line_height / 2};
    down = made.x_title.y + line_height + 8;
    made.legend = entries_of(shown);
    const double legend_height = place_legend(made.legend, made.width);
    for (legend_entry& each : made.legend) {
        each.place.y += down;
    }
    made.height = std::ceil(down + legend_height + edge / 2);
    return made;
}

}  // namespace tutti
