#include "pictures/figures/figure.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include "results/made_runs.hpp"
#include "support/scratch.hpp"

TEST_SUITE("pictures/figures/figure.hpp") {

namespace {

using support::made_run;
using support::scratch;
using tutti::figure;
using tutti::stored_rows;

struct asked_figure {
    std::string x = "nodes";
    std::string y = "slots";
    std::string by = "algorithm";
    std::string facet{};
    std::string filter{};
    bool is_logarithmic = false;
    bool has_bound = true;
};

figure figure_for(const std::vector<made_run>& runs, const asked_figure& figure) {
    const scratch place;
    support::make_store(place.path("x.db"), runs);
    const stored_rows from{place.path("x.db")};
    const auto place_of = [&](const std::string& name) {
        return name.empty() ? std::nullopt : std::optional{from.place_of(name)};
    };
    return figure_of(from, {.x = from.place_of(figure.x),
                            .y = from.place_of(figure.y),
                            .by = place_of(figure.by),
                            .facet = place_of(figure.facet),
                            .filter = figure.filter.empty() ? tutti::condition{}
                                                            : tutti::parse_condition(figure.filter),
                            .is_y_logarithmic = figure.is_logarithmic,
                            .has_bound = figure.has_bound});
}

std::string refusal_of(const std::vector<made_run>& runs, const asked_figure& figure) {
    try {
        static_cast<void>(figure_for(runs, figure));
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return "";
}

bool has_remark(const figure& shown, std::string_view text) {
    return std::ranges::find(shown.remarks, text) != shown.remarks.end();
}

}  // namespace

TEST_CASE("points are means, with intervals where runs differ and formulas where there are any") {
    const figure shown = figure_for(support::two_algorithms(), {});
    REQUIRE(shown.panels.size() == 1);
    const auto& series = shown.panels.front().series;
    REQUIRE(series.size() == 2);
    CHECK(shown.names == std::vector<std::string>{"greedy", "prefix"});
    REQUIRE(series[0].points.size() == 2);
    CHECK(series[0].points[0].x == 16);
    CHECK(series[0].points[0].mean == 8.5);
    CHECK(series[0].points[0].spread);
    CHECK_FALSE(series[0].points[0].formula);
    CHECK(series[1].points[1].mean == 15);
    CHECK_FALSE(series[1].points[1].spread);
    CHECK(series[1].points[1].formula == 15);
    CHECK(shown.title == "simultaneous-broadcast: time in slots by nodes");
    CHECK(has_remark(shown, "points: means of 2 runs"));
    CHECK(has_remark(shown, "bars: 95 % intervals (Student), none where all runs agree"));
    CHECK(has_remark(shown, "lines: exact formulas"));
    CHECK_FALSE(has_remark(shown, "a bound in colour is that of this series alone"));
    CHECK(has_remark(shown, "hypercube"));
    CHECK(has_remark(shown, "broadcasters all"));
    CHECK(shown.y.title == "time in slots");
    CHECK(shown.mixed.empty());
}

TEST_CASE("series with the same bound share its line") {
    auto runs = support::two_algorithms();
    figure shown = figure_for(runs, {});
    REQUIRE(shown.panels.front().bounds.size() == 1);
    CHECK_FALSE(shown.panels.front().bounds.front().style);
    CHECK(shown.panels.front().bounds.front().line == tutti::figure_line{{16, 4}, {32, 5}});
    for (made_run& each : runs) {
        each.bound = each.algorithm == "prefix" ? 2 : 4;
    }
    shown = figure_for(runs, {});
    REQUIRE(shown.panels.front().bounds.size() == 2);
    CHECK(shown.panels.front().bounds.back().style == 1);
    CHECK(has_remark(shown, "a bound in colour is that of this series alone"));
    CHECK(figure_for(runs, {.has_bound = false}).panels.front().bounds.empty());
    CHECK(figure_for(runs, {.y = "ratio"}).panels.front().bounds.front().line.at(16) == 1);
}

TEST_CASE("a bar that reaches 0 or less is cut, and that is said") {
    const auto runs = support::two_algorithms();
    const std::string cut_at_axis = "bars that reach 0 or less are cut at the axis";
    const std::string cut_at_zero = "bars that reach below 0 are cut there";
    const figure shown = figure_for(runs, {.is_logarithmic = true});
    const auto& wide = shown.panels[0].series[0].points[1];  // 11.5 +- 19
    CHECK(wide.spread.value_or(tutti::interval{.low = 1}).low == 0);
    CHECK(shown.y.low == doctest::Approx(2));  // half of the bound: the bar is seen to go on
    CHECK(shown.y.high == doctest::Approx(30.559).epsilon(1e-3));
    CHECK(has_remark(shown, cut_at_axis));
    const figure linear = figure_for(runs, {});
    CHECK(linear.y.low == 0);
    CHECK(linear.panels[0].series[0].points[1].spread.value_or(tutti::interval{.low = 1}).low == 0);
    CHECK(has_remark(linear, cut_at_zero));
    CHECK_FALSE(has_remark(linear, cut_at_axis));
}

TEST_CASE("runs without a number are left out and counted") {
    auto runs = support::two_algorithms();
    runs[0].parameters = {{"c", std::uint64_t{3}}};
    runs[1].parameters = {{"c", "none"}};
    const figure shown = figure_for(runs, {.x = "c"});
    CHECK(shown.without == std::map<std::string, std::uint64_t>{{"c", 7}});
    CHECK(has_remark(shown, "left out: 7 runs without a number for c"));
    CHECK_FALSE(has_remark(shown, "no intervals: all runs agree"));  // of those that are shown
    CHECK(figure_for(runs, {}).without.empty());
    runs.back().verdict = tutti::verdict::incorrect;
    CHECK(has_remark(figure_for(runs, {}), "left out: 1 run that did not end complete"));
}

TEST_CASE("what a damaged store has is left out, or refused") {
    const scratch place;
    support::make_store(place.path("x.db"), support::two_algorithms());
    SQLite::Database{place.path("x.db"), SQLite::OPEN_READWRITE}.exec(
        "UPDATE runs SET ratio = 9e999 WHERE nodes = 16;"
        "UPDATE runs SET link_utilisation = 1e308, lower_bound_denominator = 0 WHERE id = 1");
    const stored_rows from{place.path("x.db")};
    const auto of = [&](const std::string& y, bool has_bound) {
        return figure_of(
            from, {.x = from.place_of("nodes"), .y = from.place_of(y), .has_bound = has_bound});
    };
    const figure shown = of("ratio", false);
    CHECK(shown.without == std::map<std::string, std::uint64_t>{{"ratio", 4}});
    CHECK(shown.x.values == std::vector<double>{32});
    CHECK(of("utilisation", false).without.at("link_utilisation") == 1);
    CHECK_THROWS_WITH_AS(static_cast<void>(of("slots", true)),
                         "--bound: there are runs without lower_bound, which a store has for all; "
                         "it is damaged",
                         std::invalid_argument);
    CHECK(of("slots", false).without.empty());
}

TEST_CASE("a figure that cannot be is refused by the option that asks for it") {
    const auto runs = support::two_algorithms();
    CHECK(refusal_of(runs, {.x = "network"}).starts_with("--x: network is text; "));
    CHECK(refusal_of(runs, {.y = "verdict"}).starts_with("--y: verdict is text; "));
    CHECK(refusal_of(runs, {.y = "transmissions"}).starts_with("--bound: there is no bound for "));
    CHECK(
        refusal_of(runs, {.filter = "nodes = 7"}).starts_with("--where: no complete run meets it"));
    CHECK(refusal_of(runs, {.y = "delay_mean", .has_bound = false}) ==
          "--y: no run has both nodes and delay_mean");
    CHECK(refusal_of(runs, {.y = "missing", .is_logarithmic = true, .has_bound = false}) ==
          "--log: 'missing deliveries' has no logarithm at 0; leave out y");
    std::vector<made_run> many;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        many.push_back({.seed = seed});
    }
    CHECK(refusal_of(many, {.by = "seed"}) ==
          "--by: seed has more than 49 values; --where can choose some");
    CHECK(refusal_of(many, {.facet = "seed"}) ==
          "--facet: seed has more than 12 values; --where can choose some");
}

}  // TEST_SUITE("pictures/figures/figure.hpp")
