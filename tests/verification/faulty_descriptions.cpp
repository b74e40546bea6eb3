// Descriptions of algorithms that are not valid, or say less than what their programs are held to.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "faulty_program.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

using support::faulty_program;
using tutti::algorithm;
using tutti::expected_time;
using tutti::failure_probability;
using tutti::knowledge_item;
using tutti::packet_hops;
using tutti::phase;
using tutti::problem;
using tutti::rational;
using tutti::slot;

using change = std::function<void(algorithm&)>;

change with_phase(const std::function<void(phase&)>& edit) {
    return [edit](algorithm& algorithm) {
        algorithm.phases = [edit](const problem&) {
            phase phase{.name = "broadcast", .most_slots = 4};
            edit(phase);
            return std::vector{phase};
        };
    };
}

template <class Figure>
change with_expected(Figure units) {
    return [units](algorithm& algorithm) {
        algorithm.expected = [units](const problem&) -> std::optional<expected_time> {
            return expected_time{.units = units};
        };
    };
}

change with_hops(packet_hops hops) {
    return [hops](algorithm& algorithm) {
        algorithm.transmissions = [hops](const problem&) -> std::optional<packet_hops> {
            return hops;
        };
    };
}

change with_failure(failure_probability likely) {
    return [likely](algorithm& algorithm) {
        algorithm.failure = [likely](const problem&) { return likely; };
    };
}

// Nodes 0 and 5 have a message each.
change with_rank(const std::function<std::uint64_t(tutti::node_id)>& rank) {
    return [rank](algorithm& algorithm) {
        algorithm.knowledge.push_back(knowledge_item::rank);
        algorithm.rank = [rank](const problem&, tutti::node_id node) { return rank(node); };
    };
}

change with_slot_budget(slot budget) {
    return [budget](algorithm& algorithm) {
        algorithm.knowledge.push_back(knowledge_item::slot_budget);
        algorithm.slot_budget = [budget](const problem&) { return budget; };
    };
}

change with_intervals(std::uint64_t intervals, bool has_parameter) {
    return [intervals, has_parameter](algorithm& algorithm) {
        algorithm.knowledge.push_back(knowledge_item::intervals);
        algorithm.intervals = [intervals](const problem&) { return intervals; };
        if (has_parameter) {
            algorithm.parameters.push_back({.name = "intervals",
                                            .default_value = 7,
                                            .meaning = "a number",
                                            .range = tutti::integer_range{1, 100}});
        }
    };
}

/// The error of a run of the correct program with the changed description; empty if there is none.
std::string refusal_of(const change& describes) {
    std::string text;
    support::for_creature({.name = "", .outcome = "", .describes = describes},
                          [&](const tutti::experiment& plan) {
                              try {
                                  (void)support::run(plan);
                              } catch (const std::invalid_argument& refused) {
                                  text = refused.what();
                              }
                          });
    return text;
}

tutti::result result_with(const change& describes) {
    tutti::result outcome;
    support::for_creature({.name = "", .outcome = "", .describes = describes},
                          [&](const tutti::experiment& plan) { outcome = support::run(plan); });
    return outcome;
}

void check_refusal(const change& describes, std::string_view text) {
    const std::string refused = refusal_of(describes);
    CAPTURE(refused);
    CAPTURE(text);
    CHECK(refused.starts_with("the algorithm simultaneous-broadcast/creature: "));
    CHECK(refused.find(text) != std::string::npos);
    CHECK(refused.find('\n') == std::string::npos);
    CHECK(refused.size() <= 300);
}

}  // namespace

TEST_CASE("phases that cannot be are refused, with the field's name") {
    check_refusal(with_phase([](phase& one) { one.slot_length = 0; }),
                  "has a `slot_length` of 0; it has to be above 0");
    check_refusal(with_phase([](phase& one) {
                      one.slot_length = {-1, 2};
                  }),
                  "`slot_length` of -1/2");
    check_refusal(with_phase([](phase& one) { one.carries = -1; }),
                  "`carries` -1 of a message; it has to be 0 or more");
    check_refusal(with_phase([](phase& one) { one.carries = 2; }),
                  "carry 2 of a message, but are only 1 long");
    check_refusal(with_phase([](phase& one) { one.expected_slots = -1; }),
                  "has -1 in `expected_slots`");
    check_refusal(with_phase([](phase& one) { one.most_slots = -2; }), "has -2 in `most_slots`");
    check_refusal(with_phase([](phase& one) { one.deadline = -3; }), "has -3 in `deadline`");
    check_refusal(with_phase([](phase& one) { one.most_slots = std::numeric_limits<slot>::max(); }),
                  "in `most_slots`; use 0 to 2^56 slots");
    check_refusal(with_phase([](phase& one) {
                      one.markers = {1, 8};
                  }),
                  "has node 8 among its `markers`, and the largest id is 7");
    check_refusal(with_phase([](phase& one) {
                      one.markers = {4, 1, 4};
                  }),
                  "has node 4 twice among its `markers`");
    check_refusal(with_phase([](phase& one) { one.most_rounds = 0; }), "has 0 in `most_rounds`");
    check_refusal(with_phase([](phase& one) { one.most_rounds = ~std::uint64_t{0}; }),
                  "has 18446744073709551615 in `most_rounds`");
    check_refusal(
        [](algorithm& algorithm) {
            algorithm.phases = [](const problem&) {
                return std::vector<phase>(257, phase{.name = "broadcast", .most_slots = 4});
            };
        },
        "its `phases` are 257; a run has 256 at most");
}

TEST_CASE("figures that cannot be are refused, with the field's name") {
    check_refusal(with_expected(rational{-1, 3}), "its `expected` time is -1/3");
    check_refusal(with_hops({~std::uint64_t{0}, 15}), "its `transmissions` are");
    check_refusal(with_hops({14, ~std::uint64_t{0} - 13}), "its `transmissions` are 14 and");
    check_refusal(with_failure({.exact = 0.5, .bound = 2}),
                  "its `failure` has a probability of 0.5 and a bound of 2");
    check_refusal(with_failure({.exact = -1, .bound = 1}), "its `failure` has a probability of -1");
}

TEST_CASE("knowledge that is not what it is defined as is refused") {
    check_refusal(with_rank([](tutti::node_id) { return 1; }),
                  "`rank` is 1 at node 5; a rank counts the messages of all nodes");
    // Upwards for some and downwards for others: it could reveal anything.
    check_refusal(with_rank([](tutti::node_id node) { return node < 5 ? 1U : 1U + node % 2; }),
                  "`rank` is 2 at node 5");
    check_refusal(with_slot_budget(-1), "its `slot_budget` is -1");
    check_refusal(with_intervals(8, true),
                  "`intervals` says 8, and the parameter of that name is 7");
    const auto upwards = [](tutti::node_id node) { return node == 0 ? 0U : node <= 5 ? 1U : 2U; };
    const auto downwards = [](tutti::node_id node) {
        return node < 5 ? (node == 0 ? 1U : 1U) : 0U;
    };
    CHECK(refusal_of(with_rank(upwards)).empty());
    CHECK(refusal_of(with_rank(downwards)).empty());
    CHECK(refusal_of(with_intervals(7, true)).empty());
}

TEST_CASE("nodes are told their ranks as they are defined, whatever is said the second time") {
    algorithm algorithm = support::entry("simultaneous-broadcast/ranked");
    const problem input = tutti::problem_of(support::on_cube(algorithm, 3, "nodes:0,5"));
    int calls = 0;
    algorithm.rank = [&calls](const problem&, tutti::node_id) -> std::uint64_t {
        return calls++ == 0 ? 0 : 9;
    };
    const tutti::knowledge_source tells{algorithm, input};
    CHECK(tells(0).rank() == 0);
    CHECK(tells(5).rank() == 1);
    CHECK(tells(7).rank() == 2);
    CHECK(calls == 1);
    algorithm.rank = [](const problem&, tutti::node_id) -> std::uint64_t { return 9; };
    CHECK_THROWS_WITH_AS(
        (tutti::knowledge_source{algorithm, input}),
        "the algorithm simultaneous-broadcast/ranked: `rank` is 9 at node 0; a rank counts the "
        "messages of all nodes with smaller ids, or for all nodes those with larger ids",
        std::invalid_argument);
}

TEST_CASE("what only the program says is marked in the result") {
    using all = std::vector<std::string>;
    const auto stated = [](const change& describes) { return result_with(describes).stated; };
    const auto bare = [](algorithm& algorithm) {
        algorithm.phases = nullptr;
        algorithm.transmissions = nullptr;
    };
    CHECK(stated({}) == all{"expected time", "transmissions"});
    CHECK(stated(bare).empty());
    CHECK(stated(with_slot_budget(9)) == all{"slot budget", "expected time", "transmissions"});
    CHECK(stated(with_intervals(9, false)) == all{"intervals", "expected time", "transmissions"});
    CHECK(stated(with_intervals(7, true)) == all{"expected time", "transmissions"});
    const std::string table = tutti::to_table(result_with(with_slot_budget(9)));
    CHECK(table.find("stated by the program: slot budget, expected time, transmissions") !=
          std::string::npos);
    const tutti::result own =
        support::run(support::on_cube(support::entry("simultaneous-broadcast/random-roots"), 4));
    CHECK(own.stated.empty());
}

TEST_CASE(
    "an algorithm is checked against the stronger of its own lower bound and its collective's") {
    const auto with_bound = [](rational units) {
        return [units](algorithm& algorithm) {
            algorithm.lower_bound = [units](const problem&) {
                return tutti::lower_bound{.units = units, .proof = "of its own"};
            };
        };
    };
    const tutti::result weaker = result_with(with_bound(0));
    CHECK(weaker.lower_bound.units == rational{3});
    CHECK(weaker.lower_bound.proof != "of its own");
    CHECK(weaker.stated == std::vector<std::string>{"expected time", "transmissions"});
    check_refusal(with_bound(-5), "its `lower_bound` is -5; use 0 or more");
    const tutti::result stronger = result_with(with_bound(4));
    CHECK(stronger.lower_bound.units == rational{4});
    CHECK(stronger.lower_bound.proof == "of its own");
    CHECK(std::ranges::count(stronger.stated, "lower bound") == 1);
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
