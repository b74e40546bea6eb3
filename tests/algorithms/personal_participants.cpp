/// @file
/// Runs of collectives with personal messages between random participants.

#include <cstdint>

#include <doctest/doctest.h>

#include "trial.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/port_model.hpp"

TEST_SUITE("algorithms/personal_participants") {

namespace {

struct personal_run {
    const char* algorithm;
    tutti::port_model ports = tutti::port_model::all_port;
};

}  // namespace

// That also says that an exact time is kept, and an upper bound not exceeded.
TEST_CASE("messages between random participants arrive, in the expected time") {
    using enum tutti::port_model;
    for (const auto& [name, ports] :
         {personal_run{"total-exchange/balanced-routes"},
          personal_run{"total-exchange/balanced-routes", single_port_full_duplex},
          personal_run{"total-exchange/balanced-routes", single_port_half_duplex},
          personal_run{"total-exchange/shortest-paths"}, personal_run{"scatter/flow"},
          personal_run{"gather/flow"},
          personal_run{"scatter/farthest-first", single_port_full_duplex},
          personal_run{"gather/farthest-first", single_port_half_duplex},
          personal_run{"scatter/shortest-paths"}, personal_run{"gather/shortest-paths"}}) {
        CAPTURE(name);
        std::uint64_t seed = 0;
        for (const char* network : {"torus:3x4", "hypercube:4", "array:3x5", "random-graph:12.14.3",
                                    "fat-tree:4", "switch:7", "box:dgx1", "box:hgx-a100"}) {
            for (const char* participants : {"random:1", "random:3", "random:6", "all"}) {
                CAPTURE(network);
                CAPTURE(participants);
                tutti::experiment plan = support::on_network(support::entry(name), network);
                plan.ports = ports;
                plan.participants = tutti::participant_specification::parse(participants);
                plan.seed = ++seed;
                CHECK(support::verdict_line(support::run(plan)) == "complete");
            }
        }
    }
}

}  // TEST_SUITE("algorithms/personal_participants")
