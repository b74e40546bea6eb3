#include "tutti/store/figure_script.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "tutti/record/filter_program.hpp"

TEST_SUITE("tutti/store/figure_script.hpp") {

namespace {

using tutti::figure;
using tutti::figure_form;
using tutti::gnuplot_script;

figure small_figure() {
    return {.title = "time by nodes",
            .remarks = {"hypercube", "dashed: lower bound"},
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
                        .bounds = {{.name = "lower bound", .line = {{16, 4}, {1024, 10}}}}}}};
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

TEST_CASE("the data of a script are those of its figure") {
    const std::string script = gnuplot_script(small_figure(), figure_form::svg);
    CHECK(holds(script,
                "set terminal svg size 640,409 noenhanced font 'sans-serif,12' background "
                "'#ffffff'\nset encoding utf8\nset datafile missing 'NaN'\n"
                "$points_1_1 << END  # greedy: x, mean, low, high, formula\n"
                "16 10 8 12.5 NaN\n1024 20 NaN NaN NaN\nEND\n"
                "$points_1_2 << END  # prefix: x, mean, low, high, formula\n"
                "16 12 NaN NaN 12\n1024 30 NaN NaN 30\nEND\n"
                "$bound_1_1 << END  # lower bound: x, bound\n16 4\n1024 10\nEND\n"));
    CHECK(holds(script,
                "set xtics ('16' 16, '1,024' 1024)\n"
                "set ytics ('0' 0, '10' 10, '20' 20, '30' 30)\nset logscale x\n"));
    CHECK(holds(script,
                "plot $bound_1_1 using 1:2 with lines dashtype (8,5) linewidth 1.6 linecolor rgb "
                "'#222222', \\\n"
                "     $points_1_2 using 1:5 with lines linewidth 1.4 linecolor rgb '#E69F00', \\\n"
                "     $points_1_1 using 1:2:3:4 with yerrorbars linewidth 1.2 pointtype 7 "
                "pointsize 0.9 linecolor rgb '#0072B2', \\\n"
                "     $points_1_1 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb "
                "'#0072B2', \\\n"
                "     $points_1_2 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb "
                "'#E69F00'\n"));
    CHECK(gnuplot_script(small_figure(), figure_form::svg) == script);
}

TEST_CASE("each form has a terminal and a size of its own") {
    const figure shown = small_figure();
    CHECK(holds(gnuplot_script(shown, figure_form::pdf), "set terminal pdfcairo size 3.484in,"));
    CHECK(holds(gnuplot_script(shown, figure_form::png), "set terminal pngcairo size 1280,818 "));
    CHECK(gnuplot_script(shown, figure_form::text).starts_with("set terminal dumb 79,24 "));
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
    CHECK(marks_of({1, 2, 4, 8, 16, 32, 64, 128}, true) == "'1' 1, '4' 4, '16' 16, '64' 64");
    CHECK(marks_of({1, 2, 4, 8, 16, 32, 64, 128}, false) == "'0' 0, '50' 50, '100' 100");
    CHECK(marks_of({-3, 1000}, false) == "'-3' -3, '1,000' 1000");
    CHECK(marks_of({7}, false) == "'7' 7");
    CHECK(marks_of({1, 1.1, 2e5}, true) ==
          "'1' 1, '10' 10, '100' 100, '1,000' 1000, "
          "'10,000' 10000, '100,000' 100000");
}

TEST_CASE("no text of a store gets a meaning in a script") {
    figure shown = small_figure();
    const std::string nasty = "it's `id` \"$x\" @y\n\\ {z}";
    shown.title = shown.names[0] = shown.panels[0].series[0].name = nasty;
    for (const figure_form form : {figure_form::svg, figure_form::text}) {
        const std::string script = gnuplot_script(shown, form);
        CHECK(holds(script, "'it''s `id` \"$x\" @y\\n\\ {z}'"));
        CHECK_FALSE(holds(script, "@y\n"));
    }
    if (const auto drawn =
            tutti::filter_by({"gnuplot", "-d"}, gnuplot_script(shown, figure_form::svg))) {
        CHECK(drawn->status == 0);
        CHECK(holds(drawn->output, "it's `id` "));
    }
}

TEST_CASE("an SVG has the figure's title, and colours where it is dark") {
    figure shown = small_figure();
    shown.title = "a < b";
    CHECK(finished_svg("<svg>\n<title>Gnuplot</title>\n<desc>by gnuplot</desc>\n<g/></svg>", shown)
              .starts_with("<svg>\n<title>a &lt; b</title>\n<desc>hypercube; dashed: lower "
                           "bound</desc>\n<style>@media(prefers-color-scheme:dark){\n"));
    CHECK(finished_svg("<svg/>", shown) == "<svg/>");
    if (const auto drawn =
            tutti::filter_by({"gnuplot", "-d"}, gnuplot_script(shown, figure_form::svg))) {
        const std::string svg = finished_svg(drawn->output, shown);
        // Every selector finds something of what gnuplot writes.
        for (const std::string_view colour :
             {"fill=\"rgb(34,34,34)\"", "fill=\"rgb(85,85,85)\"", "rgb( 34,  34,  34)",
              "rgb(119, 119, 119)", "rgb(226, 226, 226)", "rgb(  0, 114, 178)"}) {
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

}  // TEST_SUITE("tutti/store/figure_script.hpp")
