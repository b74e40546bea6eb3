#include "figure_script.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "figure_layout.hpp"
#include "figure_lines.hpp"
#include "pictures/palette.hpp"
#include "pictures/svg_canvas.hpp"
#include "results/value_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// A colour and the number of a shape of gnuplot's.
struct series_style {
    std::string_view colour;
    int shape;
};

// Of series by their number: a colour of the palette, each with a shape of its own; from the eighth
// on, the colours come again with other shapes.
series_style style_of(std::size_t number) {
    constexpr std::array shapes{7, 5, 9, 13, 11, 6, 4};
    constexpr std::size_t shift = 3;
    const std::size_t round = number / shapes.size();
    return {.colour = colour_of(fmt::format("series{}", number % shapes.size())).light,
            .shape = shapes.at((number + shift * round) % shapes.size())};
}

// In single quotes gnuplot gives no other letter a meaning.
std::string quoted_text(std::string_view text) {
    return fmt::format("'{}'", boost::replace_all_copy(printable(text), "'", "''"));
}

std::string marks_text(const std::vector<double>& marks) {
    const auto texts = marks | std::views::transform([](double mark) {
                           return fmt::format("{} {}", quoted_text(readable_text(mark)), mark);
                       });
    return fmt::format("({})", fmt::join(texts, ", "));
}

// The name of what is drawn of a panel's series or bound, as the script has it.
std::string data_name(std::string_view suffix, std::size_t panel, std::size_t number) {
    return fmt::format("${}_{}_{}", suffix, panel + 1, number + 1);
}

// A bar that is cut ends where a logarithmic axis does, which has no 0.
double low_end_of(const interval& spread, const marked_axis& y) {
    return y.is_logarithmic ? std::max(spread.low, y.low) : spread.low;
}

// gnuplot leaves out NaN, which the script declares as missing.
std::string points_of(const figure_series& series, const marked_axis& y) {
    std::string text;
    for (const auto& [x, mean, spread, formula, bound] : series.points) {
        const std::string ends =
            spread ? fmt::format("{} {}", low_end_of(*spread, y), spread->high) : "NaN NaN";
        text += fmt::format("{} {} {}\n", x, mean, ends);
    }
    return text;
}

// With a blank line where the next one begins.
std::string lines_text(const std::vector<figure_line>& lines, const marked_axis& x) {
    std::string text;
    for (const figure_line& line : lines) {
        text += text.empty() ? "" : "\n";
        for (const auto& [place, value] : drawn_line(line, x)) {
            text += fmt::format("{} {}\n", place, value);
        }
    }
    return text;
}

std::string line_style(std::size_t number) {
    return fmt::format("linewidth 1.4 linecolor rgb '{}'", style_of(number).colour);
}
std::string point_style(std::size_t number) {
    return fmt::format("pointtype {} pointsize 0.9 linecolor rgb '{}'", style_of(number).shape,
                       style_of(number).colour);
}
// Thicker than a line of the same colour, which it may cover. Dashes are counted in thicknesses.
std::string bound_style(const std::optional<std::size_t>& series) {
    return fmt::format("dashtype ({}) linewidth {} linecolor rgb '{}'", series ? "3,2" : "8,5",
                       series ? 3.0 : 1.1,
                       series ? style_of(*series).colour : colour_of("text").light);
}

/// The data of a panel, and how they are drawn: lines first, so that bounds and points are drawn on
/// them.
class panel_script {
public:
    panel_script(const figure_panel& shown, std::size_t number, const marked_axis& x,
                 const marked_axis& y)
        : number_{number} {
        for (std::size_t i = 0; i < shown.series.size(); ++i) {
            add_formula(shown.series[i], i, x);
        }
        for (std::size_t i = 0; i < shown.bounds.size(); ++i) {
            const figure_bound& each = shown.bounds[i];
            add_data("bound", i, "x, lower bound", lines_text({each.line}, x));
            parts_.push_back(fmt::format("{} using 1:2 with lines {}",
                                         data_name("bound", number_, i), bound_style(each.style)));
        }
        for (std::size_t i = 0; i < shown.series.size(); ++i) {
            add_points(shown.series[i], i, y);
        }
    }

    [[nodiscard]] const std::string& data() const noexcept { return data_; }
    [[nodiscard]] std::string drawing() const {
        return fmt::format("plot {}\n", fmt::join(parts_, ", \\\n     "));
    }

private:
    // Data are in the script as named blocks, so that it is complete and can be run anywhere.
    void add_data(std::string_view suffix, std::size_t number, std::string_view meaning,
                  std::string_view rows) {
        data_ += fmt::format("{} << END  # {}\n{}END\n", data_name(suffix, number_, number),
                             meaning, rows);
    }

    void add_formula(const figure_series& series, std::size_t number, const marked_axis& x) {
        const std::string rows = lines_text(formula_lines(series), x);
        if (!rows.empty()) {
            add_data("formula", number, printable(series.name) + ": x, exact time", rows);
            parts_.push_back(fmt::format("{} using 1:2 with lines {}",
                                         data_name("formula", number_, number),
                                         line_style(series.style)));
        }
    }

    void add_points(const figure_series& series, std::size_t number, const marked_axis& y) {
        const std::string name = data_name("points", number_, number);
        add_data("points", number, printable(series.name) + ": x, mean, low, high",
                 points_of(series, y));
        if (std::ranges::any_of(series.points,
                                [](const figure_point& each) { return each.spread.has_value(); })) {
            // Bars are drawn below the points of their series.
            parts_.push_back(fmt::format("{} using 1:2:3:4 with yerrorbars linewidth 1.2 {}", name,
                                         point_style(series.style)));
        }
        parts_.push_back(
            fmt::format("{} using 1:2 with points {}", name, point_style(series.style)));
    }

    std::size_t number_;
    std::string data_;
    std::vector<std::string> parts_;
};

/// Script of a picture with the positions and sizes of a layout.
class picture_script {
public:
    picture_script(const figure& shown, figure_form form, double width)
        : shown_{&shown}, form_{form}, layout_{layout_of(shown, width)} {
        for (std::size_t i = 0; i < shown.panels.size(); ++i) {
            panels_.emplace_back(shown.panels[i], i, layout_.x, layout_.y);
        }
    }

    [[nodiscard]] std::string text() const {
        std::string text = fmt::format(
            "set terminal {}\nset encoding utf8\nset datafile missing 'NaN'\n", terminal());
        for (const panel_script& each : panels_) {
            text += each.data();
        }
        text += head() + legend() + axes();
        const bool are_many = panels_.size() > 1;
        text += are_many ? "set multiplot\n" : "";
        for (std::size_t i = 0; i < panels_.size(); ++i) {
            text += panel(i);
        }
        return text + (are_many ? "unset multiplot\n" : "");
    }

private:
    // Number of points of a pixel of the layout: in a PDF so that texts are 7 points high, of which
    // gnuplot counts 96 an inch, and in a PNG twice as large, at 96 pixels an inch.
    [[nodiscard]] double scale() const noexcept {
        return form_ == figure_form::pdf ? 7.0 / 12 : form_ == figure_form::png ? 18.0 / 12 : 1;
    }

    [[nodiscard]] std::string terminal() const {
        constexpr double points_an_inch = 72;
        const std::string look = fmt::format("noenhanced font 'sans-serif,{}' background '{}'",
                                             12 * scale(), colour_of("card").light);
        if (form_ == figure_form::pdf) {
            return fmt::format(
                "pdfcairo size {:.3f}in,{:.3f}in fontscale 0.75 linewidth 0.7 pointscale 0.9 {}",
                layout_.width * scale() / points_an_inch, layout_.height * scale() / points_an_inch,
                look);
        }
        if (form_ == figure_form::png) {
            return fmt::format("pngcairo size {},{} linewidth 2 dashlength 2 pointscale 3 {}",
                               2 * layout_.width, 2 * layout_.height, look);
        }
        return fmt::format("svg size {},{} {}", layout_.width, layout_.height, look);
    }

    // Places are shares of the picture, with the origin at the lower left.
    [[nodiscard]] std::string place(const svg_point& point) const {
        return fmt::format("screen {:.4f},{:.4f}", point.x / layout_.width,
                           1 - point.y / layout_.height);
    }

    // @param look how it is aligned and written
    [[nodiscard]] std::string label(std::string_view text, const svg_point& point,
                                    std::string_view look, std::string_view colour = "text") const {
        return fmt::format("set label {} at {} {} textcolor rgb '{}'\n", quoted_text(text),
                           place(point), look, colour_of(colour).light);
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
                          fmt::format("left font 'sans-serif,{}'", 11 * scale()), "soft");
        }
        return text + label(shown_->y.title, layout_.y_title, "left") +
               label(shown_->x.title, layout_.x_title, "center");
    }

    [[nodiscard]] std::string legend() const {
        constexpr double symbol = 24;
        std::string text;
        for (const figure_legend_entry& each : layout_.legend) {
            const auto& [x, y] = each.place;
            if (each.is_bound) {
                text += line(each.place, symbol, bound_style({}));
            } else {
                text += each.has_line ? line(each.place, symbol, line_style(each.style)) : "";
                text += label("", {.x = x + symbol / 2, .y = y},
                              "left point " + point_style(each.style));
            }
            double down = y;
            for (const std::string& words : each.lines) {
                text += label(words, {.x = x + symbol + 8, .y = down}, "left");
                down += figure_layout::line_height;
            }
        }
        return text;
    }

    [[nodiscard]] std::string axes() const {
        return fmt::format(
                   "set border 1 linecolor rgb '{}'\n"
                   "set grid xtics ytics linetype 1 linewidth 1 linecolor rgb '{}'\n"
                   "set errorbars 0.6\nset tics nomirror scale 0 textcolor rgb '{}'\nunset key\n",
                   colour_of("border").light, colour_of("line").light, colour_of("text").light) +
               axis("x", layout_.x) + axis("y", layout_.y);
    }

    [[nodiscard]] static std::string axis(std::string_view name, const marked_axis& shown) {
        return fmt::format("set {0}range [{1}:{2}]\nset {0}tics {3}\n{4}", name, shown.low,
                           shown.high, marks_text(shown.marks),
                           shown.is_logarithmic ? fmt::format("set logscale {}\n", name) : "");
    }

    [[nodiscard]] std::string panel(std::size_t number) const {
        const svg_box& box = layout_.panels[number];
        // Labels beside the panels are drawn with the first.
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
                                place({.x = box.x, .y = box.y - 10}), colour_of("text").light);
        }
        return text + panels_[number].drawing();
    }

    const figure* shown_;
    figure_form form_;
    figure_layout layout_;
    std::vector<panel_script> panels_;
};

// For dark surroundings: other colours for those of the script, as gnuplot writes them. It writes
// those of texts without blanks, and those of lines with them.
std::string dark_style() {
    std::string style =
        fmt::format("<style>@media(prefers-color-scheme:dark){{\n#gnuplot_canvas>rect{{fill:{}}}\n",
                    colour_of("card").dark);
    for (const std::string_view name : {"text", "soft", "border", "line", "series0", "series1",
                                        "series2", "series3", "series4", "series6"}) {
        const palette_colour& colour = colour_of(name);
        const auto part = [&colour](std::size_t begin) {
            return std::stoi(std::string{colour.light.substr(begin, 2)}, nullptr, 16);
        };
        style += fmt::format(
            "[fill=\"rgb({0},{1},{2})\"],[fill=\"rgb({0:3}, {1:3}, {2:3})\"]{{fill:{3}}}\n"
            "[stroke=\"rgb({0:3}, {1:3}, {2:3})\"]{{stroke:{3}}}"
            "[color=\"rgb({0:3}, {1:3}, {2:3})\"]{{color:{3}}}\n",
            part(1), part(3), part(5), colour.dark);
    }
    return style + "}</style>\n";
}

}  // namespace

std::string gnuplot_script(const figure& shown, figure_form form, double width) {
    return picture_script{shown, form, width}.text();
}

// The title and description of gnuplot's output are replaced, and the style for dark surroundings
// is added. Output of an unknown form is left as it is.
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
                       in_xml(fmt::format("{}", fmt::join(shown.remarks, "; "))), dark_style(),
                       drawn.substr(last + end.size()));
}

// The date has a fixed length, so that replacing it does not move any offset of the file.
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
