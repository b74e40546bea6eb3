/// @file
/// Table of verdicts: programs of the catalogue on the cube of 8 nodes, with a fault, the verdict
/// and what the first check that does not hold says, or why the run ended early.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "faulty.hpp"
#include "node/violation.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"

TEST_SUITE("tutti/experiment/result.hpp") {

namespace {

using support::verdict_line;

constexpr std::string_view prefix_roots = "simultaneous-broadcast/prefix-roots";
constexpr std::string_view exchange_roots = "simultaneous-broadcast/exchange-roots";
constexpr std::string_view random_roots = "simultaneous-broadcast/random-roots";
constexpr std::string_view detected = "simultaneous-broadcast/random-roots-detected";
constexpr std::string_view ranked = "simultaneous-broadcast/ranked";
constexpr std::string_view ranked_prefix = "simultaneous-broadcast/ranked-prefix";
constexpr std::string_view pair = "simultaneous-broadcast/pair";
constexpr std::string_view greedy = "simultaneous-broadcast/greedy";
constexpr std::string_view fabricated = "broadcast/fabricated";
constexpr std::string_view binomial = "broadcast/binomial";
constexpr std::string_view exchange = "prefix-sum/exchange";
constexpr std::string_view disjoint_trees = "multinode-broadcast/disjoint-trees";

/// A program, its fault and the verdict.
struct expectation {
    std::string_view algorithm;
    std::string_view fault;
    std::string_view outcome;
    std::string_view text;  ///< why the run ended early, or of the first check that does not hold
};

/// Broadcasters that let the fault be seen.
std::string_view broadcasters_for(std::string_view algorithm) {
    return algorithm == pair            ? "nodes:0,1"
           : algorithm == ranked_prefix ? "nodes:0,1,5"
           : algorithm == detected      ? "nodes:0,1,7,7,7"
                                        : "nodes:0,1,2";
}

tutti::result run_faulty(std::string_view algorithm, std::string_view fault) {
    const tutti::algorithm chosen = support::faulty(algorithm);
    tutti::experiment plan = support::on_cube(chosen, 3, broadcasters_for(algorithm));
    plan.parameters = {{"fault", fault}};
    return support::run(plan);
}

std::string first_complaint(const tutti::result& outcome) {
    if (!outcome.text.empty()) {
        return outcome.text.substr(outcome.text.find(": ") + 2);
    }
    const auto broken = std::ranges::find(outcome.checks, false, &tutti::check_result::holds);
    return broken == outcome.checks.end() ? "" : broken->text;
}

/// Checks every line of a table.
void check_all(const std::vector<expectation>& expectations) {
    for (const expectation& wanted : expectations) {
        CAPTURE(wanted.algorithm);
        CAPTURE(wanted.fault);
        const tutti::result outcome = run_faulty(wanted.algorithm, wanted.fault);
        CHECK(verdict_line(outcome) == wanted.outcome);
        CHECK(first_complaint(outcome).substr(0, wanted.text.size()) == wanted.text);
        CHECK(wanted.text.empty() == first_complaint(outcome).empty());
    }
}

}  // namespace

TEST_CASE("a verdict has a name and an exit status") {
    using tutti::verdict;
    const std::vector<std::pair<verdict, int>> statuses{
        {verdict::complete, 0},      {verdict::unlucky, 1},         {verdict::incorrect, 1},
        {verdict::late, 1},          {verdict::model_violation, 3}, {verdict::stalled, 3},
        {verdict::program_error, 3}, {verdict::budget_exceeded, 3}, {verdict::interrupted, 130},
    };
    for (const auto& [judged, status] : statuses) {
        CHECK(exit_status(judged) == status);
        CHECK_FALSE(name_of(judged).empty());
    }
}

TEST_CASE("programs without a fault are complete, and so are faults that do no harm") {
    for (const std::string_view any : {prefix_roots, exchange_roots, random_roots, detected, pair,
                                       ranked, ranked_prefix, greedy, binomial, exchange}) {
        check_all({{any, "none", "complete", ""}});
    }
    // A node knows the tree of a packet by the port, whatever the packet says.
    check_all({{disjoint_trees, "sends with a wrong rank", "complete", ""},
               {detected, "sends with a wrong rank", "complete", ""}});
}

TEST_CASE("wrong deliveries are found, whatever is wrong with them") {
    constexpr std::string_view wrong = "incorrect: delivery";
    for (const std::string_view any : {prefix_roots, greedy}) {
        check_all({
            {any, "forgets a message", wrong,
             "1 missing, 0 twice, 0 unexpected (0 with a wrong payload)"},
            {any, "delivers a message twice", wrong,
             "0 missing, 1 twice, 0 unexpected (0 with a wrong payload)"},
            {any, "delivers a wrong payload", wrong,
             "1 missing, 0 twice, 1 unexpected (1 with a wrong payload)"},
            {any, "delivers of an unknown origin", wrong,
             "1 missing, 0 twice, 1 unexpected (0 with a wrong payload)"},
            {any, "delivers of no node", wrong,
             "1 missing, 0 twice, 1 unexpected (0 with a wrong payload)"},
            {any, "delivers an unknown number", wrong,
             "0 missing, 0 twice, 1 unexpected (0 with a wrong payload)"},
        });
    }
    // Node 3 passes 2 messages on to 4 nodes in the disjoint trees, and 3 messages 5 times in
    // greedy. What random roots lose without need contradicts their draws, too.
    check_all({
        {exchange, "delivers another node's sum", wrong,
         "1 missing, 0 twice, 1 unexpected (0 with a wrong payload)"},
        {exchange, "delivers a wrong sum", wrong,
         "1 missing, 0 twice, 1 unexpected (1 with a wrong payload)"},
        {prefix_roots, "makes up what it passes on", wrong,
         "4 missing, 0 twice, 4 unexpected (4 with a wrong payload)"},
        {greedy, "makes up what it passes on", wrong,
         "5 missing, 0 twice, 5 unexpected (5 with a wrong payload)"},
        {random_roots, "forgets a message", "incorrect: delivery, draws",
         "1 missing, 0 twice, 0 unexpected (0 with a wrong payload)"},
        {fabricated, "none", "incorrect: delivery, causality, time, transmissions",
         "24 missing, 0 twice, 24 unexpected (24 with a wrong payload)"},
    });
}

TEST_CASE("packets that are dropped, additional or in a wrong tree are found") {
    check_all({
        {prefix_roots, "passes no message on", "incorrect: delivery, transmissions",
         "4 missing, 0 twice, 0 unexpected (0 with a wrong payload)"},
        {pair, "passes no message on", "stalled: delivery, phases",
         "stalled after slot 3: 1 node waits for mail"},
        {random_roots, "ends no tree", "incorrect: transmissions", "26 packet-hops, not 47"},
        {detected, "ends no tree", "stalled: phases",
         "stalled after slot 16: 8 nodes wait for mail"},
        {disjoint_trees, "ends a tree in place of a message", "model-violation: delivery, phases",
         "slot 7, node 0, port 0: a packet arrived and the program did not read it"},
        {detected, "ends a tree in place of a message", "model-violation: delivery, phases",
         "slot 13, node 0, port 2: a packet arrived and the program did not read it"},
        {exchange_roots, "ends a tree in place of a message", "incorrect: delivery, transmissions",
         "21 missing, 0 twice, 0 unexpected (0 with a wrong payload)"},
        {random_roots, "passes no message on", "incorrect: delivery, draws, transmissions",
         "6 missing, 0 twice, 0 unexpected (0 with a wrong payload)"},
        {random_roots, "takes a wrong rank", "incorrect: transmissions", "49 packet-hops, not 47"},
        {exchange_roots, "takes a wrong rank", "model-violation: delivery, phases",
         "slot 10, node 6, port 0: a packet arrived and the program did not read it"},
        {ranked, "sends with a wrong rank", "model-violation: delivery, phases",
         "slot 3, node 0, port 2: a second packet on one link in one slot"},
        {binomial, "sends one packet more", "incorrect: transmissions", "8 packet-hops, not 7"},
        {binomial, "sends after the end", "incorrect: transmissions, silence-after-end",
         "8 packet-hops, not 7"},
    });
    const tutti::result stalled = run_faulty(prefix_roots, "passes no end on");
    CHECK(verdict_line(stalled) == "stalled: phases");
    CHECK(stalled.waiting_count == 4);
    std::vector<tutti::node_id> waiting(stalled.waiting.size());
    std::ranges::transform(stalled.waiting, waiting.begin(), &tutti::waiting_node::node);
    CHECK(waiting == std::vector<tutti::node_id>{1, 2, 6, 7});
    CHECK(stalled.text.find("4 nodes wait for mail") != std::string::npos);
}

TEST_CASE("a wrong count is found by what it leads to") {
    check_all({
        {ranked_prefix, "counts one too few", "model-violation: delivery, phases",
         "slot 9, node 1, port 0: a second packet on one link in one slot"},
        {detected, "counts one too many", "stalled: delivery, phases",
         "stalled after slot 9: 8 nodes wait for mail"},
        {detected, "counts one too few", "incorrect: phases, time", "collect took 5 slots, not 6"},
        {exchange_roots, "exchanges a wrong sum", "model-violation: delivery, phases",
         "slot 10, node 3, port 2: a packet arrived and the program did not read it"},
        {detected, "reports nothing", "stalled: delivery, phases",
         "stalled after slot 8: 8 nodes wait for mail"},
        {detected, "reports one too many", "incorrect: phases, time, transmissions",
         "collect took 4 slots, not 6"},
    });
}

TEST_CASE("nodes that mark a phase wrongly, too early or too late are found") {
    check_all({
        {prefix_roots, "does not say that it is done", "incorrect: phases",
         "7 marks of the end of broadcast, not 8"},
        {prefix_roots, "nobody says that it is done", "incorrect: phases",
         "no node marked the end of broadcast"},
        {prefix_roots, "says twice that it is done", "incorrect: phases",
         "9 marks of the end of broadcast, not 8"},
        {prefix_roots, "does not mark a phase", "incorrect: phases",
         "7 marks of the end of rank, not 8"},
        {prefix_roots, "marks a phase for another", "incorrect: phases",
         "not every node that can know the end of rank marked it"},
        {prefix_roots, "marks a phase too early", "incorrect: phases",
         "the nodes disagree on the end of rank: slots 0 to 7"},
        {prefix_roots, "marks a phase too late", "incorrect: phases", "the nodes disagree"},
        {detected, "marks the collection too early", "incorrect: phases",
         "collect took -3 slots, not 6"},
        {greedy, "is done too late", "late: time", "20 is later than 5"},
        {prefix_roots, "is done too late", "late: phases, time", "broadcast took 10 slots, not 4"},
        {greedy, "all are done too early", "incorrect: time, silence-after-end",
         "0 is below the lower bound 3"},
        {prefix_roots, "all are done too early", "incorrect: phases, time, silence-after-end",
         "broadcast took -10 slots, not 4"},
        // `late` requires complete delivery.
        {prefix_roots, "is done too late and forgets a message",
         "incorrect: delivery, phases, time",
         "1 missing, 0 twice, 0 unexpected (0 with a wrong payload)"},
    });
    CHECK_FALSE(run_faulty(prefix_roots, "nobody says that it is done").termination.has_value());
}

TEST_CASE("a time below an exact formula is wrong, even above the lower bound") {
    tutti::algorithm boastful = support::entry(binomial);
    boastful.expected = [](const tutti::problem&) -> std::optional<tutti::expected_time> {
        return tutti::expected_time{.units = 4};
    };
    const tutti::result outcome = support::run(support::on_cube(boastful, 3));
    CHECK(verdict_line(outcome) == "incorrect: time");
    CHECK(first_complaint(outcome) == "3 is earlier than the exact 4");
}

TEST_CASE("programs that break the model or throw are named with slot, node and port") {
    const tutti::result twice = run_faulty(binomial, "sends twice on a link");
    CHECK(twice.verdict == tutti::verdict::model_violation);
    CHECK(twice.violation == tutti::violation_kind::link_busy);
    CHECK(twice.text ==
          "broadcast/binomial: slot 3, node 3, port 2: a second packet on one link in one slot");
    CHECK(run_faulty(binomial, "sends to who does not listen").text ==
          "broadcast/binomial: slot 3, node 0, port 0: "
          "a packet arrived and the program did not read it");
    const tutti::result thrown = run_faulty(greedy, "throws");
    CHECK(thrown.verdict == tutti::verdict::program_error);
    CHECK_FALSE(thrown.violation.has_value());
    CHECK(thrown.place.value_or(tutti::fault_place{}).node == 5);
    CHECK(thrown.text ==
          "simultaneous-broadcast/greedy: slot 2, node 5: the program threw: "
          "node 5 gives up");
}

}  // TEST_SUITE("tutti/experiment/result.hpp")
