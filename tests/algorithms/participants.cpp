/// @file
/// Runs of all algorithms that take participants among some nodes of networks: complete, and as
/// long as theory says.

#include "collectives/input/participants.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("algorithms/participants") {

namespace {

using enum tutti::port_model;

struct run_case {
    std::string_view algorithm;
    tutti::port_model ports = all_port;
    tutti::parameter_values parameters{};
    std::string_view broadcasters = "all";
};

std::vector<run_case> runs() {
    std::vector<run_case> cases{
        {"allreduce/arborescences", all_port, {{"values", 5U}}},
        {"allreduce/mirror", all_port, {{"values", 4U}}},
        {"allreduce/mirror-windows", all_port, {{"values", 40U}}},
        {"allreduce/one-port-matching", single_port_full_duplex, {{"values", 4U}}},
        {"allreduce/packed-trees"},
        {"allreduce/packed-trees", all_port, {{"values", 0U}}},
        {"allreduce/receiver-matching", all_port, {{"values", 7U}}},
        {"barrier/rounds", all_port, {{"skew", 9U}}},
        {"barrier/telephone", single_port_half_duplex, {{"skew", 5U}}},
        {"broadcast/arborescences", all_port, {{"pieces", 6U}}},
        {"broadcast/flooding"},
        {"broadcast/pieces", all_port, {{"pieces", 6U}}},
        {"broadcast/telephone", single_port_half_duplex},
        {"broadcast/tree"},
        {"gather/farthest-first", single_port_half_duplex},
        {"gather/flow"},
        {"gather/shortest-paths"},
        {"multinode-broadcast/loudest-first", shout_and_whisper},
        {"multinode-broadcast/one-port-matching", single_port_full_duplex},
        {"multinode-broadcast/one-port-matching", single_port_half_duplex},
        {"multinode-broadcast/receiver-matching"},
        {"prefix-sum/gather-scatter"},
        {"prefix-sum/gather-scatter", single_port_full_duplex},
        {"reduce/arborescences", all_port, {{"values", 5U}}},
        {"reduce/pieces", all_port, {{"values", 5U}}},
        {"reduce/shortest-paths", all_port, {{"values", 5U}}},
        {"reduce/telephone", single_port_half_duplex},
        {"reduce-scatter/one-port-matching", single_port_full_duplex, {{"values", 30U}}},
        {"reduce-scatter/receiver-matching", all_port, {{"values", 30U}}},
        {"scatter/farthest-first", single_port_full_duplex},
        {"scatter/flow"},
        {"scatter/shortest-paths"},
        {"total-exchange/balanced-routes"},
        {"total-exchange/balanced-routes", single_port_full_duplex},
        {"total-exchange/balanced-routes", single_port_half_duplex},
        {"total-exchange/shortest-paths"}};
    for (const std::string_view broadcasters : {"all", "random:1", "none"}) {
        cases.push_back({"simultaneous-broadcast/table-order", all_port, {}, broadcasters});
        for (const std::string_view order : {"first-come", "nearest-first"}) {
            cases.push_back(
                {"simultaneous-broadcast/trees", all_port, {{"order", order}}, broadcasters});
        }
    }
    for (const std::string_view operation : {"sum", "xor", "min", "max"}) {
        cases.push_back(
            {"allreduce/packed-trees", all_port, {{"values", 5U}, {"operator", operation}}});
    }
    return cases;
}

// A single participant has all that it needs: nothing is sent, and only a barrier takes time.
void check_run(const tutti::experiment& plan, bool is_alone) {
    const tutti::result outcome = support::run(plan);
    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.lower_bound.units <= outcome.units);
    if (is_alone) {
        CHECK((outcome.slots == 0 || plan.algorithm->collective == "barrier"));
        CHECK(outcome.transmissions == 0);
    }
}

void check_among_participants(const run_case& run) {
    std::uint64_t seed = 0;
    for (const std::string_view network :
         {"torus:4x5", "array:3x4", "hypercube:4", "random-graph:24.10.3", "tree:3", "fat-tree:4",
          "dragonfly:2.1.2", "switch:6", "box:dgx1", "box:hgx-a100"}) {
        CAPTURE(network);
        const std::size_t nodes = node_count(tutti::parse_network(network));
        for (const std::string& participants :
             {std::string{"random:1"}, std::string{"random:3"}, std::string{"hosts"},
              fmt::format("random:{}", nodes / 2), fmt::format("random:{}", nodes - 1)}) {
            CAPTURE(participants);
            tutti::experiment plan =
                support::on_network(support::entry(run.algorithm), network, run.broadcasters);
            plan.participants = tutti::participant_specification::parse(participants);
            plan.ports = run.ports;
            plan.parameters = run.parameters;
            plan.seed = ++seed;
            if (!inapplicable_reason(plan).empty()) {
                CHECK(plan.algorithm->collective == "reduce-scatter");
                continue;
            }
            check_run(plan, participants == "random:1");
        }
    }
}

}  // namespace

TEST_CASE("participants get what they need in the slots of the theory, no less than the bound") {
    const std::vector<run_case> cases = runs();
    for (const run_case& run : cases) {
        CAPTURE(run.algorithm);
        CAPTURE(name_of(run.ports));
        CAPTURE(run.broadcasters);
        check_among_participants(run);
    }
    const tutti::catalogue algorithms = tutti::standard_catalogue();
    for (const tutti::algorithm* each : algorithms.algorithms()) {
        const std::string name = fmt::format("{}/{}", each->collective, each->name);
        CAPTURE(name);
        CHECK((std::ranges::count(cases, name, &run_case::algorithm) > 0) ==
              each->takes_participants);
    }
}

TEST_CASE("participants may fold a result on its way to an owner that takes no part") {
    for (const std::uint64_t values : {7U, 8U}) {
        tutti::experiment plan = support::on_network(support::entry("allreduce/mirror"), "path:4");
        plan.participants = tutti::participant_specification::parse("nodes:1,2");
        plan.parameters.insert_or_assign("values", values);
        const tutti::result outcome = support::run(plan);
        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.slots == values);
    }
}

TEST_CASE("the results of a table whose first sends were of no use are all sent") {
    tutti::experiment plan =
        support::on_network(support::entry("allreduce/one-port-matching"), "box:hgx-a100");
    plan.participants = tutti::participant_specification::parse("nodes:0,1");
    plan.ports = single_port_half_duplex;
    CHECK(support::verdict_line(support::run(plan)) == "complete");
}

TEST_CASE("trees are packed for any leaves, and for others within the limit of all nodes") {
    tutti::experiment plan =
        support::on_network(support::entry("broadcast/arborescences"), "clos:256.256.1");
    CHECK(inapplicable_reason(plan) == "");
    plan.participants = tutti::participant_specification::parse("nodes:256-340");
    CHECK(inapplicable_reason(plan) ==
          "packs trees of 12240 directed links at most with this degree, not 131584");
}

}  // TEST_SUITE("algorithms/participants")
