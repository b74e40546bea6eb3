#include "pictures/figures/figure_script.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "pictures/pipe_through.hpp"

TEST_SUITE("pictures/figures/figure_script.hpp") {

namespace {

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

}  // TEST_SUITE("pictures/figures/figure_script.hpp")
