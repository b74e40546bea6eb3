#include "results/summary.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "cli/stored_rows.hpp"
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

TEST_CASE(
    "what different programs, versions and budgets found is mixed, and said; so are machines") {
    const scratch place;
    const std::string path = place.path("x.db");
    support::make_store(path, {made_run{}, made_run{.seed = 2}});
    const auto mixed = [&](const std::string& change, const std::string& of) {
        support::change_store(path, "UPDATE runs SET " + change + " WHERE seed = 2");
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

}  // TEST_SUITE("results/summary.hpp")
