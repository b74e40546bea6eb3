#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/trial.hpp"
#include "faulty.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"

TEST_SUITE("tutti/experiment/result.hpp") {

namespace {

constexpr std::string_view exchange_roots = "simultaneous-broadcast/exchange-roots";
constexpr std::string_view random_roots = "simultaneous-broadcast/random-roots";
constexpr std::string_view detected = "simultaneous-broadcast/random-roots-detected";
constexpr std::string_view pair = "simultaneous-broadcast/pair";
constexpr std::string_view ranked = "simultaneous-broadcast/ranked";
constexpr std::string_view ranked_prefix = "simultaneous-broadcast/ranked-prefix";
constexpr std::string_view fixed_trees = "simultaneous-broadcast/fixed-trees";
constexpr std::string_view disjoint_trees = "multinode-broadcast/disjoint-trees";

/// Expected verdict of a faulty program on the cube of 8 nodes.
struct expectation {
    std::string_view fault;
    std::string_view outcome;
    /// Reason for an early end of the run, or else the text of the first check that does not hold.
    std::string_view text;
};

/// Broadcasters that let the fault be seen.
std::string_view broadcasters_for(std::string_view algorithm) {
    if (algorithm == pair) {
        return "nodes:0,1";
    }
    if (algorithm == ranked_prefix) {
        return "nodes:0,1,5";
    }
    return algorithm == detected ? "nodes:0,1,7,7,7" : "nodes:0,1,2";
}

tutti::result run_faulty(std::string_view algorithm, std::string_view fault) {
    const tutti::algorithm chosen = support::faulty(algorithm);
    tutti::experiment plan = support::on_cube(chosen, 3, broadcasters_for(algorithm));
    plan.parameters = {{"fault", fault}};
    return support::run(plan);
}

/// Reason for an early end of the run, without the algorithm's name, or else the first complaint.
std::string first_complaint(const tutti::result& outcome) {
    if (!outcome.text.empty()) {
        return outcome.text.substr(outcome.text.find(": ") + 2);
    }
    for (const tutti::check_result& check : outcome.checks) {
        if (!check.holds) {
            return check.text;
        }
    }
    return {};
}

/// Checks every line of a table.
void check_all(std::string_view algorithm, const std::vector<expectation>& expectations) {
    for (const expectation& wanted : expectations) {
        CAPTURE(algorithm);
        CAPTURE(wanted.fault);
        const tutti::result measured = run_faulty(algorithm, wanted.fault);
        // Losses of random roots without need contradict their draws, too.
        constexpr std::string_view lost = "incorrect: delivery";
        std::string outcome{wanted.outcome};
        if (algorithm == random_roots && outcome.starts_with(lost) && !measured.delivery.hold()) {
            outcome.insert(lost.size(), ", draws");
        }
        CHECK(support::verdict_line(measured) == outcome);
        CHECK(first_complaint(measured).substr(0, wanted.text.size()) == wanted.text);
        CHECK(wanted.text.empty() == first_complaint(measured).empty());
    }
}

}  // namespace

TEST_CASE("programs without a fault are complete, those that deliver wrongly are not") {
    for (const std::string_view any : {exchange_roots, random_roots, detected, pair, ranked,
                                       ranked_prefix, fixed_trees, disjoint_trees}) {
        check_all(any, {
                           {"none", "complete", ""},
                           {"forgets a message", "incorrect: delivery",
                            "1 missing, 0 twice, 0 unexpected (0 with a wrong payload)"},
                           {"delivers a message twice", "incorrect: delivery",
                            "0 missing, 1 twice, 0 unexpected (0 with a wrong payload)"},
                           {"does not say that it is done", "incorrect: phases",
                            "7 marks of the end of broadcast, not 8"},
                       });
    }
}

// Node 3 has as many to pass them on to.
TEST_CASE("made-up messages are found at every node that receives them") {
    const auto invented = [](std::string_view algorithm, int count) {
        const std::string text =
            fmt::format("{0} missing, 0 twice, {0} unexpected ({0} with a wrong payload)", count);
        check_all(algorithm, {{"makes up what it passes on", "incorrect: delivery", text}});
    };
    invented(exchange_roots, 4);
    invented(random_roots, 6);
    invented(detected, 3);
    invented(pair, 2);
    invented(ranked, 1);
    invented(ranked_prefix, 2);
    invented(fixed_trees, 5);
    invented(disjoint_trees, 12);
}

TEST_CASE("a dropped message is missed, or nodes that know K wait for it") {
    const auto missed = [](std::string_view algorithm, int count) {
        const std::string text =
            fmt::format("{} missing, 0 twice, 0 unexpected (0 with a wrong payload)", count);
        check_all(algorithm,
                  {{"passes no message on", "incorrect: delivery, transmissions", text}});
    };
    missed(exchange_roots, 4);
    missed(random_roots, 6);
    missed(detected, 3);
    missed(ranked, 1);
    missed(ranked_prefix, 2);
    missed(disjoint_trees, 12);
    check_all(pair, {{"passes no message on", "stalled: delivery, phases",
                      "stalled after slot 3: 1 node waits for mail"}});
    check_all(fixed_trees, {{"passes no message on", "stalled: delivery, phases",
                             "stalled after slot 3: 3 nodes wait for mail"}});
}

TEST_CASE("a tree that ends too early or never is found, whether its end is waited for or not") {
    check_all(exchange_roots,
              {{"ends a tree in place of a message", "incorrect: delivery, transmissions",
                "21 missing, 0 twice, 0 unexpected (0 with a wrong payload)"}});
    check_all(random_roots,
              {{"ends a tree in place of a message", "incorrect: delivery, transmissions",
                "21 missing, 0 twice, 0 unexpected (0 with a wrong payload)"},
               {"ends no tree", "incorrect: transmissions", "26 packet-hops, not 47"},
               {"passes no end on", "incorrect: transmissions", "43 packet-hops, not 47"}});
    check_all(
        detected,
        {{"ends a tree in place of a message", "model-violation: delivery, phases",
          "slot 13, node 0, port 2: a packet arrived and the program did not read it"},
         {"ends no tree", "stalled: phases", "stalled after slot 16: 8 nodes wait for mail"},
         {"passes no end on", "stalled: phases", "stalled after slot 17: 4 nodes wait for mail"}});
    check_all(
        disjoint_trees,
        {{"ends a tree in place of a message", "model-violation: delivery, phases",
          "slot 7, node 0, port 0: a packet arrived and the program did not read it"},
         {"ends no tree", "stalled: phases", "stalled after slot 10: 8 nodes wait for mail"},
         {"passes no end on", "stalled: phases", "stalled after slot 11: 4 nodes wait for mail"}});
}

TEST_CASE("a message in a wrong tree meets another or makes more hops than it should") {
    check_all(exchange_roots,
              {{"takes a wrong rank", "model-violation: delivery, phases",
                "slot 10, node 6, port 0: a packet arrived and the program did not read it"}});
    check_all(random_roots,
              {{"takes a wrong rank", "incorrect: transmissions", "49 packet-hops, not 47"}});
    check_all(detected,
              {{"takes a wrong rank", "incorrect: transmissions", "82 packet-hops, not 80"}});
    check_all(ranked, {{"sends with a wrong rank", "model-violation: delivery, phases",
                        "slot 3, node 0, port 2: a second packet on one link in one slot"}});
    check_all(disjoint_trees,
              {{"takes a wrong rank", "incorrect: transmissions", "89 packet-hops, not 87"}});
}

TEST_CASE("a node knows the tree of a packet by the port, whatever the packet says") {
    for (const auto name : {exchange_roots, random_roots, detected, disjoint_trees}) {
        check_all(name, {{"sends with a wrong rank", "complete", ""}});
    }
}

TEST_CASE("a wrong count is found by what it leads to") {
    check_all(exchange_roots,
              {{"exchanges a wrong sum", "model-violation: delivery, phases",
                "slot 10, node 3, port 2: a packet arrived and the program did not read it"}});
    check_all(ranked_prefix, {{"counts one too few", "model-violation: delivery, phases",
                               "slot 9, node 1, port 0: a second packet on one link in one slot"},
                              {"sends with a wrong rank", "model-violation: delivery, phases",
                               "slot 9, node 0, port 2: a second packet on one link in one slot"}});
    check_all(detected,
              {{"counts one too many", "stalled: delivery, phases",
                "stalled after slot 9: 8 nodes wait for mail"},
               {"counts one too few", "incorrect: phases, time", "collect took 5 slots, not 6"},
               {"reports one too many", "incorrect: phases, time, transmissions",
                "collect took 4 slots, not 6"},
               {"reports nothing", "stalled: delivery, phases",
                "stalled after slot 8: 8 nodes wait for mail"}});
}

TEST_CASE("nodes that mark a phase too early, or too late, are found") {
    check_all(exchange_roots,
              {{"marks a phase too early", "incorrect: phases",
                "the nodes disagree on the end of rank: slots 0 to 3"},
               {"marks the collection too early", "incorrect: phases",
                "the nodes disagree on the end of collect: slots 0 to 6"},
               {"all are done too early", "incorrect: phases, time, silence-after-end",
                "broadcast took -6 slots, not 3"},
               {"is done too late", "late: phases, time",
                "the nodes disagree on the end of broadcast: slots 9 to 20"}});
    check_all(random_roots,
              {{"marks the collection too early", "incorrect: phases",
                "the nodes disagree on the end of collect: slots 0 to 5"},
               {"all are done too early", "incorrect: phases, time, silence-after-end",
                "broadcast took -5 slots, not 6"},
               {"is done too late", "late: phases, time",
                "the nodes disagree on the end of broadcast: slots 11 to 20"}});
    check_all(
        detected,
        {{"marks the collection too early", "incorrect: phases", "collect took -3 slots, not 6"},
         {"all are done too early", "incorrect: phases, time, silence-after-end",
          "broadcast took -9 slots, not 8"},
         {"is done too late", "late: phases, time", "broadcast took 11 slots, not 8"}});
    check_all(disjoint_trees,
              {{"marks the collection too early", "incorrect: phases",
                "the nodes disagree on the end of collect: slots 0 to 5"},
               {"is done too late", "late: phases, time", "broadcast took 15 slots, not 6"}});
}

TEST_CASE("programs of one phase that end too early, or too late, are found") {
    for (const std::string_view any : {pair, ranked}) {
        check_all(any, {{"all are done too early", "incorrect: phases, time, silence-after-end",
                         "broadcast took 0 slots, not 3"}});
    }
    check_all(pair, {{"is done too late", "late: phases, time", "broadcast took 20 slots, not 3"}});
    check_all(ranked, {{"is done too late", "late: phases, time",
                        "the nodes disagree on the end of broadcast: slots 3 to 20"}});
    check_all(ranked_prefix, {{"is done too late", "late: phases, time",
                               "the nodes disagree on the end of broadcast: slots 9 to 20"}});
    check_all(fixed_trees, {{"all are done too early", "incorrect: time, silence-after-end",
                             "0 is below the lower bound 3"},
                            {"is done too late", "late: time", "20 is later than 5"}});
}

TEST_CASE("a run that is drawn to lose messages may take less time than one that delivers all") {
    const tutti::algorithm& algorithm = support::entry(random_roots);
    tutti::experiment plan = support::on_cube(algorithm, 8, "all");
    plan.parameters = {{"c", "1/8"}};
    const tutti::result outcome = support::run(plan);
    CHECK(outcome.units < outcome.lower_bound.units);
    CHECK(support::verdict_line(outcome) == "unlucky: delivery");
}

}  // TEST_SUITE("tutti/experiment/result.hpp")
