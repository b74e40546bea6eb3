#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/delivery_verifier.hpp"
#include "faulty.hpp"
#include "node/violation.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"

TEST_SUITE("tutti/experiment/result.hpp") {

namespace {

using support::verdict_line;
using tutti::delivery_counts;

constexpr std::string_view prefix_roots = "simultaneous-broadcast/prefix-roots";
constexpr std::string_view greedy = "simultaneous-broadcast/greedy";
constexpr std::string_view fabricated = "broadcast/fabricated";
constexpr std::string_view binomial = "broadcast/binomial";
constexpr std::string_view exchange = "prefix-sum/exchange";

/// Expected verdict of a faulty program on the cube of 8 nodes.
struct expectation {
    std::string_view algorithm;
    std::string_view fault;
    std::string_view outcome;
    std::string_view text;  ///< of the first check that does not hold
    delivery_counts counts;
};

// Nodes 0, 1 and 2 broadcast: 3 messages at each of 8 nodes.
constexpr delivery_counts all_24{.required = 24, .delivered = 24};
// A broadcast from node 0, or a sum at each node.
constexpr delivery_counts all_8{.required = 8, .delivered = 8};

/// This number of the 24 deliveries were made up.
constexpr delivery_counts invented(std::uint64_t count) {
    return {.required = 24,
            .delivered = 24 - count,
            .missing = count,
            .unexpected = count,
            .wrong_payload = count};
}

/// Runs the algorithm with the fault; from nodes 0, 1 and 2, or from node 0.
tutti::result run_faulty(std::string_view algorithm, std::string_view fault) {
    const tutti::algorithm chosen = support::faulty(algorithm);
    tutti::experiment plan = support::on_cube(chosen, 3, "nodes:0,1,2");
    plan.parameters = {{"fault", fault}};
    return support::run(plan);
}

std::string first_complaint(const tutti::result& outcome) {
    for (const tutti::check_result& check : outcome.checks) {
        if (!check.holds) {
            return check.text;
        }
    }
    return {};
}

/// Checks every line of a table.
void check_all(const std::vector<expectation>& expectations) {
    for (const expectation& wanted : expectations) {
        CAPTURE(wanted.algorithm);
        CAPTURE(wanted.fault);
        const tutti::result outcome = run_faulty(wanted.algorithm, wanted.fault);
        CHECK(verdict_line(outcome) == wanted.outcome);
        CHECK(first_complaint(outcome) == wanted.text);
        CHECK(outcome.delivery == wanted.counts);
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

TEST_CASE("programs without a fault are complete") {
    check_all({{prefix_roots, "none", "complete", "", all_24},
               {greedy, "none", "complete", "", all_24},
               {binomial, "none", "complete", "", all_8},
               {exchange, "none", "complete", "", all_8}});
}

TEST_CASE("a wrong delivery is found, whatever is wrong with it") {
    const auto differs = [](std::uint64_t missing, std::uint64_t twice, std::uint64_t unexpected) {
        return delivery_counts{.required = 24,
                               .delivered = 24 - missing,
                               .missing = missing,
                               .duplicate = twice,
                               .unexpected = unexpected};
    };
    for (const std::string_view any : {prefix_roots, greedy}) {
        check_all({
            {any, "forgets a message", "incorrect: delivery",
             "1 missing, 0 twice, 0 unexpected (0 with a wrong payload)", differs(1, 0, 0)},
            {any, "delivers a message twice", "incorrect: delivery",
             "0 missing, 1 twice, 0 unexpected (0 with a wrong payload)", differs(0, 1, 0)},
            {any, "delivers a wrong payload", "incorrect: delivery",
             "1 missing, 0 twice, 1 unexpected (1 with a wrong payload)", invented(1)},
            {any, "delivers of an unknown origin", "incorrect: delivery",
             "1 missing, 0 twice, 1 unexpected (0 with a wrong payload)", differs(1, 0, 1)},
            {any, "delivers of no node", "incorrect: delivery",
             "1 missing, 0 twice, 1 unexpected (0 with a wrong payload)", differs(1, 0, 1)},
            {any, "delivers an unknown number", "incorrect: delivery",
             "0 missing, 0 twice, 1 unexpected (0 with a wrong payload)", differs(0, 0, 1)},
        });
    }
}

TEST_CASE("a sum at the wrong node, and a wrong sum, are found") {
    const delivery_counts misplaced{.required = 8, .delivered = 7, .missing = 1, .unexpected = 1};
    delivery_counts wrong = misplaced;
    wrong.wrong_payload = 1;
    check_all({
        {exchange, "delivers another node's sum", "incorrect: delivery",
         "1 missing, 0 twice, 1 unexpected (0 with a wrong payload)", misplaced},
        {exchange, "delivers a wrong sum", "incorrect: delivery",
         "1 missing, 0 twice, 1 unexpected (1 with a wrong payload)", wrong},
    });
}

// Node 3 passes 2 messages on to 4 nodes in the disjoint trees, and 3 messages 5 times in greedy.
TEST_CASE("made-up messages are found at every node that receives them") {
    check_all({
        {prefix_roots, "makes up what it passes on", "incorrect: delivery",
         "4 missing, 0 twice, 4 unexpected (4 with a wrong payload)", invented(4)},
        {greedy, "makes up what it passes on", "incorrect: delivery",
         "5 missing, 0 twice, 5 unexpected (5 with a wrong payload)", invented(5)},
        {fabricated, "none", "incorrect: delivery, causality, time, transmissions",
         "24 missing, 0 twice, 24 unexpected (24 with a wrong payload)", invented(24)},
    });
}

TEST_CASE("a dropped packet is found, and the nodes that wait for it are named") {
    check_all({
        {prefix_roots,
         "passes no message on",
         "incorrect: delivery, transmissions",
         "4 missing, 0 twice, 0 unexpected (0 with a wrong payload)",
         {.required = 24, .delivered = 20, .missing = 4}},
        {prefix_roots, "passes no end on", "stalled: phases",
         "4 marks of the end of broadcast, not 8", all_24},
    });

    const tutti::result stalled = run_faulty(prefix_roots, "passes no end on");
    CHECK(stalled.waiting_count == 4);
    std::vector<tutti::node_id> waiting(stalled.waiting.size());
    std::ranges::transform(stalled.waiting, waiting.begin(), &tutti::waiting_node::node);
    CHECK(waiting == std::vector<tutti::node_id>{1, 2, 6, 7});
    CHECK(stalled.text.find("4 nodes wait for mail") != std::string::npos);
}

TEST_CASE("one transmission more than the formula is found, also after the end") {
    check_all({
        {binomial, "sends one packet more", "incorrect: transmissions", "8 packet-hops, not 7",
         all_8},
        {binomial, "sends after the end", "incorrect: transmissions, silence-after-end",
         "8 packet-hops, not 7", all_8},
    });
}

TEST_CASE("nodes that say nothing of a phase, or something else than the others, are found") {
    check_all({
        {prefix_roots, "does not say that it is done", "incorrect: phases",
         "7 marks of the end of broadcast, not 8", all_24},
        {prefix_roots, "nobody says that it is done", "incorrect: phases",
         "no node marked the end of broadcast", all_24},
        {prefix_roots, "says twice that it is done", "incorrect: phases",
         "9 marks of the end of broadcast, not 8", all_24},
        {prefix_roots, "does not mark a phase", "incorrect: phases",
         "7 marks of the end of rank, not 8", all_24},
        {prefix_roots, "marks a phase for another", "incorrect: phases",
         "not every node that can know the end of rank marked it", all_24},
        {prefix_roots, "marks a phase too early", "incorrect: phases",
         "the nodes disagree on the end of rank: slots 0 to 7", all_24},
        {exchange, "marks a phase too early", "incorrect: phases",
         "the nodes disagree on the end of rank: slots 0 to 3", all_8},
    });
    CHECK(verdict_line(run_faulty(prefix_roots, "marks a phase too late")) == "incorrect: phases");
    CHECK_FALSE(run_faulty(prefix_roots, "nobody says that it is done").termination.has_value());
}

TEST_CASE("a late end is late, and an early end is incorrect") {
    check_all({
        {greedy, "is done too late", "late: time", "20 is later than 5", all_24},
        {prefix_roots, "is done too late", "late: phases, time", "broadcast took 10 slots, not 4",
         all_24},
        {greedy, "all are done too early", "incorrect: time, silence-after-end",
         "0 is below the lower bound 3", all_24},
        {prefix_roots, "all are done too early", "incorrect: phases, time, silence-after-end",
         "broadcast took -10 slots, not 4", all_24},
    });
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

TEST_CASE("`late` requires complete delivery: with a message missing the run is incorrect") {
    check_all({{prefix_roots,
                "is done too late and forgets a message",
                "incorrect: delivery, phases, time",
                "1 missing, 0 twice, 0 unexpected (0 with a wrong payload)",
                {.required = 24, .delivered = 23, .missing = 1}}});
}

TEST_CASE("programs that break the model or throw are named with slot, node and port") {
    const tutti::result twice = run_faulty(binomial, "sends twice on a link");
    CHECK(twice.verdict == tutti::verdict::model_violation);
    CHECK(twice.violation == tutti::violation_kind::link_busy);
    CHECK(twice.text ==
          "broadcast/binomial: slot 3, node 3, port 2: a second packet on one link in one slot");

    const tutti::result unread = run_faulty(binomial, "sends to who does not listen");
    CHECK(unread.violation == tutti::violation_kind::unread_mail);
    CHECK(unread.text ==
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
