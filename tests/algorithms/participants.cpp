/// @file
/// Runs of scheduled algorithms among some nodes of a network: complete, and as long as theory
/// says.

#include "collectives/input/participants.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "trial.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/port_model.hpp"

TEST_SUITE("algorithms/participants") {

namespace {

struct scheduled_run {
    const char* algorithm;
    tutti::port_model ports = tutti::port_model::all_port;
    const char* parameter = "";  ///< and its value
    std::uint64_t value = 0;
};

const std::vector<scheduled_run> runs{
    {"multinode-broadcast/receiver-matching"},
    {"reduce-scatter/receiver-matching", tutti::port_model::all_port, "values", 30},
    {"allreduce/receiver-matching", tutti::port_model::all_port, "values", 7},
    {"allreduce/mirror", tutti::port_model::all_port, "values", 4},
    {"allreduce/mirror-windows", tutti::port_model::all_port, "values", 40},
    {"broadcast/pieces", tutti::port_model::all_port, "pieces", 6},
    {"reduce/pieces", tutti::port_model::all_port, "values", 5},
    {"multinode-broadcast/one-port-matching", tutti::port_model::single_port_full_duplex},
    {"multinode-broadcast/one-port-matching", tutti::port_model::single_port_half_duplex},
    {"allreduce/one-port-matching", tutti::port_model::single_port_full_duplex, "values", 4},
    {"multinode-broadcast/loudest-first", tutti::port_model::shout_and_whisper},
    {"broadcast/telephone", tutti::port_model::single_port_half_duplex},
    {"reduce/telephone", tutti::port_model::single_port_half_duplex},
    {"barrier/telephone", tutti::port_model::single_port_half_duplex, "skew", 5},
    {"prefix-sum/gather-scatter"},
    {"prefix-sum/gather-scatter", tutti::port_model::single_port_full_duplex},
};

}  // namespace

TEST_CASE(
    "participants get what they need in the slots of the theory, and no less than the bound") {
    for (const auto& [algorithm, ports, parameter, value] : runs) {
        CAPTURE(std::string{algorithm});
        CAPTURE(name_of(ports));
        for (const std::string network :
             {"torus:4x4", "array:3x4", "fat-tree:4", "switch:6", "random-graph:20.30.3"}) {
            CAPTURE(network);
            for (const std::string participants : {"random:1", "random:2", "random:5", "hosts"}) {
                CAPTURE(participants);
                tutti::experiment plan = support::on_network(support::entry(algorithm), network);
                plan.participants = tutti::participant_specification::parse(participants);
                plan.ports = ports;
                if (value > 0) {
                    plan.parameters.insert_or_assign(parameter, value);
                }
                if (!inapplicable_reason(plan).empty()) {
                    CHECK(std::string{algorithm} == "reduce-scatter/receiver-matching");
                    continue;
                }
                const tutti::result outcome = support::run(plan);
                CHECK(support::verdict_line(outcome) == "complete");
            }
        }
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
    plan.ports = tutti::port_model::single_port_half_duplex;
    CHECK(support::verdict_line(support::run(plan)) == "complete");
}

}  // TEST_SUITE("algorithms/participants")
