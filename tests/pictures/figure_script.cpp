#include "pictures/figures/figure_script.hpp"

#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "pictures/figures/ascii_figure.hpp"
#include "pictures/pipe_through.hpp"

TEST_SUITE("pictures/figures/figure_script.hpp") {

namespace {

using tutti::ascii_figure;
using tutti::figure;
using tutti::figure_form;
using tutti::gnuplot_script;

figure small_figure() {
    return {.title = "time by nodes",
            .remarks = {"hypercube", "ports all"},
            .x = {.title = "nodes",
                  .is_logarithmic = true,
                  .low = 16,
                  .high = 1024,
                  .values = {16, 1024}},
            .y = {.title = "time in slots", .low = 4, .high = 30, .values = {4, 10, 12, 30}},
            .names = {"greedy", "prefix"},
            .panels = {{.name = "",
                        .series = {{.name = "greedy",
                                    .style = 0,
                                    .points = {{.x = 16,
                                                .mean = 10,
                                                .spread = tutti::interval{.low = 8, .high = 12.5}},
                                               {.x = 1024, .mean = 20}}},
                                   {.name = "prefix",
                                    .style = 1,
                                    .points = {{.x = 16, .mean = 12, .formula = 12},
                                               {.x = 1024, .mean = 30, .formula = 30}}}},
                        .bounds = {{.line = {{16, 4}, {1024, 10}}}}}}};
}

bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("a bar that is cut ends where its logarithmic axis does") {
    figure shown = small_figure();
    REQUIRE_FALSE(shown.panels[0].series[0].points.empty());
    shown.panels[0].series[0].points[0].spread = tutti::interval{.low = 0, .high = 30};
    shown.y.is_logarithmic = true;
    const std::string script = gnuplot_script(shown, figure_form::svg);
    const std::size_t begin = script.find("set yrange [") + 12;
    const std::string low = script.substr(begin, script.find(':', begin) - begin);
    CHECK(std::stod(low) > 0);
    CHECK(holds(script, " " + low + " 30\n"));
    shown.y.is_logarithmic = false;
    CHECK(holds(gnuplot_script(shown, figure_form::svg), " 0 30\n"));
}

TEST_CASE("the data of a script are those of its figure") {
    const std::string script = gnuplot_script(small_figure(), figure_form::svg);
    CHECK(holds(script,
                "set terminal svg size 430,409 noenhanced font 'sans-serif,12' background "
                "'#ffffff'\nset encoding utf8\nset datafile missing 'NaN'\n"
                "$formula_1_2 << END  # prefix: x, exact time\n16 12\n1024 30\nEND\n"
                "$bound_1_1 << END  # x, lower bound\n16 4\n1024 10\nEND\n"
                "$points_1_1 << END  # greedy: x, mean, low, high\n"
                "16 10 8 12.5\n1024 20 NaN NaN\nEND\n"
                "$points_1_2 << END  # prefix: x, mean, low, high\n"
                "16 12 NaN NaN\n1024 30 NaN NaN\nEND\n"));
    CHECK(holds(script, "set xtics ('16' 16, '1,024' 1024)\nset logscale x\n"));
    CHECK(holds(script, "set ytics ('0' 0, '10' 10, '20' 20, '30' 30)\n"));
    CHECK(holds(script,
                "plot $formula_1_2 using 1:2 with lines linewidth 1.4 linecolor rgb '#c98500', \\\n"
                "     $bound_1_1 using 1:2 with lines dashtype (8,5) linewidth 1.1 linecolor rgb "
                "'#1f2937', \\\n"
                "     $points_1_1 using 1:2:3:4 with yerrorbars linewidth 1.2 pointtype 7 "
                "pointsize 0.9 linecolor rgb '#0072b2', \\\n"
                "     $points_1_1 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb "
                "'#0072b2', \\\n"
                "     $points_1_2 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb "
                "'#c98500'\n"));
    CHECK(gnuplot_script(small_figure(), figure_form::svg) == script);
}

TEST_CASE("a line through one point is a stroke, and one with a gap is two") {
    figure shown = small_figure();
    shown.x = {.title = "k", .low = 0, .high = 100, .values = {0, 50, 100}};
    shown.panels[0].series[1].points = {{.x = 0, .mean = 12, .formula = 12},
                                        {.x = 50, .mean = 12},
                                        {.x = 100, .mean = 12, .formula = 12}};
    shown.panels[0].bounds = {{.style = 1, .line = {{50, 4}}}};
    const std::string script = gnuplot_script(shown, figure_form::svg);
    CHECK(holds(script, "x, exact time\n-4.16 12\n4.16 12\n\n95.84 12\n104.16 12\nEND\n"));
    CHECK(holds(script, "x, lower bound\n45.84 4\n54.16 4\nEND\n"));
    CHECK(holds(script, "dashtype (3,2) linewidth 3 linecolor rgb '#c98500'"));
}

TEST_CASE("a figure of a given width has as many panels side by side as have room") {
    figure shown = small_figure();
    shown.panels.resize(3, shown.panels[0]);
    for (std::size_t i = 0; i < shown.panels.size(); ++i) {
        shown.panels[i].name = "panel " + std::to_string(i);
    }
    const auto rows = [&shown](double width) {
        const std::string script = gnuplot_script(shown, figure_form::svg, width);
        CHECK(holds(script, fmt::format("set terminal svg size {},", width)));
        std::set<std::string> places;
        for (auto at = script.find("set tmargin"); at != std::string::npos;
             at = script.find("set tmargin", at + 1)) {
            places.insert(script.substr(at, script.find('\n', at) - at));
        }
        return places.size();
    };
    CHECK(rows(300) == 3);
    CHECK(rows(700) == 2);
    CHECK(rows(1600) == 1);
    CHECK(gnuplot_script(shown, figure_form::svg) == gnuplot_script(shown, figure_form::svg, 860));
}

TEST_CASE("each of the most series has a colour and a shape that no other one has") {
    figure shown = small_figure();
    shown.panels[0].bounds.clear();
    shown.panels[0].series.clear();
    shown.names.clear();
    for (std::size_t i = 0; i < tutti::most_series; ++i) {
        const std::string name = "s" + std::to_string(i);
        shown.names.push_back(name);
        shown.panels[0].series.push_back(
            {.name = name, .style = i, .points = {{.x = 16, .mean = 10}}});
    }
    const std::string script = gnuplot_script(shown, figure_form::svg);
    std::set<std::string> looks;
    for (auto at = script.find("with points "); at != std::string::npos;
         at = script.find("with points ", at + 1)) {
        const std::size_t end = script.find_first_of(",\n", at);
        looks.insert(script.substr(at, end - at));
    }
    CHECK(looks.size() == tutti::most_series);
}

TEST_CASE("a legend has a column for each that fits, and none for what needs no name") {
    const auto words_of = [](const std::vector<std::string>& names) {
        figure shown = small_figure();
        shown.names = names;
        const std::string script = gnuplot_script(shown, figure_form::pdf);
        std::vector<std::string> words;  // with how far down they are, by line
        for (auto at = script.find("set label 'x"); at != std::string::npos;
             at = script.find("set label 'x", at + 1)) {
            const std::size_t end = script.find('\n', at);
            const std::string line = script.substr(at, end - at);
            words.push_back(line.substr(line.find(',') + 1, 6));
        }
        return words;
    };
    const auto row_count = [&](const std::vector<std::string>& names) {
        const auto words = words_of(names);
        return std::set<std::string>{words.begin(), words.end()}.size();
    };
    CHECK(row_count({"x1", "x2", "x3", "x4"}) == 1);
    CHECK(row_count({"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8"}) == 2);
    const std::string wide = "x" + std::string(40, 'n');
    CHECK(row_count({wide, "x2", "x3", "x4", "x5"}) == 2);  // a separate one
    CHECK(words_of({std::string{}}).empty());
    // Nothing of a long name is lost.
    figure shown = small_figure();
    shown.names[0] = std::string(50, 'm') + "end";
    CHECK(holds(gnuplot_script(shown, figure_form::svg), "end' at screen"));
}

TEST_CASE("each form has a terminal and a size of its own") {
    const figure shown = small_figure();
    CHECK(holds(gnuplot_script(shown, figure_form::pdf), "set terminal pdfcairo size 3.484in,"));
    CHECK(holds(gnuplot_script(shown, figure_form::png), "set terminal pngcairo size 860,818 "));
    figure several = shown;
    several.panels.push_back(several.panels.front());
    several.panels.front().name = "a";
    CHECK(holds(gnuplot_script(several, figure_form::svg), "set terminal svg size 860,"));
    CHECK(count_of(gnuplot_script(several, figure_form::svg), "\nplot ") == 2);
    CHECK(count_of(gnuplot_script(several, figure_form::svg), "set label 'time in slots'") == 1);
}

TEST_CASE("marks are at some of the values, or at round numbers") {
    const auto marks_of = [](std::vector<double> values, bool is_logarithmic) {
        figure shown = small_figure();
        shown.x = {.title = "nodes",
                   .is_logarithmic = is_logarithmic,
                   .low = values.front(),
                   .high = values.back(),
                   .values = values};
        const std::string script = gnuplot_script(shown, figure_form::pdf);
        const std::size_t begin = script.find("set xtics (") + 11;
        return script.substr(begin, script.find(')', begin) - begin);
    };
    CHECK(marks_of({4, 5, 6}, false) == "'4' 4, '5' 5, '6' 6");
    // The last has a mark, whether there is room for more or not.
    CHECK(marks_of({1e3, 2e3, 4e3, 8e3, 16e3, 32e3, 64e3, 128e3}, true) ==
          "'1,000' 1000, '4,000' 4000, '16,000' 16000, '64,000' 64000, '128,000' 128000");
    CHECK(marks_of({1e3, 2e3, 4e3, 8e3, 16e3, 32e3, 64e3, 128e3, 256e3, 512e3}, true) ==
          "'1,000' 1000, '4,000' 4000, '16,000' 16000, '64,000' 64000, '512,000' 512000");
    CHECK(marks_of({1, 2, 4, 8, 1600, 3200, 6400, 12800}, false) ==
          "'0' 0, '5,000' 5000, '10,000' 10000");
    CHECK(marks_of({-3, 1000}, false) == "'-3' -3, '1,000' 1000");
    CHECK(marks_of({7}, false) == "'7' 7");
    CHECK(marks_of({1, 1.1, 2e5}, true) == "'1' 1, '100' 100, '10,000' 10000");
}

TEST_CASE("the axis upwards begins at 0 where it can, and has three marks at least") {
    const auto axis_of = [](double low, double high, bool is_logarithmic = false) {
        figure shown = small_figure();
        shown.y = {.title = "time",
                   .is_logarithmic = is_logarithmic,
                   .low = low,
                   .high = high,
                   .values = {low, high}};
        const std::string script = gnuplot_script(shown, figure_form::svg);
        const std::size_t range = script.find("set yrange [") + 12;
        const std::size_t marks = script.find("set ytics (") + 11;
        return std::pair{script.substr(range, script.find(']', range) - range),
                         script.substr(marks, script.find(')', marks) - marks)};
    };
    CHECK(axis_of(0.5, 0.5).first == "0:0.55");
    CHECK(axis_of(0, 0).first == "0:1");
    CHECK(axis_of(1, 100).first.starts_with("0:"));
    CHECK(axis_of(12, 14, true).second == "'12' 12, '12.5' 12.5, '13' 13, '13.5' 13.5, '14' 14");
    CHECK(axis_of(5, 15, true).second.starts_with("'5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10' 10"));
    CHECK(axis_of(4, 600, true).second == "'10' 10, '30' 30, '100' 100, '300' 300");
    for (const double ratio : {1.001, 1.01, 1.1, 1.5, 2.0, 3.0, 5.0, 8.0, 20.0, 70.0, 900.0, 1e9}) {
        for (const double low : {0.07, 1.0, 3.3, 970.0}) {
            CAPTURE(ratio);
            CAPTURE(low);
            for (const bool is_logarithmic : {false, true}) {
                const std::size_t marks =
                    count_of(axis_of(low, low * ratio, is_logarithmic).second, "' ");
                CHECK(marks >= 3);
                CHECK(marks <= 12);
            }
        }
    }
    const double large = std::ldexp(1.0, 63);  // a step between its neighbours is nothing to it
    CHECK(count_of(axis_of(large, std::nextafter(large, 2 * large)).second, "' ") <= 12);
}

TEST_CASE("a figure in letters has its points, bars, lines and axes") {
    figure shown = small_figure();
    std::string text = ascii_figure(shown);
    CHECK(text.starts_with("time by nodes\n  hypercube; ports all\n\ntime in slots\n"));
    CHECK(text.ends_with("  A greedy   B prefix   . exact formula   - lower bound\n"));
    const std::string plot = text.substr(text.find("time in slots\n"));
    CHECK(count_of(plot.substr(0, plot.find("nodes")), "A") == 2);
    CHECK(holds(plot, "\n30 +"));
    CHECK(count_of(plot, "|") > 14);  // lines of the axis without a mark, and a bar
    CHECK(count_of(plot.substr(0, plot.find("nodes")), ".....") > 5);
    CHECK(holds(plot, "- - - -"));
    CHECK(holds(plot, "16 "));
    CHECK(holds(plot, " 1,024\n"));
    CHECK_FALSE(holds(text, "several"));
    // Of two in one place neither hides the other.
    shown.panels[0].series[0].points[1].mean = 30;
    text = ascii_figure(shown);
    CHECK(count_of(text, "*") == 2);  // and in the legend
    CHECK(holds(text, "* several"));
    shown.panels[0].name = "a";
    shown.remarks = {std::string(50, 'n') + " " + std::string(50, 'm')};
    text = ascii_figure(shown);
    CHECK(holds(text, "\n  " + std::string(50, 'n') + "\n  " + std::string(50, 'm') + "\n"));
    CHECK(holds(text, "\ntime in slots, a\n"));
}

TEST_CASE("no text of a store gets a meaning in a script") {
    figure shown = small_figure();
    const std::string nasty = "it's `id` \"$x\" @y\n\\ {z}";
    shown.title = shown.names[0] = shown.panels[0].series[0].name = nasty;
    const std::string script = gnuplot_script(shown, figure_form::svg);
    CHECK(holds(script, "'it''s `id` \"$x\" @y\\n\\ {z}'"));
    CHECK_FALSE(holds(script, "@y\n"));
    if (const auto drawn = tutti::filter_by({"gnuplot", "-d"}, script)) {
        CHECK(drawn->status == 0);
        CHECK(holds(drawn->output, "it's `id` "));
    }
}

TEST_CASE("an SVG has the figure's title, and colours where it is dark") {
    figure shown = small_figure();
    shown.title = "a < b";
    CHECK(finished_svg("<svg>\n<title>Gnuplot</title>\n<desc>by gnuplot</desc>\n<g/></svg>", shown)
              .starts_with("<svg>\n<title>a &lt; b</title>\n<desc>hypercube; ports "
                           "all</desc>\n<style>@media(prefers-color-scheme:dark){\n"));
    CHECK(finished_svg("<svg/>", shown) == "<svg/>");
    if (const auto drawn =
            tutti::filter_by({"gnuplot", "-d"}, gnuplot_script(shown, figure_form::svg))) {
        const std::string svg = finished_svg(drawn->output, shown);
        // Every selector finds something of what gnuplot writes.
        for (const std::string_view colour :
             {"fill=\"rgb(31,41,55)\"", "fill=\"rgb(91,100,114)\"", "rgb( 31,  41,  55)",
              "rgb(134, 143, 158)", "rgb(220, 223, 228)", "rgb(  0, 114, 178)"}) {
            CAPTURE(colour);
            CHECK(holds(drawn->output, colour));
            CHECK(holds(svg.substr(0, svg.find("</style>")), colour));
        }
    }
}

TEST_CASE("a PDF loses its date, and nothing else") {
    CHECK(tutti::without_date("a /CreationDate (D:20261124233853Z) b") ==
          "a /CreationDate (D:19700101000000Z) b");
    CHECK(tutti::without_date("a /CreationDate (D:2026") == "a /CreationDate (D:2026");
    CHECK(tutti::without_date("none") == "none");
}

}  // TEST_SUITE("pictures/figures/figure_script.hpp")
