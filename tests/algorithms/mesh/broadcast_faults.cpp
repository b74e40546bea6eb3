#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "faulty_mesh.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("tutti/algorithm/mesh") {

namespace {

/// Expected violation of a faulty program, with the first set of broadcasters that shows it.
struct expectation {
    std::string_view fault;
    std::string_view outcome;
};

/// On 3x3 grids: 3 of a column, 4, 5 and 6 of any, all. One more than 3, in each of two classes
/// too, takes more rounds.
constexpr std::array<std::string_view, 5> corner_case_sets{
    "nodes:1,4,7", "nodes:1,4,5,7", "nodes:2,3,4,6,8", "nodes:0,2,4,5,7,8", "all"};

/// The first outcome that is not "complete", or else that.
std::string outcome_with(std::string_view algorithm, std::string_view fault) {
    const tutti::algorithm chosen = support::faulty_mesh(algorithm);
    const bool is_on_arrays =
        !chosen.inapplicable_reason(tutti::parse_network("torus:3x3")).empty();
    for (const std::string_view broadcasters : corner_case_sets) {
        tutti::experiment plan =
            support::on_network(chosen, is_on_arrays ? "array:3x3" : "torus:3x3", broadcasters);
        plan.parameters["fault"] = std::string{fault};
        const std::string outcome = support::verdict_line(support::run(plan));
        if (outcome != "complete") {
            return outcome;
        }
    }
    return "complete";
}

constexpr std::string_view lost = "incorrect: delivery, transmissions";
constexpr std::string_view violation = "model-violation: delivery, phases";

void check_all(std::string_view algorithm, const std::vector<expectation>& expectations) {
    for (const expectation& wanted : expectations) {
        CAPTURE(algorithm);
        CAPTURE(wanted.fault);
        CHECK(outcome_with(algorithm, wanted.fault) == wanted.outcome);
    }
}

}  // namespace

TEST_CASE("prefix sums that count or come back wrong, or before their time, are found") {
    check_all("prefix-sum/mesh", {{"none", "complete"},
                                  {"counts one too few", "incorrect: delivery"},
                                  {"counts one too many", "incorrect: delivery"},
                                  {"passes a wrong rank back", "incorrect: delivery"},
                                  {"passes a wrong total back", "incorrect: delivery"},
                                  {"sends before its time", violation}});
}

TEST_CASE("a broadcast in pieces with wrong ranks, totals, pieces or times is found") {
    for (const std::string_view name :
         {"simultaneous-broadcast/split-packing", "simultaneous-broadcast/one-dimension"}) {
        check_all(name, {{"none", "complete"},
                         {"changes a payload", "incorrect: delivery"},
                         {"drops a packet", lost},
                         {"names another rank", lost},
                         {"passes a wrong rank back", violation},
                         {"passes a wrong total back", "late: phases, time"},
                         {"sends a packet twice", violation},
                         {"sends before its time", violation},
                         {"swaps pieces", lost}});
    }
    check_all("simultaneous-broadcast/split-packing",
              {{"counts one too few", violation}, {"counts one too many", "late: phases, time"}});
    check_all("simultaneous-broadcast/one-dimension",
              {{"counts one too few", lost},
               {"counts one too many", "late: phases, time, transmissions"}});
}

TEST_CASE("a broadcast of whole packets with wrong classes, ranks, totals or times is found") {
    for (const std::string_view name :
         {"simultaneous-broadcast/packing", "simultaneous-broadcast/packing-alternating"}) {
        check_all(name, {{"none", "complete"},
                         {"changes a payload", "incorrect: delivery"},
                         {"counts one too few", violation},
                         {"counts one too many", "incorrect: transmissions"},
                         {"drops a packet", lost},
                         {"names another rank", "incorrect: transmissions"},
                         {"passes a wrong rank back", violation},
                         {"passes a wrong total back", "late: phases, time"},
                         {"sends a packet twice", violation},
                         {"sends before its time", violation}});
    }
}

// Ranks do not lead the pieces, which are where packing would bring them.
TEST_CASE("a multinode broadcast that loses, swaps, changes or doubles packets is found") {
    for (const std::string_view name :
         {"multinode-broadcast/split-classes", "multinode-broadcast/one-dimension",
          "multinode-broadcast/classes"}) {
        check_all(name, {{"none", "complete"},
                         {"changes a payload", "incorrect: delivery"},
                         {"drops a packet", lost},
                         {"sends a packet twice", violation},
                         {"sends before its time", violation}});
    }
    check_all("multinode-broadcast/split-classes", {{"swaps pieces", lost}});
    check_all("multinode-broadcast/one-dimension", {{"swaps pieces", lost}});
    check_all("multinode-broadcast/classes", {{"names another rank", lost}});
}

TEST_CASE("packets that are routed elsewhere, lost, doubled or moved early are found") {
    for (const std::string_view name : {"packing/greedy", "monotone-routing/greedy"}) {
        check_all(name,
                  {{"none", "complete"},
                   {"drops a packet", lost},
                   {"sends a packet twice", violation},
                   {"sends before its time", "incorrect: delivery, phases, time, transmissions"}});
    }
    check_all("packing/greedy", {{"names another rank", "incorrect: delivery"}});
    check_all("monotone-routing/greedy", {{"names another rank", lost}});
}

}  // TEST_SUITE("tutti/algorithm/mesh")
