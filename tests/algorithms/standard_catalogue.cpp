#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

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
    std::vector<const algorithm*> all;
    for (const algorithm& known : support::standard_algorithms()) {
        if (known.inapplicable_reason(tutti::hypercube{3}).empty()) {
            all.push_back(&known);
        }
    }
    return all;
}

/// Text of the results that must not depend on threads and executor.
std::string summary_of(const tutti::result& found) {
    return support::outcome_of(found) + " " + std::to_string(found.slots) + " " +
           std::to_string(found.transmissions) + " " + std::to_string(found.last_arrival) + " " +
           std::to_string(found.digest);
}

/// Broadcasters that the algorithm takes, drawn: up to three packets a node on small cubes.
tutti::broadcaster_set drawn_for(const algorithm& what, int dimensions, tutti::split_mix& random) {
    const std::uint64_t nodes = std::uint64_t{1} << dimensions;
    const std::uint64_t most = dimensions <= 5 ? 3 * nodes : nodes;
    if (what.limits == nullptr) {
        return support::drawn_senders(dimensions, most, random);
    }
    const tutti::message_limits limits = what.limits(tutti::hypercube{dimensions});
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
std::string drawn_value(const tutti::parameter& what, tutti::split_mix& random) {
    std::vector<std::string> accepted;
    for (const char* const value : {"true", "false", "unbalanced", "rotation", "1", "3/2", "3"}) {
        if (what.accepts(value) && what.name != "to" && what.name != "algorithm") {
            accepted.emplace_back(value);
        }
    }
    if (accepted.empty()) {
        return what.default_value.text();
    }
    return accepted[random.next() % accepted.size()];
}

/// With as many values as there are by default, if the algorithm does not take so many.
tutti::experiment with_fitting_values(tutti::experiment asked) {
    if (asked.parameters.contains("values") && !tutti::input_mismatch(asked).empty()) {
        asked.parameters.erase("values");
    }
    return asked;
}

/// A cube that suits the algorithm, broadcasters, root, seed and parameters, all drawn.
tutti::experiment drawn_experiment(const algorithm& what, tutti::split_mix& random) {
    constexpr int most = 8;
    int d = 1 + static_cast<int>(random.next() % most);
    while (!what.inapplicable_reason(tutti::hypercube{d}).empty()) {
        d = d % most + 1;
    }
    const std::string senders = support::written(drawn_for(what, d, random));
    tutti::experiment asked = support::on_cube(what, d, senders);
    asked.root = static_cast<tutti::node_id>(random.next() >> (64 - d));
    asked.seed = random.next();
    for (const tutti::parameter& each : what.parameters) {
        asked.parameters[std::string{each.name}] = drawn_value(each, random);
    }
    return with_fitting_values(std::move(asked));
}

/// Grids that differ: lines and rings, sides of 2, odd and even, one to four dimensions.
constexpr std::array<std::string_view, 12> grids{
    "path:1",    "path:6",    "ring:5",    "array:2x2",     "array:3x3", "array:4x5",
    "torus:4x4", "torus:3x5", "torus:7x7", "array:2x2x2x2", "array:7",   "torus:3x3x3"};

/// A grid's algorithm on it with broadcasters, root, seed and parameters, all drawn.
tutti::experiment drawn_on_grid(const algorithm& what, std::string_view grid,
                                tutti::split_mix& random) {
    tutti::experiment asked = support::on_network(what, grid);
    const std::uint64_t nodes = tutti::node_count(asked.where);
    const tutti::message_limits limits =
        what.limits == nullptr ? tutti::message_limits{} : what.limits(asked.where);
    const std::uint64_t count =
        limits.least + random.next() % (std::min(limits.most, nodes) - limits.least + 1);
    std::vector<tutti::node_id> mentions = tutti::pick(nodes, count, random.next());
    if (!limits.is_one_a_node) {
        std::ranges::generate(mentions,
                              [&] { return static_cast<tutti::node_id>(random.next() % nodes); });
    }
    asked.broadcasters = tutti::broadcaster_specification::parse(
        support::written(tutti::broadcasters_at(std::move(mentions))));
    asked.root = static_cast<tutti::node_id>(random.next() % nodes);
    asked.seed = random.next();
    for (const tutti::parameter& each : what.parameters) {
        // Destinations must be as many as sources.
        asked.parameters[std::string{each.name}] =
            each.name == "to" ? "first" : drawn_value(each, random);
    }
    return with_fitting_values(std::move(asked));
}

/// Broadcasters for the cube of 8 nodes that every algorithm takes.
tutti::experiment pair_on_cube(const algorithm& what) {
    return support::on_cube(what, 3, "nodes:2,5");
}

/// Expected verdict of a run: an algorithm that holds with high probability alone loses messages if
/// one tree was chosen by more of them than there is time for, and in no other case.
std::string outcome_foretold(const tutti::experiment& asked) {
    const tutti::problem input = tutti::problem_of(asked);
    if (asked.what->kind != tutti::time_kind::high_probability) {
        return "complete";
    }
    const int d = tutti::cube_of(input).dimensions();
    const auto expected =
        tutti::expected_time_of(*asked.what, input).value_or(tutti::expected_time{});
    const std::int64_t budget = (expected.units.ceil() + 1) / 2 - d;
    const std::uint64_t fullest = tutti::simulate_collection(input).fullest_share;
    return fullest > static_cast<std::uint64_t>(budget) ? "unlucky: delivery" : "complete";
}

/// The text of the error that `asked` is refused with, or an empty text.
std::string refusal_of(const tutti::experiment& asked) {
    try {
        (void)tutti::problem_of(asked);
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
    return {};
}

/// So many packets, one a node.
tutti::experiment with_packets(const algorithm& what, int dimensions, std::uint64_t count) {
    return support::on_cube(what, dimensions, "random:" + std::to_string(count));
}

}  // namespace

TEST_CASE("names are unique, and the algorithms of a task stand together") {
    std::set<std::string> names;
    std::set<std::string_view> tasks;
    std::string_view task;
    for (const algorithm& known : support::standard_algorithms()) {
        CHECK(names.insert(std::string{known.collective} + "/" + std::string{known.name}).second);
        if (known.collective != task) {
            task = known.collective;
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
    for (const algorithm& known : support::standard_algorithms()) {
        CAPTURE(known.name);
        CHECK_FALSE(known.source.empty());
        CHECK(known.rule.empty() == without_figures.contains(known.collective + "/" + known.name));
        CHECK_FALSE(known.networks.empty());
        CHECK_FALSE(known.ports.empty());
        CHECK_FALSE(known.time.empty());
        for (const tutti::parameter& each : known.parameters) {
            CHECK(each.accepts(each.default_value));
            CHECK_FALSE(each.accepts(""));
            CHECK_FALSE(each.range_text().empty());
            CHECK_FALSE(each.meaning.empty());
        }
    }
}

TEST_CASE("drawn experiments come to what is foretold, the same on any threads and executor") {
    tutti::split_mix random{41};
    for (const algorithm* const what : for_hypercubes()) {
        for (int i = 0; i < 20; ++i) {
            const tutti::experiment asked = drawn_experiment(*what, random);
            const std::string alone = summary_of(support::run(asked));
            CAPTURE(what->name);
            CAPTURE(asked.network.text());
            CAPTURE(asked.broadcasters.text());
            CAPTURE(asked.seed);
            CHECK(alone.starts_with(outcome_foretold(asked) + " "));
            for (const support::team& team : support::teams()) {
                CHECK(summary_of(support::run(asked, team)) == alone);
            }
        }
    }
}

TEST_CASE("drawn experiments on grids are complete, the same on any threads and executor") {
    tutti::split_mix random{44};
    std::set<std::string_view> checked;
    for (const algorithm& what : support::standard_algorithms()) {
        for (const std::string_view grid : grids) {
            if (!what.inapplicable_reason(tutti::parse_network(grid)).empty()) {
                continue;
            }
            for (int i = 0; i < 5; ++i) {
                const tutti::experiment asked = drawn_on_grid(what, grid, random);
                const std::string alone = summary_of(support::run(asked));
                CAPTURE(what.collective);
                CAPTURE(what.name);
                CAPTURE(grid);
                CAPTURE(asked.broadcasters.text());
                CAPTURE(asked.seed);
                CHECK(alone.starts_with("complete "));
                for (const support::team& team : support::teams()) {
                    CHECK(summary_of(support::run(asked, team)) == alone);
                }
                checked.insert(what.rule);
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
    for (const algorithm* const what : for_hypercubes()) {
        if (what->collective == "prefix-sum" || what->collective == "barrier") {
            continue;  // what a barrier delivers says nothing
        }
        tutti::experiment asked = pair_on_cube(*what);
        const std::uint64_t first = support::run(asked).digest;
        asked.seed = 2;
        CAPTURE(what->name);
        CHECK(support::run(asked).digest != first);
    }
}

TEST_CASE("what is expected lies at or above the lower bound, and phases add up to it") {
    tutti::split_mix random{42};
    for (const algorithm* const what : for_hypercubes()) {
        for (int i = 0; i < 20; ++i) {
            const tutti::problem input = tutti::problem_of(drawn_experiment(*what, random));
            const auto expected = tutti::expected_time_of(*what, input);
            REQUIRE(expected.has_value());
            CHECK(expected->units >= what->lower_bound(input).units);
            CHECK(expected->kind == what->kind);
            tutti::rational sum = 0;
            bool is_exact = true;
            for (const tutti::phase& each : what->phases(input)) {
                is_exact = is_exact && each.expected_slots.has_value();
                sum += tutti::rational{each.expected_slots.value_or(0)} * each.slot_length;
            }
            CHECK((!is_exact || sum == expected->units));
        }
    }
}

TEST_CASE("algorithms for the hypercube want at least one dimension") {
    for (const algorithm& known : support::standard_algorithms()) {
        if (known.networks == "hypercube") {
            CHECK(known.inapplicable_reason(tutti::hypercube{0}) == "needs at least one dimension");
            CHECK(known.inapplicable_reason(tutti::hypercube{1}).empty());
        }
    }
}

TEST_CASE("numbers of packets outside the limits are refused, those inside are taken") {
    int checked = 0;
    for (const algorithm* const what : for_hypercubes()) {
        for (int d = 1; d <= 6 && what->limits != nullptr; ++d) {
            const tutti::message_limits limits = what->limits(tutti::hypercube{d});
            CAPTURE(what->name);
            CAPTURE(d);
            CHECK(refusal_of(with_packets(*what, d, limits.least)).empty());
            CHECK(refusal_of(with_packets(*what, d, limits.most)).empty());
            if (limits.least > 0) {
                CHECK_FALSE(refusal_of(with_packets(*what, d, limits.least - 1)).empty());
            }
            if (limits.most < std::uint64_t{1} << d) {
                CHECK_FALSE(refusal_of(with_packets(*what, d, limits.most + 1)).empty());
            }
            ++checked;
        }
    }
    CHECK(checked == 5 * 6);
}

TEST_CASE("a refusal says how many packets there are and how many") {
    const algorithm& pair = support::entry("simultaneous-broadcast/pair");
    const algorithm& ranked = support::entry("simultaneous-broadcast/ranked");

    CHECK(refusal_of(support::on_cube(pair, 3, "nodes:1")) ==
          "'nodes:1': K = 1 packet, and pair takes exactly 2");
    CHECK(refusal_of(support::on_cube(pair, 3, "nodes:4,4")) ==
          "'nodes:4,4': node 4 has 2 packets, and pair takes one a node");
    CHECK(refusal_of(support::on_cube(ranked, 3, "nodes:4,4,4,4")) ==
          "'nodes:4,4,4,4': K = 4 packets, and ranked takes 0 to 3");
}

TEST_CASE("worst sets are runs of their own algorithm, whatever broadcasters are given") {
    int checked = 0;
    for (const algorithm* const what : for_hypercubes()) {
        for (int d = 1; d <= 6 && what->worst_set != nullptr; ++d) {
            const tutti::experiment asked = support::on_cube(*what, d, "adversarial");
            const tutti::problem input = tutti::problem_of(asked);
            CAPTURE(what->name);
            CAPTURE(d);
            CHECK(input.message_count() > 0);
            CHECK(tutti::problem_of(support::on_cube(*what, d, "all")).message_count() == 1U << d);
            CHECK(what->worst_set(tutti::problem_of(support::on_cube(*what, d, "all"))) ==
                  input.broadcasters);
            CHECK(support::outcome_of(support::run(asked)) == "complete");
            ++checked;
        }
    }
    CHECK(checked == 6);
}

TEST_CASE("those that may fail say how likely, and only those") {
    tutti::split_mix random{43};
    for (const algorithm* const what : for_hypercubes()) {
        CAPTURE(what->name);
        CHECK((what->failure != nullptr) == (what->kind == tutti::time_kind::high_probability));
        for (int i = 0; i < 20 && what->failure != nullptr; ++i) {
            const tutti::experiment asked = drawn_experiment(*what, random);
            const tutti::failure_probability failure = what->failure(tutti::problem_of(asked));
            const double exact = failure.exact.value();
            CHECK(exact >= 0);
            CHECK(exact <= failure.bound);
            CHECK(failure.bound <= 1);
            CHECK((exact > 0 || outcome_foretold(asked) == "complete"));
            CHECK((exact < 1 || outcome_foretold(asked) != "complete"));
        }
    }
}

TEST_CASE("more packets of one node than a packet can number are refused") {
    const std::uint32_t most = std::uint32_t{1} << 26U;
    tutti::problem input{{.where = tutti::hypercube{3}}, {.nodes = {2}, .packets = {most}}};
    const algorithm& greedy = support::entry("simultaneous-broadcast/greedy");

    CHECK(greedy.inapplicable_input_reason(input).empty());
    input.broadcasters.packets = {most + 1};
    CHECK(greedy.inapplicable_input_reason(input) ==
          "node 2 has 67108865 packets, and a node can have 67108864 at most");
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
