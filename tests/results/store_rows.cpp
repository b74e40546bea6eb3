#include "tutti/results/store_rows.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "cli/stored_rows.hpp"
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
