#include "tutti/results/store_rows.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "made_runs.hpp"
#include "results/run_groups.hpp"
#include "support/scratch.hpp"

TEST_SUITE("tutti/results/store_rows.hpp") {

namespace {

using support::made_run;
using support::make_store;
using support::scratch;
using tutti::natural_order;
using tutti::parse_condition;
using tutti::rational;
using tutti::stored_rows;
using tutti::stored_value;

std::vector<stored_value> values(const stored_rows& from, std::string_view column,
                                 std::string_view filter = {}) {
    std::vector<stored_value> cells;
    const std::vector columns{from.place_of(column)};
    from.visit(columns, filter.empty() ? tutti::condition{} : parse_condition(filter),
               [&](std::span<const stored_value> row) { cells.push_back(row.front()); });
    return cells;
}

std::size_t count(const stored_rows& from, std::string_view filter) {
    return values(from, "plan", filter).size();
}

std::string refusal_of(const stored_rows& from, std::string_view filter) {
    try {
        static_cast<void>(count(from, filter));
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return "";
}

std::string store_in(const scratch& place) {
    std::string path = place.path("results.db");
    make_store(path,
               {made_run{.units = {15, 2}, .exact = 8, .parameters = {{"c", std::uint64_t{3}}}},
                made_run{.algorithm = "pair", .dimensions = 10, .seed = ~std::uint64_t{0}},
                made_run{.algorithm = "O'Hara; --",
                         .units = 9,
                         .parameters = {{"c", rational{1, 8}}, {"seed", "first"}}}});
    return path;
}

}  // namespace

TEST_CASE("values come with their types, times exactly") {
    const scratch place;
    const stored_rows from{store_in(place)};
    using several = std::vector<stored_value>;
    CHECK(values(from, "algorithm") == several{"greedy", "pair", "O'Hara; --"});
    CHECK(values(from, "Dimensions") ==
          several{std::uint64_t{4}, std::uint64_t{10}, std::uint64_t{4}});
    CHECK(values(from, "units") == several{rational{15, 2}, rational{8}, rational{9}});
    CHECK(values(from, "ratio").front() == stored_value{1.875});
    CHECK(values(from, "expected") == several{rational{8}, stored_value{}, stored_value{}});
    CHECK(values(from, "seed")[1] == stored_value{~std::uint64_t{0}});
    CHECK(values(from, "c") == several{std::uint64_t{3}, stored_value{}, rational{1, 8}});
    CHECK(values(from, "parameter_seed").back() == stored_value{"first"});
    CHECK(values(from, "delay_mean").front() == stored_value{});
}

TEST_CASE("conditions compare numbers with numbers, exactly, and text with text") {
    const scratch place;
    const stored_rows from{store_in(place)};
    CHECK(count(from, "dimensions >= 5") == 1);
    CHECK(count(from, "dimensions > 4 or algorithm = greedy") == 2);
    CHECK(count(from, "K = 16 and not algorithm = greedy") == 1);
    CHECK(count(from, "units = 15/2") == 1);
    CHECK(count(from, "units = 7.5") == 1);
    CHECK(count(from, "units < 8") == 1);
    CHECK(count(from, "units <= 30/4") == 1);
    CHECK(count(from, "units = 7500000000000000001/1000000000000000000") == 0);
    CHECK(count(from, "ratio > 1.8 and ratio < 15/8") == 0);
    CHECK(count(from, "ratio = 15/8") == 1);
    CHECK(count(from, "seed = 18446744073709551615") == 1);
    CHECK(count(from, "seed > 1") == 1);
    CHECK(count(from, "network < hypercube:10") == 2);
    CHECK(count(from, "algorithm = \"O'Hara; --\"") == 1);
    CHECK(count(from, "algorithm = 'greedy'") == 1);
    CHECK(count(from, "c = 3") == 1);
    CHECK(count(from, "c < 1/4") == 1);
    for (const std::string eighth : {"0.125", ".125", "1/8", "125e-3", "1.25e-1"}) {
        CHECK(count(from, "c = " + eighth) == 1);
    }
    CHECK(count(from, "parameter_seed = first") == 1);
}

TEST_CASE("what is not there is unequal to all, and neither less nor greater") {
    const scratch place;
    const stored_rows from{store_in(place)};
    CHECK(count(from, "expected != 8") == 2);
    CHECK(count(from, "not expected = 8") == 2);
    CHECK(count(from, "expected < 9") == 1);
    CHECK(count(from, "expected > 0") == 1);
    CHECK(count(from, "c = word") == 0);
    CHECK(count(from, "c != word") == 3);
}

TEST_CASE("a column that is none is refused with the nearest one, and so is text for a number") {
    const scratch place;
    const stored_rows from{store_in(place)};
    CHECK(refusal_of(from, "algoritm = x") ==
          "'algoritm' is not a column of the store; did you mean 'algorithm'?");
    CHECK(refusal_of(from, "dimensions = six") ==
          "dimensions is a number; 'six' is not a number such as 3, 15/2, 0.125 or 5e-2");
    CHECK(refusal_of(from, "units = 1/0") == "units is a number; '1/0' has the denominator 0");
    CHECK(refusal_of(from, "ratio > nan").find("'nan' is not a number") != std::string::npos);
    CHECK(refusal_of(from, "slots < 1e999999") == "slots is a number; '1e999999' is too large");
    CHECK(count(from, "slots > -1") == 3);
}

TEST_CASE("runs have their number, and the slots of their phases") {
    const scratch place;
    const std::string path = store_in(place);
    SQLite::Database{path, SQLite::OPEN_READWRITE}.exec(
        "INSERT INTO phases VALUES (1, 0, 'collect', 3, 1, 1, 1, NULL), "
        "(1, 1, 'it''s ours', 4, 1, 1, 1, NULL), (3, 0, 'collect', 5, 1, 1, 1, NULL)");
    const stored_rows from{path};
    using several = std::vector<stored_value>;
    CHECK(values(from, "id") == several{std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}});
    CHECK(count(from, "id = 1") == 1);
    CHECK(values(from, "phase_collect") ==
          several{std::uint64_t{3}, stored_value{}, std::uint64_t{5}});
    CHECK(values(from, "phase_it's ours").front() == stored_value{std::uint64_t{4}});
    CHECK(count(from, "phase_collect > 3") == 1);
}

TEST_CASE("parameters that name files of several contents are told apart") {
    const scratch place;
    const std::string path = place.path("results.db");
    std::vector<made_run> runs;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        runs.push_back({.seed = seed, .parameters = {{"file", seed < 4 ? "p.txt" : "q.txt"}}});
    }
    make_store(path, runs);
    SQLite::Database{path, SQLite::OPEN_READWRITE}.exec(
        "UPDATE runs SET content = 'file:' || CASE id WHEN 1 THEN '1234567890' ELSE 'abcdefabcd' "
        "END");
    const stored_rows from{path};
    CHECK(values(from, "file") ==
          std::vector<stored_value>{"p.txt@12345678", "p.txt@abcdefab", "p.txt@abcdefab", "q.txt"});
    CHECK(count(from, "file = p.txt@abcdefab") == 2);
    CHECK(refusal_of(from, "file = p.txt") ==
          "'p.txt' had 2 contents; write 'p.txt@12345678' or 'p.txt@abcdefab'");
    const auto group_by = [&](std::string_view column, std::string_view filter) {
        return group_runs(from,
                          {.by = {from.place_of(column)},
                           .of = {from.place_of("slots")},
                           .filter = filter.empty() ? tutti::condition{} : parse_condition(filter)})
            .groups.size();
    };
    CHECK(group_by("file", "") == 3);
    CHECK_THROWS_WITH_AS(static_cast<void>(group_by("nodes", "")),
                         "runs of 'p.txt@12345678' and 'p.txt@abcdefab', which are files with "
                         "different contents, would be merged; --by file or --where separates them",
                         std::invalid_argument);
    CHECK(group_by("nodes", "file != p.txt@12345678") == 1);
}

TEST_CASE("what is no store is refused, and no file is made") {
    const scratch place;
    for (const std::string& path : {place.path("missing.db"), place.file("text.db", "my notes"),
                                    place.file("empty.db", "")}) {
        CAPTURE(path);
        CHECK_THROWS_AS(stored_rows{path}, std::invalid_argument);
    }
    CHECK_FALSE(std::filesystem::exists(place.path("missing.db")));
    CHECK_THROWS_WITH(stored_rows{place.path("empty.db")},
                      doctest::Contains("is empty and not a store"));
    const std::string path = store_in(place);
    std::filesystem::create_directory(path + "-wal");
    CHECK_THROWS_WITH(stored_rows{place.file("results.db-wal/file", "")},
                      doctest::Contains("is empty"));
    CHECK_THROWS_WITH(stored_rows{path}, doctest::Contains("-wal', which is read only where"));
    std::filesystem::remove_all(path + "-wal");
    SQLite::Database{path, SQLite::OPEN_READWRITE}.exec(
        "UPDATE runs SET units_denominator = 0, slots = 'x'");
    const stored_rows from{path};
    CHECK(values(from, "units").front() == stored_value{});
}

TEST_CASE("numbers in texts count as numbers, and the order is one") {
    const std::vector<stored_value> sorted{stored_value{},
                                           std::uint64_t{2},
                                           2.5,
                                           rational{7, 2},
                                           std::uint64_t{1} << 63U,
                                           "",
                                           "all",
                                           "hypercube:4",
                                           "hypercube:10",
                                           "hypercube:10x",
                                           "random:1",
                                           "random:20"};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        for (std::size_t j = 0; j < sorted.size(); ++j) {
            CAPTURE(i);
            CAPTURE(j);
            CHECK(std::is_lt(natural_order(sorted[i], sorted[j])) == (i < j));
        }
    }
    const auto word = rc::gen::container<std::string>(rc::gen::elementOf(std::string{"01a:"}));
    const auto is_less = [](const stored_value& a, const stored_value& b) {
        return std::is_lt(natural_order(a, b));
    };
    rc::check([&] {
        const stored_value a{*word};
        const stored_value b{*word};
        const stored_value c{*word};
        RC_ASSERT((!is_less(a, b) && !is_less(b, a)) == (a == b));
        RC_ASSERT_FALSE(is_less(a, b) && is_less(b, a));
        RC_ASSERT_FALSE(is_less(a, b) && is_less(b, c) && !is_less(a, c));
    });
}

}  // TEST_SUITE("tutti/results/store_rows.hpp")
