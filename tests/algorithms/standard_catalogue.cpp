#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/tree_shares.hpp"
#include "algorithms/standard_names.hpp"
#include "collectives/input/broadcasters.hpp"
#include "support/standard.hpp"
#include "support/testbed.hpp"
#include "topology/random.hpp"
#include "trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

using tutti::algorithm;

std::vector<const algorithm*> for_hypercubes() {
    std::vector<const algorithm*> algorithms;
    for (const algorithm& algorithm : support::standard_algorithms()) {
        if (algorithm.inapplicable_reason(tutti::hypercube{3}).empty()) {
            algorithms.push_back(&algorithm);
        }
    }
    return algorithms;
}

/// Text of the results that must not depend on threads and executor.
std::string summary_of(const tutti::result& outcome) {
    return support::verdict_line(outcome) + " " + std::to_string(outcome.slots) + " " +
           std::to_string(outcome.transmissions) + " " + std::to_string(outcome.last_arrival) +
           " " + std::to_string(outcome.digest);
}

/// Broadcasters that the algorithm takes, drawn: up to three packets a node on small cubes.
tutti::broadcaster_set drawn_for(const algorithm& algorithm, int dimensions,
                                 tutti::split_mix& random) {
    const std::uint64_t nodes = std::uint64_t{1} << dimensions;
    const std::uint64_t most = dimensions <= 5 ? 3 * nodes : nodes;
    if (algorithm.limits == nullptr) {
        return support::drawn_senders(dimensions, most, random);
    }
    const tutti::message_limits limits = algorithm.limits(tutti::hypercube{dimensions});
    if (!limits.is_one_a_node && limits.least == 0) {
        return support::drawn_senders(dimensions, std::min(most, limits.most), random);
    }
    const std::uint64_t choices = std::min(limits.most, nodes) - limits.least + 1;
    const std::uint64_t count = limits.least + random.next() % choices;
    return tutti::broadcasters_at(tutti::pick(nodes, count, random.next()));
}

/// One of the values that tests know, of those that the parameter takes, or else its default. A
/// list of destinations depends on the sources, the name of an algorithm on the catalogue: both
/// keep their defaults too.
std::string drawn_value(const tutti::parameter& parameter, tutti::split_mix& random) {
    std::vector<std::string> accepted;
    for (const char* const value : {"true", "false", "unbalanced", "rotation", "1", "3/2", "3"}) {
        if (parameter.accepts(value) && parameter.name != "to" && parameter.name != "algorithm") {
            accepted.emplace_back(value);
        }
    }
    if (accepted.empty()) {
        return parameter.default_value.text();
    }
    return accepted[random.next() % accepted.size()];
}

/// With as many values as there are by default, if the algorithm does not take that many.
tutti::experiment with_fitting_values(tutti::experiment plan) {
    if (plan.parameters.contains("values") && !tutti::inapplicable_reason(plan).empty()) {
        plan.parameters.erase("values");
    }
    return plan;
}

/// A cube that suits the algorithm, broadcasters, root, seed and parameters, all drawn.
tutti::experiment drawn_experiment(const algorithm& algorithm, tutti::split_mix& random) {
    constexpr int most = 8;
    int d = 1 + static_cast<int>(random.next() % most);
    while (!algorithm.inapplicable_reason(tutti::hypercube{d}).empty()) {
        d = d % most + 1;
    }
    const std::string senders = support::written(drawn_for(algorithm, d, random));
    tutti::experiment plan = support::on_cube(algorithm, d, senders);
    plan.root = static_cast<tutti::node_id>(random.next() >> (64 - d));
    plan.seed = random.next();
    for (const tutti::parameter& each : algorithm.parameters) {
        plan.parameters[std::string{each.name}] = drawn_value(each, random);
    }
    return with_fitting_values(std::move(plan));
}

/// Grids that differ: lines and rings, sides of 2, odd and even, one to four dimensions.
constexpr std::array<std::string_view, 12> grids{
    "path:1",    "path:6",    "ring:5",    "array:2x2",     "array:3x3", "array:4x5",
    "torus:4x4", "torus:3x5", "torus:7x7", "array:2x2x2x2", "array:7",   "torus:3x3x3"};

/// A grid's algorithm on it with broadcasters, root, seed and parameters, all drawn.
tutti::experiment drawn_on_grid(const algorithm& algorithm, std::string_view grid,
                                tutti::split_mix& random) {
    tutti::experiment plan = support::on_network(algorithm, grid);
    const std::uint64_t nodes = tutti::node_count(plan.built_network);
    const tutti::message_limits limits = algorithm.limits == nullptr
                                             ? tutti::message_limits{}
                                             : algorithm.limits(plan.built_network);
    const std::uint64_t count =
        limits.least + random.next() % (std::min(limits.most, nodes) - limits.least + 1);
    std::vector<tutti::node_id> mentions = tutti::pick(nodes, count, random.next());
    if (!limits.is_one_a_node) {
        std::ranges::generate(mentions,
                              [&] { return static_cast<tutti::node_id>(random.next() % nodes); });
    }
    plan.broadcasters = tutti::broadcaster_specification::parse(
        support::written(tutti::broadcasters_at(std::move(mentions))));
    plan.root = static_cast<tutti::node_id>(random.next() % nodes);
    plan.seed = random.next();
    for (const tutti::parameter& each : algorithm.parameters) {
        // Destinations must be as many as sources.
        plan.parameters[std::string{each.name}] =
            each.name == "to" ? "first" : drawn_value(each, random);
    }
    return with_fitting_values(std::move(plan));
}

/// Broadcasters for the cube of 8 nodes that every algorithm takes.
tutti::experiment pair_on_cube(const algorithm& algorithm) {
    return support::on_cube(algorithm, 3, "nodes:2,5");
}

/// Expected verdict of a run: an algorithm that holds with high probability alone loses messages if
/// one tree was chosen by more of them than there is time for, and in no other case.
std::string outcome_foretold(const tutti::experiment& plan) {
    const tutti::problem input = tutti::problem_of(plan);
    if (plan.algorithm->kind != tutti::time_kind::high_probability) {
        return "complete";
    }
    const int d = tutti::cube_of(input).dimensions();
    const auto expected =
        tutti::expected_time_of(*plan.algorithm, input).value_or(tutti::expected_time{});
    const std::int64_t budget = (expected.units.ceil() + 1) / 2 - d;
    const tutti::slot fullest =
        support::shares_at_random(d, input.broadcasters, input.seed).fullest();
    return fullest > budget ? "unlucky: delivery" : "complete";
}

}  // namespace

TEST_CASE("every algorithm of the list is in the catalogue under the name that it is listed by") {
    const auto listed = []<tutti::constant_text... Names>(tutti::name_list<Names...> /*list*/) {
        return std::vector<std::string_view>{Names.view()...};
    }(tutti::standard_names{});
    std::vector<std::string> names;
    for (const algorithm& each : support::standard_algorithms()) {
        names.push_back(each.collective + "/" + each.name);
    }
    CHECK(std::ranges::equal(listed, names));
}

TEST_CASE("names are unique, and the algorithms of a task stand together") {
    std::set<std::string> names;
    std::set<std::string_view> tasks;
    std::string_view task;
    for (const algorithm& algorithm : support::standard_algorithms()) {
        CHECK(names.insert(std::string{algorithm.collective} + "/" + std::string{algorithm.name})
                  .second);
        if (algorithm.collective != task) {
            task = algorithm.collective;
            CHECK(tasks.insert(task).second);
        }
    }
}

TEST_CASE("every entry says all that people and programs want to know") {
    // All others are in the papers, and so in their reference figures.
    const std::set<std::string> without_figures{"simultaneous-broadcast/random-intermediate",
                                                "simultaneous-broadcast/trees",
                                                "broadcast/flooding",
                                                "scatter/shortest-paths",
                                                "gather/shortest-paths",
                                                "total-exchange/shortest-paths",
                                                "prefix-sum/allgather",
                                                "reduce-scatter/tree",
                                                "allreduce/tree"};
    for (const algorithm& algorithm : support::standard_algorithms()) {
        CAPTURE(algorithm.name);
        CHECK_FALSE(algorithm.source.empty());
        CHECK(algorithm.rule.empty() ==
              without_figures.contains(algorithm.collective + "/" + algorithm.name));
        CHECK_FALSE(algorithm.networks.empty());
        CHECK_FALSE(algorithm.ports.empty());
        CHECK_FALSE(algorithm.time.empty());
        for (const tutti::parameter& each : algorithm.parameters) {
            CHECK(each.accepts(each.default_value));
            CHECK_FALSE(each.accepts(""));
            CHECK_FALSE(each.range_text().empty());
            CHECK_FALSE(each.meaning.empty());
        }
    }
}

TEST_CASE("drawn experiments come to what is foretold, the same on any threads and executor") {
    tutti::split_mix random{41};
    for (const algorithm* const algorithm : for_hypercubes()) {
        for (int i = 0; i < 20; ++i) {
            const tutti::experiment plan = drawn_experiment(*algorithm, random);
            const std::string alone = summary_of(support::run(plan));
            CAPTURE(algorithm->name);
            CAPTURE(plan.network.text());
            CAPTURE(plan.broadcasters.text());
            CAPTURE(plan.seed);
            CHECK(alone.starts_with(outcome_foretold(plan) + " "));
            for (const support::team& team : support::teams()) {
                CHECK(summary_of(support::run(plan, team)) == alone);
            }
        }
    }
}

TEST_CASE("drawn experiments on grids are complete, the same on any threads and executor") {
    tutti::split_mix random{44};
    std::set<std::string_view> checked;
    for (const algorithm& algorithm : support::standard_algorithms()) {
        for (const std::string_view grid : grids) {
            if (!algorithm.inapplicable_reason(tutti::parse_network(grid)).empty()) {
                continue;
            }
            for (int i = 0; i < 5; ++i) {
                const tutti::experiment plan = drawn_on_grid(algorithm, grid, random);
                const std::string alone = summary_of(support::run(plan));
                CAPTURE(algorithm.collective);
                CAPTURE(algorithm.name);
                CAPTURE(grid);
                CAPTURE(plan.broadcasters.text());
                CAPTURE(plan.seed);
                CHECK(alone.starts_with("complete "));
                for (const support::team& team : support::teams()) {
                    CHECK(summary_of(support::run(plan, team)) == alone);
                }
                checked.insert(algorithm.rule);
            }
        }
    }
    CHECK(checked.size() >= 10);
}

TEST_CASE("algorithms say why a grid does not suit them") {
    const auto inapplicable_reason = [](std::string_view name, std::string_view network) {
        return support::entry(name).inapplicable_reason(tutti::parse_network(network));
    };
    for (const std::string_view name :
         {"simultaneous-broadcast/split-packing", "simultaneous-broadcast/packing",
          "simultaneous-broadcast/packing-alternating", "simultaneous-broadcast/one-dimension",
          "multinode-broadcast/split-classes", "multinode-broadcast/classes",
          "multinode-broadcast/one-dimension", "prefix-sum/mesh", "packing/greedy",
          "monotone-routing/greedy"}) {
        CAPTURE(name);
        CHECK(inapplicable_reason(name, "hypercube:3") == "runs on arrays and tori only");
        CHECK(inapplicable_reason(name, "torus:3x4") == "needs equal sides, as torus:3x3");
        CHECK(inapplicable_reason(name, "array:3x4") == "needs equal sides, as array:3x3");
        CHECK(inapplicable_reason(name, "torus:2x2") == "needs sides of 3 or more on a torus");
        CHECK(inapplicable_reason(name, "path:1") == "needs two nodes or more");
    }
    CHECK(inapplicable_reason("simultaneous-broadcast/packing-alternating", "array:3x3") ==
          "runs on tori only");
    CHECK(inapplicable_reason("packing/greedy", "torus:3x3") == "runs on arrays only");
    CHECK(inapplicable_reason("monotone-routing/greedy", "ring:3") == "runs on arrays only");
    CHECK(inapplicable_reason("matrix-transposition/partial", "torus:3x3") ==
          "runs on arrays only");
    CHECK(inapplicable_reason("matrix-transposition/partial", "array:3x4") ==
          "needs equal sides, as array:3x3");
    CHECK(inapplicable_reason("matrix-transposition/partial", "array:3x3x3") ==
          "needs two dimensions");
    CHECK(inapplicable_reason("matrix-transposition/partial", "path:9") == "needs two dimensions");
    CHECK(inapplicable_reason("simultaneous-broadcast/greedy", "array:2x2x2") ==
          "runs on hypercubes only");
}

TEST_CASE("another seed gives other payloads, and so another digest") {
    for (const algorithm* const algorithm : for_hypercubes()) {
        if (algorithm->collective == "prefix-sum" || algorithm->collective == "barrier") {
            continue;  // what a barrier delivers says nothing
        }
        tutti::experiment plan = pair_on_cube(*algorithm);
        const std::uint64_t first = support::run(plan).digest;
        plan.seed = 2;
        CAPTURE(algorithm->name);
        CHECK(support::run(plan).digest != first);
    }
}

TEST_CASE("what is expected lies at or above the lower bound, and phases add up to it") {
    tutti::split_mix random{42};
    for (const algorithm* const algorithm : for_hypercubes()) {
        for (int i = 0; i < 20; ++i) {
            const tutti::problem input = tutti::problem_of(drawn_experiment(*algorithm, random));
            const auto expected = tutti::expected_time_of(*algorithm, input);
            REQUIRE(expected.has_value());
            CHECK(expected->units >= algorithm->lower_bound(input).units);
            CHECK(expected->kind == algorithm->kind);
            tutti::rational sum = 0;
            bool is_exact = true;
            for (const tutti::phase& each : algorithm->phases(input)) {
                is_exact = is_exact && each.expected_slots.has_value();
                sum += tutti::rational{each.expected_slots.value_or(0)} * each.slot_length;
            }
            CHECK((!is_exact || sum == expected->units));
        }
    }
}

TEST_CASE("algorithms for the hypercube want at least one dimension") {
    for (const algorithm& algorithm : support::standard_algorithms()) {
        if (algorithm.networks == "hypercube") {
            CHECK(algorithm.inapplicable_reason(tutti::hypercube{0}) ==
                  "needs at least one dimension");
            CHECK(algorithm.inapplicable_reason(tutti::hypercube{1}).empty());
        }
    }
}

TEST_CASE("worst sets are runs of their own algorithm, whatever broadcasters are given") {
    int checked = 0;
    for (const algorithm* const algorithm : for_hypercubes()) {
        for (int d = 1; d <= 6 && algorithm->worst_set != nullptr; ++d) {
            const tutti::experiment plan = support::on_cube(*algorithm, d, "adversarial");
            const tutti::problem input = tutti::problem_of(plan);
            CAPTURE(algorithm->name);
            CAPTURE(d);
            CHECK(input.message_count() > 0);
            CHECK(tutti::problem_of(support::on_cube(*algorithm, d, "all")).message_count() ==
                  1U << d);
            CHECK(algorithm->worst_set(tutti::problem_of(support::on_cube(*algorithm, d, "all"))) ==
                  input.broadcasters);
            CHECK(support::verdict_line(support::run(plan)) == "complete");
            ++checked;
        }
    }
    CHECK(checked == 6);
}

TEST_CASE("those that may fail say how likely, and only those") {
    tutti::split_mix random{43};
    for (const algorithm* const algorithm : for_hypercubes()) {
        CAPTURE(algorithm->name);
        CHECK((algorithm->failure != nullptr) ==
              (algorithm->kind == tutti::time_kind::high_probability));
        for (int i = 0; i < 20 && algorithm->failure != nullptr; ++i) {
            const tutti::experiment plan = drawn_experiment(*algorithm, random);
            const tutti::failure_probability failure = algorithm->failure(tutti::problem_of(plan));
            const double exact = failure.exact.value();
            CHECK(exact >= 0);
            CHECK(exact <= failure.bound);
            CHECK(failure.bound <= 1);
            CHECK((exact > 0 || outcome_foretold(plan) == "complete"));
            CHECK((exact < 1 || outcome_foretold(plan) != "complete"));
        }
    }
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
