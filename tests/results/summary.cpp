#include "results/summary.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include "made_runs.hpp"
#include "support/scratch.hpp"

TEST_SUITE("results/summary.hpp") {

namespace {

using support::made_run;
using support::scratch;
using tutti::stored_rows;
using tutti::stored_value;
using tutti::summary;

std::vector<std::size_t> places(const stored_rows& from, const std::vector<std::string>& names) {
    std::vector<std::size_t> positions;
    positions.reserve(names.size());
    for (const std::string& name : names) {
        positions.push_back(from.place_of(name));
    }
    return positions;
}

summary summary_of(const std::vector<made_run>& runs, const std::vector<std::string>& by,
                   std::string_view filter = {}) {
    const scratch place;
    support::make_store(place.path("x.db"), runs);
    const stored_rows from{place.path("x.db")};
    using enum tutti::statistic;
    return summarize(from, {.runs = {.by = places(from, by),
                                     .of = places(from, {"slots"}),
                                     .filter = filter.empty() ? tutti::condition{}
                                                              : tutti::parse_condition(filter)},
                            .statistics = {mean, ci95, median, min, max}});
}

}  // namespace

TEST_CASE("each group has its statistics, and no interval where its runs agree") {
    const summary summary = summary_of(support::two_algorithms(), {"algorithm", "nodes"});
    std::string names;
    for (const auto& column : summary.columns) {
        names += column.name + " ";
    }
    CHECK(names ==
          "algorithm nodes runs slots_mean slots_student95_low slots_student95_high slots_median "
          "slots_min slots_max ");
    REQUIRE(summary.rows.size() == 4);
    const auto& greedy = summary.rows[0];
    CHECK(greedy[0] == stored_value{"greedy"});
    CHECK(greedy[1] == stored_value{std::uint64_t{16}});
    CHECK(greedy[2] == stored_value{std::uint64_t{2}});
    CHECK(greedy[3] == stored_value{8.5});
    CHECK(number_of(greedy[4]).value_or(0) == doctest::Approx(8.5 - 6.3531024));
    CHECK(greedy[6] == stored_value{8.5});
    CHECK(greedy[7] == stored_value{8.0});
    CHECK(greedy[8] == stored_value{9.0});
    const auto& prefix = summary.rows[3];
    CHECK(prefix[0] == stored_value{"prefix"});
    CHECK(prefix[3] == stored_value{15.0});
    CHECK(prefix[4] == stored_value{});
    CHECK(prefix[5] == stored_value{});
    CHECK(summary.mixed.empty());
    CHECK(summary.left_out == 0);
}

TEST_CASE("what means mix is said, seeds aside") {
    const auto runs = support::two_algorithms();
    CHECK(summary_of(runs, {"nodes"}).mixed == std::vector<std::string>{"algorithm"});
    CHECK(summary_of(runs, {"algorithm"}).mixed == std::vector<std::string>{"network"});
    CHECK(summary_of(runs, {"algorithm"}, "nodes = 16").mixed.empty());
    const std::vector<made_run> with_parameters{
        made_run{.parameters = {{"c", std::uint64_t{1}}}},
        made_run{.seed = 2, .parameters = {{"c", std::uint64_t{2}}}}};
    CHECK(summary_of(with_parameters, {"nodes"}).mixed == std::vector<std::string>{"c"});
    CHECK(summary_of(with_parameters, {"c"}).rows.size() == 2);
}

TEST_CASE(
    "what different programs, versions and budgets found is mixed, and said; so are machines") {
    const scratch place;
    const std::string path = place.path("x.db");
    support::make_store(path, {made_run{}, made_run{.seed = 2}});
    const auto mixed = [&](const std::string& change, const std::string& of) {
        SQLite::Database{path, SQLite::OPEN_READWRITE}.exec("UPDATE runs SET " + change +
                                                            " WHERE seed = 2");
        const stored_rows from{path};
        return summarize(from, {.runs = {.by = {}, .of = places(from, {of})}, .statistics = {}})
            .mixed;
    };
    using names = std::vector<std::string>;
    CHECK(mixed("version = '0.0.9'", "slots") == names{"version"});
    CHECK(mixed("program = 'other'", "slots") == names{"program", "version"});
    CHECK(mixed("slot_budget = 9", "slots") == names{"slot_budget", "program", "version"});
    CHECK(mixed("host = 'other'", "slots") == names{"slot_budget", "program", "version"});
    CHECK(mixed("threads = 2", "wall_seconds") ==
          names{"slot_budget", "program", "version", "host", "threads"});
}

TEST_CASE("runs that did not end complete are left out, unless they are asked for") {
    auto runs = support::two_algorithms();
    runs.front().verdict = tutti::verdict::late;
    const summary statistics = summary_of(runs, {"algorithm", "nodes"});
    CHECK(statistics.left_out == 1);
    CHECK(statistics.rows[0][2] == stored_value{std::uint64_t{1}});
    const summary whole = summary_of(runs, {"verdict"}, "verdict = late or verdict = complete");
    CHECK(whole.left_out == 0);
    CHECK(whole.rows.size() == 2);
    CHECK(summary_of(runs, {"verdict"}).rows.size() == 2);
}

TEST_CASE("text has no mean") {
    const scratch place;
    support::make_store(place.path("x.db"), support::two_algorithms());
    const stored_rows from{place.path("x.db")};
    CHECK_THROWS_WITH_AS(static_cast<void>(summarize(
                             from, {.runs = {.of = places(from, {"network"})}, .statistics = {}})),
                         "network is text; name a column of numbers, such as slots, units or ratio",
                         std::invalid_argument);
}

TEST_CASE("people see a table, and what is in a store") {
    const scratch place;
    support::make_store(place.path("x.db"), support::two_algorithms());
    const stored_rows from{place.path("x.db")};
    CHECK(to_table(summarize(
              from,
              {.runs = {.by = places(from, {"algorithm", "nodes"}), .of = places(from, {"units"})},
               .statistics = {tutti::statistic::mean, tutti::statistic::max}})) ==
          "  algorithm  nodes  runs  units_mean  units_max\n"
          "  greedy        16     2         8.5  9\n"
          "  greedy        32     2        11.5  13\n"
          "  prefix        16     2          12  12\n"
          "  prefix        32     2          15  15\n");
    const std::string text = overview_of(from, {});
    CHECK(text.starts_with("8 runs\n\n"));
    CHECK_MESSAGE(text.find("  2  greedy (4), prefix (4)\n") != std::string::npos, text);
    CHECK(text.find("\n  delay_mean") == std::string::npos);
    CHECK(overview_of(from, tutti::parse_condition("nodes = 7")) == "0 runs\n\n");
}

}  // TEST_SUITE("results/summary.hpp")
