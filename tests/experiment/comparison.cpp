#include "experiment/comparison.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "engine/memory/memory.hpp"
#include "experiment/candidates.hpp"
#include "support/standard.hpp"
#include "tutti/experiment/result.hpp"
#include "util/counts.hpp"

TEST_SUITE("experiment/comparison.hpp") {

namespace {

using tutti::algorithm;
using tutti::candidate;
using tutti::comparison;
using tutti::experiment;
using tutti::rational;
using tutti::result;
using tutti::verdict;

/// Expected end of a run.
struct ending {
    std::string_view name;
    verdict how = verdict::complete;
    rational units = 0;
    rational lower_bound = 0;
    bool lacks_memory = false;  ///< for its tables, as is found when it is to run
};

/// Compares algorithms that end so; those without a name do not fit.
comparison compare(const std::vector<ending>& endings) {
    std::vector<algorithm> planted;
    for (const ending& each : endings) {
        planted.push_back(support::entry("simultaneous-broadcast/greedy"));
        planted.back().name = each.name;
    }
    std::vector<candidate> candidates;
    candidates.reserve(planted.size());
    for (const algorithm& each : planted) {
        candidates.push_back({.plan = support::on_cube(each, 3),
                              .inapplicable_reason = each.name.empty() ? "does not run here" : ""});
    }
    return tutti::compare(candidates, [&](const experiment& plan) {
        const ending& own = endings.at(static_cast<std::size_t>(plan.algorithm - planted.data()));
        if (own.lacks_memory) {
            throw tutti::memory_limit_exceeded{2, 1};
        }
        result outcome;
        outcome.algorithm = own.name;
        outcome.verdict = own.how;
        outcome.units = own.units;
        outcome.lower_bound.units = own.lower_bound;
        return outcome;
    });
}

std::vector<std::string> names_of(const comparison& comparison) {
    std::vector<std::string> names;
    names.reserve(comparison.runs.size());
    for (const result& ran : comparison.runs) {
        names.push_back(ran.algorithm);
    }
    return names;
}

}  // namespace

TEST_CASE("complete runs come first, then by time, then in the order of the catalogue") {
    CHECK(names_of(compare({{.name = "slow", .units = 9},
                            {.name = "wrong", .how = verdict::incorrect, .units = 1},
                            {.name = "stuck", .how = verdict::stalled, .units = 0},
                            {.name = "fast", .units = rational{7, 2}},
                            {.name = "first of two", .units = 4},
                            {.name = "second of two", .units = 4},
                            {.name = "late", .how = verdict::late, .units = 1}})) ==
          std::vector<std::string>{"fast", "first of two", "second of two", "slow", "stuck",
                                   "wrong", "late"});
}

TEST_CASE("the exit status is the largest of the runs") {
    const auto status = [](verdict one, verdict other) {
        return tutti::exit_status(
            compare({{.name = "a", .how = one}, {.name = "b", .how = other}}));
    };
    CHECK(status(verdict::complete, verdict::complete) == 0);
    CHECK(status(verdict::late, verdict::complete) == 1);
    CHECK(status(verdict::complete, verdict::incorrect) == 1);
    CHECK(status(verdict::incorrect, verdict::stalled) == 3);
    CHECK(status(verdict::model_violation, verdict::late) == 3);
    CHECK(status(verdict::stalled, verdict::interrupted) == 130);
}

TEST_CASE("after an interrupted run no other begins") {
    const comparison comparison = compare({{.name = "a", .units = 5},
                                           {.name = "b", .how = verdict::interrupted, .units = 1},
                                           {.name = ""},
                                           {.name = "c"},
                                           {.name = "d"}});
    CHECK(names_of(comparison) == std::vector<std::string>{"a", "b"});
    CHECK(comparison.not_begun == std::vector<std::string>{"c", "d"});
    CHECK(comparison.not_fitting.size() == 1);
    CHECK(tutti::exit_status(comparison) == 130);
}

TEST_CASE("an algorithm whose tables do not fit into memory is left out") {
    const comparison some = compare({{.name = "a", .lacks_memory = true}, {.name = "b"}});
    CHECK(names_of(some) == std::vector<std::string>{"b"});
    REQUIRE(some.not_fitting.size() == 1);
    CHECK(some.not_fitting[0].algorithm == "a");
    CHECK(some.not_fitting[0].reason.find("needs about 2 bytes") != std::string::npos);
    CHECK_THROWS_AS(compare({{.name = "a", .lacks_memory = true}}), std::invalid_argument);
}

}  // TEST_SUITE("experiment/comparison.hpp")
