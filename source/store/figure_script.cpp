#include "tutti/store/figure_script.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "axis_marks.hpp"
#include "figure_layout.hpp"
#include "figure_style.hpp"
#include "tutti/record/svg_canvas.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

std::string data_number(const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : "NaN";
}

std::string name_of_data(std::size_t panel, std::size_t series) {
    return fmt::format("$points_{}_{}", panel + 1, series + 1);
}
std::string name_of_bound(std::size_t panel, std::size_t bound) {
    return fmt::format("$bound_{}_{}", panel + 1, bound + 1);
}

std::string data_of(const figure_series& series, std::string_view name) {
    std::string text =
        fmt::format("{} << END  # {}: x, mean, low, high, formula\n", name, printable(series.name));
    for (const figure_point& point : series.points) {
        const auto& spread = point.spread;
        text += fmt::format("{} {} {} {} {}\n", point.x, point.mean,
                            data_number(spread ? std::optional{spread->low} : std::nullopt),
                            data_number(spread ? std::optional{spread->high} : std::nullopt),
                            data_number(point.formula));
    }
    return text + "END\n";
}

std::string data_of(const figure_bound& bound, std::string_view name) {
    std::string text = fmt::format("{} << END  # {}: x, bound\n", name, printable(bound.name));
    for (const auto& [x, units] : bound.line) {
        text += fmt::format("{} {}\n", x, units);
    }
    return text + "END\n";
}

std::string data_of(const figure& shown) {
    std::string text;
    for (std::size_t i = 0; i < shown.panels.size(); ++i) {
        const figure_panel& panel = shown.panels[i];
        for (std::size_t j = 0; j < panel.series.size(); ++j) {
            text += data_of(panel.series[j], name_of_data(i, j));
        }
        for (std::size_t j = 0; j < panel.bounds.size(); ++j) {
            text += data_of(panel.bounds[j], name_of_bound(i, j));
        }
    }
    return text;
}

// Of several bounds, all but the first are thin.
std::string bound_style(std::size_t number) {
    return fmt::format("dashtype (8,5) linewidth {} linecolor rgb '{}'", number == 0 ? 1.6 : 0.8,
                       text_colour);
}
std::string line_style(std::size_t number) {
    return fmt::format("linewidth 1.4 linecolor rgb '{}'", style_of(number).colour);
}
std::string point_style(std::size_t number) {
    return fmt::format("pointtype {} pointsize 0.9 linecolor rgb '{}'", style_of(number).shape,
                       style_of(number).colour);
}

template <class Has>
bool has_any(const figure_series& series, const Has& has) {
    return std::ranges::any_of(series.points, has);
}

// Lines first, so that points lie on them.
std::string plot_of(const figure_panel& shown, std::size_t panel) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < shown.bounds.size(); ++i) {
        parts.push_back(
            fmt::format("{} using 1:2 with lines {}", name_of_bound(panel, i), bound_style(i)));
    }
    for (std::size_t i = 0; i < shown.series.size(); ++i) {
        const figure_series& each = shown.series[i];
        if (has_any(each, [](const figure_point& point) { return point.formula.has_value(); })) {
            parts.push_back(fmt::format("{} using 1:5 with lines {}", name_of_data(panel, i),
                                        line_style(each.style)));
        }
    }
    for (std::size_t i = 0; i < shown.series.size(); ++i) {
        const figure_series& each = shown.series[i];
        if (has_any(each, [](const figure_point& point) { return point.spread.has_value(); })) {
            parts.push_back(fmt::format("{} using 1:2:3:4 with yerrorbars linewidth 1.2 {}",
                                        name_of_data(panel, i), point_style(each.style)));
        }
        parts.push_back(fmt::format("{} using 1:2 with points {}", name_of_data(panel, i),
                                    point_style(each.style)));
    }
    return fmt::format("plot {}\n", fmt::join(parts, ", \\\n     "));
}

std::string axes_of(const figure& shown, const marked_axis& x, const marked_axis& y) {
    return fmt::format("set xrange [{}:{}]\nset yrange [{}:{}]\nset xtics {}\nset ytics {}\n{}{}",
                       x.low, x.high, y.low, y.high, marks_text(x.marks), marks_text(y.marks),
                       shown.x.is_logarithmic ? "set logscale x\n" : "",
                       shown.y.is_logarithmic ? "set logscale y\n" : "");
}

constexpr std::string_view common_settings = "set encoding utf8\nset datafile missing 'NaN'\n";

/// A script for a picture, whose places and sizes are those of a layout.
class picture_script {
public:
    picture_script(const figure& shown, figure_form form)
        : shown_{&shown}, form_{form}, layout_{layout_of(shown, form)} {}

    [[nodiscard]] std::string text() const {
        std::string text =
            fmt::format("set terminal {}\n{}{}", terminal(), common_settings, data_of(*shown_));
        text += head() + legend() + axes();
        const bool are_many = shown_->panels.size() > 1;
        text += are_many ? "set multiplot\n" : "";
        for (std::size_t i = 0; i < shown_->panels.size(); ++i) {
            text += panel(i);
        }
        return text + (are_many ? "unset multiplot\n" : "");
    }

private:
    // How many points a pixel of the layout is.
    [[nodiscard]] double scale() const noexcept {
        switch (form_) {
            case figure_form::pdf:
                return 7.0 /
                       12;  // so that texts are 7 points high, of which gnuplot counts 96 an inch
            case figure_form::png:
                return 18.0 / 12;  // twice as large, at 96 pixels an inch
            case figure_form::svg:
            case figure_form::text:
                break;
        }
        return 1;
    }

    [[nodiscard]] std::string terminal() const {
        constexpr double points_an_inch = 72;
        const std::string look =
            fmt::format("noenhanced font 'sans-serif,{}' background '#ffffff'", 12 * scale());
        switch (form_) {
            case figure_form::pdf:
                return fmt::format(
                    "pdfcairo size {:.3f}in,{:.3f}in fontscale 0.75 linewidth 0.7 pointscale 0.7 "
                    "{}",
                    layout_.width * scale() / points_an_inch,
                    layout_.height * scale() / points_an_inch, look);
            case figure_form::png:
                return fmt::format("pngcairo size {},{} linewidth 2 pointscale 2 {}",
                                   2 * layout_.width, 2 * layout_.height, look);
            case figure_form::svg:
            case figure_form::text:
                break;
        }
        return fmt::format("svg size {},{} {}", layout_.width, layout_.height, look);
    }

    [[nodiscard]] std::string place(const svg_point& where) const {
        return fmt::format("screen {:.4f},{:.4f}", where.x / layout_.width,
                           1 - where.y / layout_.height);
    }

    // @param look how it is aligned and written
    [[nodiscard]] std::string label(std::string_view text, const svg_point& where,
                                    std::string_view look,
                                    std::string_view colour = text_colour) const {
        return fmt::format("set label {} at {} {} textcolor rgb '{}'\n", quoted_text(text),
                           place(where), look, colour);
    }
    [[nodiscard]] std::string line(const svg_point& from, double length,
                                   std::string_view style) const {
        return fmt::format("set arrow from {} to {} nohead {}\n", place(from),
                           place({.x = from.x + length, .y = from.y}), style);
    }

    [[nodiscard]] std::string head() const {
        const double left = layout_.y_title.x;
        const svg_text strong{.size = 14, .style = "strong"};
        std::string text =
            label(shortened(shown_->title, strong, layout_.width - 2 * left),
                  {.x = left, .y = layout_.title_y},
                  fmt::format("left font 'sans-serif Bold,{}'", strong.size * scale()));
        double down = layout_.title_y + 2;
        for (const std::string& remark : layout_.remarks) {
            down += figure_layout::line_height;
            text += label(remark, {.x = left, .y = down},
                          fmt::format("left font 'sans-serif,{}'", 11 * scale()), soft_colour);
        }
        return text + label(shown_->y.title, layout_.y_title, "left") +
               label(shown_->x.title, layout_.x_title, "center");
    }

    [[nodiscard]] std::string legend() const {
        constexpr double symbol = 24;
        std::string text;
        for (const legend_entry& each : layout_.legend) {
            const auto& [x, y] = each.place;
            if (each.is_bound) {
                text += line(each.place, symbol, bound_style(each.style));
            } else {
                text += each.has_line ? line(each.place, symbol, line_style(each.style)) : "";
                text += label("", {.x = x + symbol / 2, .y = y},
                              "left point " + point_style(each.style));
            }
            text += label(each.text, {.x = x + symbol + 8, .y = y}, "left");
        }
        return text;
    }

    [[nodiscard]] std::string axes() const {
        return fmt::format(
                   "set border 1 linecolor rgb '{}'\n"
                   "set grid xtics ytics linetype 1 linewidth 1 linecolor rgb '{}'\n"
                   "set errorbars 0.6\nset tics nomirror scale 0 textcolor rgb '{}'\nunset key\n",
                   axis_colour, grid_colour, text_colour) +
               axes_of(*shown_, layout_.x, layout_.y);
    }

    [[nodiscard]] std::string panel(std::size_t number) const {
        const svg_box& box = layout_.panels[number];
        // What stands beside the panels is drawn with the first.
        std::string text = number == 1 ? "unset label\nunset arrow\n" : "";
        text += fmt::format(
            "set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}\n"
            "set tmargin at screen {:.4f}\nset bmargin at screen {:.4f}\n",
            box.x / layout_.width, (box.x + box.width) / layout_.width, 1 - box.y / layout_.height,
            1 - (box.y + box.height) / layout_.height);
        const std::string& name = shown_->panels[number].name;
        if (!name.empty()) {
            text += fmt::format("set label 1000 {} at {} left textcolor rgb '{}'\n",
                                quoted_text(shortened(name, {.size = 12}, box.width)),
                                place({.x = box.x, .y = box.y - 10}), text_colour);
        }
        return text + plot_of(shown_->panels[number], number);
    }

    const figure* shown_;
    figure_form form_;
    figure_layout layout_;
};

// A panel in letters.
std::string letters_of(const figure_panel& shown, std::size_t panel) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < shown.bounds.size(); ++i) {
        parts.push_back(fmt::format("{} using 1:2 with lines title {}", name_of_bound(panel, i),
                                    quoted_text(shown.bounds[i].name)));
    }
    for (std::size_t i = 0; i < shown.series.size(); ++i) {
        parts.push_back(fmt::format("{} using 1:2 with points pointtype {} title {}",
                                    name_of_data(panel, i), shown.series[i].style + 1,
                                    quoted_text(shown.series[i].name)));
    }
    return fmt::format("set title {}\nplot {}\n", quoted_text(shown.name),
                       fmt::join(parts, ", \\\n     "));
}

// One panel below the other.
std::string text_script(const figure& shown) {
    std::string text = fmt::format(
        "set terminal dumb 79,24 noenhanced\n{}{}set border 3\nset tics nomirror\nset key below\n"
        "set xlabel {}\n",
        common_settings, data_of(shown), quoted_text(shown.x.title));
    text += axes_of(shown, marked_by_values(shown.x, 8), marked_from_zero(shown.y, 6));
    for (std::size_t i = 0; i < shown.panels.size(); ++i) {
        text += letters_of(shown.panels[i], i);
    }
    return text;
}

// For dark surroundings: other colours for those of the script, as gnuplot writes them.
constexpr std::string_view dark_style = R"DARK(<style>@media(prefers-color-scheme:dark){
#gnuplot_canvas>rect{fill:#16181c}
[fill="rgb(34,34,34)"],[fill="rgb( 34,  34,  34)"]{fill:#e6e6e6}
[fill="rgb(85,85,85)"]{fill:#aaa}
[stroke="rgb( 34,  34,  34)"]{stroke:#e6e6e6}[color="rgb( 34,  34,  34)"]{color:#e6e6e6}
[stroke="rgb(119, 119, 119)"]{stroke:#888}[stroke="rgb(226, 226, 226)"]{stroke:#33373d}
[stroke="rgb(  0, 114, 178)"]{stroke:#4aa3df}[color="rgb(  0, 114, 178)"]{color:#4aa3df}
}</style>
)DARK";

}  // namespace

std::string gnuplot_script(const figure& shown, figure_form form) {
    return form == figure_form::text ? text_script(shown) : picture_script{shown, form}.text();
}

std::string finished_svg(std::string_view drawn, const figure& shown) {
    constexpr std::string_view begin = "<title>";
    constexpr std::string_view end = "</desc>";
    const std::size_t first = drawn.find(begin);
    const std::size_t last = drawn.find(end);
    if (first == std::string_view::npos || last == std::string_view::npos || last < first) {
        return std::string{drawn};
    }
    return fmt::format("{}<title>{}</title>\n<desc>{}</desc>\n{}{}", drawn.substr(0, first),
                       in_xml(shown.title),
                       in_xml(fmt::format("{}", fmt::join(shown.remarks, "; "))), dark_style,
                       drawn.substr(last + end.size()));
}

std::string without_date(std::string pdf) {
    constexpr std::string_view begin = "/CreationDate (D:";
    const std::size_t at = pdf.find(begin);
    constexpr std::string_view epoch = "19700101000000";
    if (at != std::string::npos && pdf.size() - at > begin.size() + epoch.size()) {
        pdf.replace(at + begin.size(), epoch.size(), epoch);
    }
    return pdf;
}

}  // namespace tutti
