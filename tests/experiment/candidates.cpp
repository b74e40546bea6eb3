#include "experiment/candidates.hpp"

#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/trial.hpp"
#include "experiment/bounds.hpp"
#include "experiment/comparison.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/result.hpp"

TEST_SUITE("experiment/candidates.hpp") {

namespace {

using tutti::algorithm;
using tutti::broadcaster_set;
using tutti::candidate;
using tutti::candidate_request;
using tutti::comparison;
using tutti::expected_time;
using tutti::experiment;
using tutti::problem;
using tutti::rational;
using tutti::result;
using tutti::verdict;

/// The greedy algorithm under another name.
algorithm named(std::string_view name) {
    algorithm planted = support::entry("simultaneous-broadcast/greedy");
    planted.name = name;
    return planted;
}

/// One whose worst set is the node that its parameter "node" says.
algorithm adversary(std::string_view name, tutti::node_id node) {
    algorithm planted = named(name);
    planted.parameters = {{.name = "node",
                           .default_value = node,
                           .meaning = "who is worst",
                           .range = tutti::integer_range{0, 7, "a digit"}}};
    planted.worst_set = [](const problem& problem) {
        return tutti::broadcasters_at(
            {static_cast<tutti::node_id>(problem.parameter<std::uint64_t>("node"))});
    };
    return planted;
}

/// All of them on the cube of 8 nodes.
candidate_request request(const std::vector<algorithm>& planted,
                          std::string_view broadcasters = "nodes:1,1,5", int dimensions = 3) {
    candidate_request candidates_request{
        .common = support::on_cube(planted.front(), dimensions, broadcasters)};
    for (const algorithm& each : planted) {
        candidates_request.algorithms.push_back(&each);
    }
    return candidates_request;
}

/// With the broadcasters drawn, and a catalogue of just `algorithms` to look adversaries up in.
std::vector<candidate> with_input(candidate_request request,
                                  const std::vector<algorithm>& algorithms) {
    std::vector<candidate> candidates = tutti::find_candidates(request);
    tutti::catalogue of_known;
    of_known.add(support::standard_collective("simultaneous-broadcast"));
    for (const algorithm& each : algorithms) {
        of_known.add(each);
    }
    request.common.catalogue = &of_known;
    tutti::draw_input(request, candidates);
    return candidates;
}

template <class Call>
std::string refusal(const Call& call) {
    try {
        call();
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return {};
}

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

/// An algorithm with stated figures that must not be run; its lower bound is K.
algorithm stated(std::string_view name) {
    algorithm chosen = support::entry("simultaneous-broadcast/greedy");
    chosen.name = name;
    chosen.lower_bound = [](const problem& input) {
        return tutti::lower_bound{.units = input.message_count(), .proof = "planted"};
    };
    chosen.program = [](const tutti::setting&) -> tutti::any_program {
        FAIL("must not be run");
        return {};
    };
    return chosen;
}

tutti::collective_bounds bounds_of(const std::vector<algorithm>& algorithms) {
    tutti::candidate_request request{.common =
                                         support::on_cube(algorithms.front(), 4, "nodes:1,2,2")};
    for (const algorithm& each : algorithms) {
        request.algorithms.push_back(&each);
    }
    std::vector<tutti::candidate> candidates = tutti::find_candidates(request);
    tutti::draw_input(request, candidates);
    return tutti::find_bounds(candidates);
}

}  // namespace

TEST_CASE("an adversarial set is that of the first algorithm that has one, or of the one named") {
    std::vector<algorithm> planted{named("none"), adversary("elsewhere", 1), adversary("first", 2),
                                   adversary("second", 3)};
    planted[1].inapplicable_reason = [](const tutti::network&) {
        return std::string{"wants a torus"};
    };
    const auto drawn = [&](std::string_view text, const tutti::parameter_values& settings) {
        candidate_request candidates_request = request(planted, text);
        candidates_request.common.parameters = settings;
        std::vector<broadcaster_set> sets;
        for (const candidate& candidate : with_input(candidates_request, planted)) {
            if (candidate.inapplicable_reason.empty()) {
                sets.push_back(tutti::problem_of(candidate.plan).broadcasters);
            }
        }
        REQUIRE(sets.size() == 3);
        CHECK(sets[1] == sets[0]);
        CHECK(sets[2] == sets[0]);
        return sets[0].nodes.at(0);
    };

    CHECK(drawn("adversarial", {}) == 2);
    CHECK(drawn("adversarial:second", {}) == 3);
    CHECK(drawn("adversarial", {{"node", 6}}) == 6);
    CHECK(drawn("adversarial:second", {{"node", 7}, {"other", "1"}}) == 7);
    for (const std::string_view text :
         {"adversarial:none", "adversarial:elsewhere", "adversarial:nobody"}) {
        CAPTURE(text);
        CHECK(refusal([&] {
                  (void)with_input(request(planted, text), planted);
              }).starts_with(fmt::format("'{}': no worst set is known for ", text)));
    }
}

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

TEST_CASE("figures that take too many steps are left out in a line, and nothing is asked of them") {
    std::vector<algorithm> algorithms{stated("exact"), stated("bounded"), stated("tight")};
    algorithms[2].figure_steps = [](const problem&) { return tutti::most_figure_steps; };
    algorithms[1].figure_steps = [](const problem&) { return tutti::most_figure_steps + 1; };
    algorithms[1].expected = [](const problem&) -> std::optional<expected_time> {
        FAIL("must not be worked out");
        return std::nullopt;
    };
    const tutti::collective_bounds bounds = bounds_of(algorithms);
    CHECK(bounds.algorithms[2].theory_figures.has_value());
    CHECK_FALSE(bounds.algorithms[1].theory_figures.has_value());
    CHECK(bounds.algorithms[1].inapplicable_reason.empty());
    // The bound of the collective replaces its own.
    CHECK(bounds.algorithms[1].collective_bound->units == rational{4});
    CHECK(bounds.lower_bound.units == rational{3});

    const std::string line =
        "its figures take a search or a simulation of about 16777217 steps, and bounds makes "
        "16777216 at most";
    CHECK(tutti::to_table(bounds).find("\nbounded is left out: " + line + "\n") !=
          std::string::npos);
}

TEST_CASE("a figure that does not fit 64 bits is left out in a line, or refused if all are") {
    std::vector<algorithm> algorithms{stated("exact"), stated("bounded"), stated("tight")};
    algorithms[1].lower_bound = [](const problem&) {
        return tutti::lower_bound{.units = rational{std::numeric_limits<std::int64_t>::max()} + 1};
    };
    constexpr const char* line =
        "'nodes:1,2,2': the figures of simultaneous-broadcast/bounded on hypercube:4 do not fit 64 "
        "bits; use fewer messages or a smaller network";
    const tutti::collective_bounds bounds = bounds_of(algorithms);
    CHECK_FALSE(bounds.algorithms[1].theory_figures.has_value());
    CHECK(bounds.algorithms[1].left_out == line);
    CHECK(bounds.algorithms[2].theory_figures.has_value());

    const std::vector<algorithm> alone{algorithms[1]};
    CHECK_THROWS_WITH_AS((void)bounds_of(alone), line, std::invalid_argument);
}

}  // TEST_SUITE("experiment/candidates.hpp")
