/// @file
/// Table of refusals: why an algorithm does not run on a network. An empty reason: it does.

#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

struct refusal {
    std::string_view network;
    std::string_view reason;
};

struct refusals_of {
    std::vector<std::string_view> algorithms;
    std::vector<refusal> refusals;
};

const std::vector<refusals_of> table{
    {{"simultaneous-broadcast/split-packing", "simultaneous-broadcast/packing",
      "simultaneous-broadcast/packing-alternating", "simultaneous-broadcast/one-dimension",
      "multinode-broadcast/split-classes", "multinode-broadcast/classes",
      "multinode-broadcast/one-dimension", "prefix-sum/mesh", "packing/greedy",
      "monotone-routing/greedy"},
     {{"hypercube:3", "runs on arrays and tori only"},
      {"torus:3x4", "needs equal sides, as torus:3x3"},
      {"array:3x4", "needs equal sides, as array:3x3"},
      {"torus:2x2", "needs sides of 3 or more on a torus"},
      {"path:1", "needs two nodes or more"}}},
    {{"simultaneous-broadcast/packing-alternating"}, {{"array:3x3", "runs on tori only"}}},
    {{"packing/greedy", "monotone-routing/greedy", "matrix-transposition/partial"},
     {{"torus:3x3", "runs on arrays only"}}},
    {{"matrix-transposition/partial"},
     {{"array:3x4", "needs equal sides, as array:3x3"},
      {"array:3x3x3", "needs two dimensions"},
      {"path:9", "needs two dimensions"}}},
    {{"simultaneous-broadcast/greedy"}, {{"array:2x2x2", "runs on hypercubes only"}}},
    {{"partial-exchange/row-column", "partial-gather/direct", "partial-gather/replay"},
     {{"array:2x2", ""},
      {"torus:3x3", ""},
      {"array:3x3x3", "needs two dimensions"},
      {"ring:5", "needs two dimensions"},
      {"array:3x4", "needs equal sides, as array:3x3"},
      {"torus:2x2", "needs sides of 3 or more on a torus"},
      {"hypercube:2", "runs on arrays and tori only"}}},
    {{"simultaneous-broadcast/line-greedy"},
     {{"path:2", ""},
      {"ring:3", ""},
      {"path:1", "needs two nodes or more"},
      {"ring:2", "needs three nodes or more on a ring"},
      {"array:3x3", "runs on paths and rings only"},
      {"hypercube:1", "runs on paths and rings only"}}},
    {{"multinode-broadcast/quarter-turns"},
     {{"array:2x2", ""},
      {"torus:3x3", ""},
      {"torus:2x2", "needs sides of 3 or more on a torus"},
      {"torus:3x4", "needs equal sides, as torus:3x3"},
      {"array:5x4", "needs equal sides, as array:4x4"},
      {"array:3x3x3", "needs two dimensions"},
      {"ring:9", "needs two dimensions"},
      {"hypercube:4", "runs on arrays and tori only"}}},
    {{"multinode-broadcast/both-ways"},
     {{"ring:3", ""},
      {"torus:5", ""},
      {"ring:2", "needs three nodes or more on a ring"},
      {"path:5", "runs on rings only"},
      {"torus:3x3", "runs on rings only"},
      {"hypercube:2", "runs on rings only"}}},
    {{"multinode-broadcast/quarter-turns", "reduce/shortest-paths", "reduce-scatter/quarter-turns",
      "allreduce/quarter-turns", "reduce-scatter/split-classes", "allreduce/split-classes",
      "allreduce/windows", "barrier/rounds"},
     {{"folded-torus:4x4", ""}}},
    {{"reduce-scatter/both-ways", "allreduce/both-ways"}, {{"folded-torus:5", ""}}},
    {{"allreduce/split-classes"}, {{"folded-torus:3x4", "needs equal sides, as torus:3x3"}}},
    {{"prefix-sum/mesh", "dynamic-broadcast/intervals"},
     {{"folded-torus:4x4",
       "depends on the ids of the nodes, which a fold changes; use an array or torus"}}},
    {{"multinode-broadcast/product", "allreduce/hamiltonian"},
     {{"folded-torus:4x4",
       "uses one port in a slot, and a folded torus emulates all; use an array"}}},
    {{"packing/greedy"}, {{"folded-torus:4x4", "runs on arrays only"}}},
    {{"total-exchange/shortest-paths"},
     {{"hypercube:16", ""}, {"hypercube:17", "takes at most 65536 nodes, not 131072"}}},
    {{"scatter/shortest-paths", "gather/shortest-paths"},
     {{"hypercube:20", ""},
      {"hypercube:21", "works trees out for 33554432 directed links at most, not 44040192"}}},
    {{"multinode-broadcast/tree"},
     {{"ring:1024", ""},
      {"ring:1025", "has timetables for 1024 nodes at most, not 1025; tree-periodic has none"}}},
    {{"multinode-broadcast/tree-periodic"}, {{"ring:1025", ""}}},
    {{"multinode-broadcast/receiver-matching"},
     {{"array:32x32", ""},
      {"ring:4097", "has timetables for 4096 nodes at most, not 4097"},
      {"array:64x65", "has timetables for 4096 nodes at most, not 4160"}}},
    {{"reduce-scatter/translations"},
     {{"ccc:4", ""},
      {"array:4x4",
       "finds no translations that keep ports or differences of ids; hypercubes, tori, rings, "
       "complete graphs, cube-connected cycles, wrapped butterflies have some, and "
       "receiver-matching does without"}}},
    {{"dynamic-broadcast/intervals"},
     {{"torus:128x128", ""},
      {"torus:129x129", "takes networks of at most 16384 nodes"},
      {"hypercube:20", "takes networks of at most 16384 nodes"}}},
    {{"torus-emulation/folded"},
     {{"array:3x4", ""},
      {"path:5", ""},
      {"array:2x4", "needs sides of 3 or more"},
      {"torus:4x4", "runs on arrays only"},
      {"complete:4", "runs on arrays only"}}},
    {{"ring-emulation/folded"},
     {{"path:3", ""},
      {"path:2", "needs three nodes or more"},
      {"ring:5", "runs on paths only"},
      {"array:3x3", "runs on paths only"},
      {"hypercube:1", "runs on paths only"}}},
    {{"multinode-broadcast/hamiltonian"},
     {{"ring:1", ""},
      {"ring:2", ""},
      {"path:2", ""},
      {"hypercube:1", ""},
      {"path:3",
       "needs a Hamiltonian cycle, and there is none: node 0 has one link only; "
       "hamiltonian-path does without"},
      {"array:3x5",
       "needs a Hamiltonian cycle, and there is none: every link joins one half of the nodes "
       "to the other, which is smaller by one; hamiltonian-path does without"}}},
    {{"multinode-broadcast/hamiltonian-path"},
     {{"path:1", ""},
      {"array:2x3", ""},
      {"ring:5", "runs on paths and arrays only"},
      {"hypercube:3", "runs on paths and arrays only"}}},
    {{"multinode-broadcast/product"},
     {{"torus:5x3", ""},
      {"product(ring:5,ccc:3)", ""},
      {"product(star:4,star:4)", ""},
      {"ring:5", "needs two factors or more"},
      {"path:5", "needs two factors or more"},
      {"hypercube:3", "runs on products, tori and arrays only"},
      {"complete:4", "runs on products, tori and arrays only"},
      {"product(star:1025,star:4)",
       "needs a Hamiltonian cycle or path in every factor of more than 1024 nodes, and none "
       "of star:1025 is known"}}}};

}  // namespace

TEST_CASE("algorithms say why a network does not suit them") {
    for (const refusals_of& row : table) {
        for (const std::string_view name : row.algorithms) {
            for (const refusal& each : row.refusals) {
                CAPTURE(name);
                CAPTURE(each.network);
                CHECK(support::entry(name).inapplicable_reason(
                          tutti::parse_network(each.network)) == each.reason);
            }
        }
    }
}

TEST_CASE("a graph without a Hamiltonian path is not sent to the algorithm for one") {
    const tutti::graph star{4, std::vector<tutti::graph::link>{{0, 1}, {0, 2}, {0, 3}}};
    const auto reason = support::entry("multinode-broadcast/hamiltonian").inapplicable_reason(star);
    CHECK(reason.starts_with("needs a Hamiltonian cycle, and there is none: "));
    CHECK_FALSE(reason.ends_with("hamiltonian-path does without"));
}

TEST_CASE("an algorithm with trees is not run on a network that is not connected") {
    const tutti::graph torn{4, std::vector<tutti::graph::link>{{0, 1}, {2, 3}}};
    CHECK(support::entry("scatter/shortest-paths").inapplicable_reason(torn) ==
          "runs on connected networks only");
}

TEST_CASE("figures that take long to work out are not known, those of two halves are") {
    const auto slots_of = [](std::string_view name, std::string_view network) {
        const tutti::algorithm& algorithm = support::entry(name);
        const tutti::problem problem{{.network = tutti::parse_network(network)},
                                     {.nodes = {0}, .packets = {1}}};
        CHECK(algorithm.transmissions(problem).has_value() ==
              algorithm.phases(problem)[0].expected_slots.has_value());
        return algorithm.phases(problem)[0].expected_slots;
    };
    CHECK(slots_of("broadcast/flooding", "hypercube:30") == 30);
    CHECK(slots_of("broadcast/flooding", "array:30000x30000") == 2 * 29999);
    CHECK(slots_of("broadcast/flooding", "torus:30001x30001") == std::nullopt);
    const tutti::algorithm& exchange = support::entry("total-exchange/shortest-paths");
    const auto is_known = [&](std::string_view network) {
        return exchange.transmissions(tutti::problem_of(support::on_network(exchange, network)))
            .has_value();
    };
    CHECK(is_known("torus:32x32"));
    CHECK_FALSE(is_known("hypercube:16"));
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
