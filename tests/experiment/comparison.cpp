#include "experiment/comparison.hpp"

#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "experiment/candidates.hpp"
#include "tutti/experiment/result.hpp"
#include "verification/faulty.hpp"

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

using names = std::vector<std::string>;

}  // namespace

TEST_CASE("complete runs come first, then by time, then in the order of the catalogue") {
    CHECK(names_of(compare({{.name = "slow", .units = 9},
                            {.name = "wrong", .how = verdict::incorrect, .units = 1},
                            {.name = "stuck", .how = verdict::stalled, .units = 0},
                            {.name = "fast", .units = rational{7, 2}},
                            {.name = "first of two", .units = 4},
                            {.name = "second of two", .units = 4},
                            {.name = "late", .how = verdict::late, .units = 1}})) ==
          names{"fast", "first of two", "second of two", "slow", "stuck", "wrong", "late"});
}

TEST_CASE("the lower bound is the smallest of those of the runs, and holds for all") {
    CHECK(compare({{.name = "a", .lower_bound = 3},
                   {.name = "b", .lower_bound = rational{7, 2}},
                   {.name = "c", .lower_bound = 2}})
              .lower_bound.units == rational{2});
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

TEST_CASE("an algorithm that does not fit is not run but listed, with the reason") {
    const comparison comparison = compare({{.name = ""}, {.name = "a"}, {.name = ""}});
    CHECK(names_of(comparison) == names{"a"});
    REQUIRE(comparison.not_fitting.size() == 2);
    CHECK(comparison.not_fitting[1].reason == "does not run here");
    CHECK(comparison.not_begun.empty());
}

TEST_CASE("after an interrupted run no other begins") {
    const comparison comparison = compare({{.name = "a", .units = 5},
                                           {.name = "b", .how = verdict::interrupted, .units = 1},
                                           {.name = ""},
                                           {.name = "c"},
                                           {.name = "d"}});
    CHECK(names_of(comparison) == names{"a", "b"});
    CHECK(comparison.not_begun == names{"c", "d"});
    CHECK(comparison.not_fitting.size() == 1);
    CHECK(tutti::exit_status(comparison) == 130);
}

TEST_CASE("real runs are compared, and a fault planted in one shows") {
    const std::vector<algorithm> planted{support::faulty("simultaneous-broadcast/prefix-roots"),
                                         support::faulty("simultaneous-broadcast/greedy")};
    for (const auto& [fault, status] : std::vector<std::pair<std::string, int>>{
             {"none", 0}, {"forgets a message", 1}, {"throws", 3}}) {
        const tutti::candidate_request request{
            .algorithms = {planted.data(), &planted[1]},
            .common = support::on_cube(planted[0], 3, "nodes:0,1,2")};
        std::vector<candidate> candidates = tutti::find_candidates(request);
        tutti::draw_input(request, candidates);
        candidates[1].plan.parameters = {{"fault", fault}};
        const comparison comparison =
            tutti::compare(candidates, [](const experiment& plan) { return support::run(plan); });
        CAPTURE(fault);
        REQUIRE(comparison.runs.size() == 2);
        CHECK(tutti::exit_status(comparison) == status);
        CHECK(comparison.runs[0].algorithm == (status == 0 ? "greedy" : "prefix-roots"));
        CHECK(comparison.runs[0].verdict == verdict::complete);
        CHECK(comparison.lower_bound.units == rational{3});
    }
}

}  // TEST_SUITE("experiment/comparison.hpp")
