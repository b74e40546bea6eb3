#include "experiment/candidates.hpp"

#include <array>
#include <cstdint>
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

/// An algorithm that may be chosen.
struct entrant {
    rational units{9};
    tutti::time_kind kind = tutti::time_kind::exact;
    tutti::port_model ports = tutti::port_model::all_port;
    std::uint64_t most_chosen_nodes = 1U << 30U;
    std::optional<std::uint64_t> figure_steps{};
    bool draws = false;
    bool fits = true;
};

/// Entrants on a cube, with the place of the one to choose.
struct choice {
    std::string_view what;
    std::vector<entrant> entrants;
    std::size_t best = 0;
    std::optional<tutti::port_model> ports{};
    int dimensions = 3;
};

algorithm algorithm_of(const entrant& each) {
    algorithm made = stated("planted");
    made.ports = {each.ports};
    made.most_chosen_nodes = each.most_chosen_nodes;
    made.expected = [each](const problem&) { return expected_time{each.units, each.kind}; };
    if (each.figure_steps) {
        made.figure_steps = [each](const problem&) { return *each.figure_steps; };
    }
    if (each.draws) {
        made.failure = [](const problem&) { return tutti::failure_probability{}; };
    }
    if (!each.fits) {
        made.inapplicable_input_reason = [](const problem&) { return std::string{"does not fit"}; };
    }
    return made;
}

std::size_t best_of(const choice& choice) {
    std::vector<algorithm> planted;
    for (const entrant& each : choice.entrants) {
        planted.push_back(algorithm_of(each));
    }
    candidate_request asked = request(planted, "nodes:1,1,5", choice.dimensions);
    asked.ports = choice.ports;
    return static_cast<std::size_t>(&tutti::best_algorithm(asked) - planted.data());
}

}  // namespace

TEST_CASE("the best algorithm has the least time that is sure, and of equals it is the first") {
    using enum tutti::port_model;
    using enum tutti::time_kind;
    constexpr std::uint64_t many_steps = tutti::most_figure_steps + 1;
    const std::array<choice, 15> choices{
        {{"least", {{6}, {rational{9, 2}}, {5}}, 1},
         {"first of equals", {{6}, {5}, {5, upper_bound}}, 1},
         {"bound", {{6}, {5, upper_bound}, {4, high_probability}}, 1},
         {"fails by draws", {{6}, {.units = 5, .draws = true}}, 0},
         {"draws", {{6}, {.units = 5, .most_chosen_nodes = 0}}, 0},
         {"input", {{.units = 1, .fits = false}, {6}}, 1},
         {"none competes", {{.units = 6, .fits = false}, {.units = 5, .most_chosen_nodes = 1}}, 1},
         {"all ports first", {{.units = 4, .ports = single_port_full_duplex}, {6}}, 1},
         {"ports asked for",
          {{.units = 5}, {.units = 6, .ports = single_port_full_duplex}},
          1,
          single_port_full_duplex},
         {"no other competes",
          {{.units = 5, .most_chosen_nodes = 1}, {.units = 6, .ports = single_port_full_duplex}},
          1},
         {"only one port", {{.units = 4, .ports = single_port_full_duplex}}, 0},
         {"many steps", {{.units = 6}, {.units = 5, .figure_steps = many_steps}}, 0},
         {"table on 64 nodes", {{9}, {.units = 8, .most_chosen_nodes = 64}}, 1, {}, 6},
         {"table on more", {{9}, {.units = 8, .most_chosen_nodes = 64}}, 0, {}, 7},
         // A message crosses 7 links: none of whole packets is faster.
         {"bound met", {{7}, {.units = 6, .figure_steps = 0}, {rational{13, 2}}}, 2, {}, 7}}};
    for (const choice& each : choices) {
        CAPTURE(each.what);
        CHECK(best_of(each) == each.best);
    }
}

TEST_CASE("an algorithm without a parameter that is set is not chosen") {
    std::vector<algorithm> planted{named("none"), adversary("first", 2), adversary("second", 3)};
    candidate_request asked = request(planted);
    asked.common.parameters = {{"node", 6}};
    CHECK(&tutti::best_algorithm(asked) == &planted[1]);
    asked.common.parameters = {{"other", 6}};
    CHECK(refusal([&] { (void)tutti::best_algorithm(asked); }) ==
          "no algorithm for simultaneous-broadcast fits: none has no parameter 'other'; first has "
          "no parameter 'other'; second has no parameter 'other'");
}

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
