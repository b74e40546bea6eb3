#include "algorithms/folded_torus.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/mesh_program.hpp"
#include "collectives/collectives.hpp"
#include "collectives/input/broadcasters.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "trial.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("algorithms/folded_torus.hpp") {

namespace {

const std::vector<std::string> shapes{"3",   "4",   "5",   "8",     "3x3",   "4x4",
                                      "5x5", "6x6", "7x7", "3x3x3", "4x4x4", "3x3x3x3"};

/// All that run on folded tori of these sides.
std::vector<const tutti::algorithm*> fitting(const std::string& sides) {
    static const tutti::catalogue catalogue = tutti::standard_catalogue();
    const tutti::network net = tutti::parse_network("folded-torus:" + sides);
    std::vector<const tutti::algorithm*> algorithms = catalogue.algorithms();
    std::erase_if(algorithms, [&](const tutti::algorithm* algorithm) {
        return !algorithm->inapplicable_reason(net).empty();
    });
    return algorithms;
}

tutti::broadcaster_set on_torus(const tutti::broadcaster_set& senders, const tutti::fold& shape) {
    std::vector<tutti::node_id> mentions;
    for (const tutti::node_id node : senders.nodes) {
        mentions.push_back(shape.on_torus(node));
    }
    return tutti::broadcasters_at(mentions);
}

/// Runs with the same broadcasters on the array and, at the corresponding nodes, on the torus.
struct both {
    tutti::result on_array;
    tutti::result on_torus;
};

both run_on_both(const tutti::algorithm& algorithm, const std::string& sides,
                 const std::string& broadcasters) {
    const tutti::experiment folded =
        support::on_network(algorithm, "folded-torus:" + sides, broadcasters);
    tutti::experiment flat = support::on_network(algorithm, "torus:" + sides, "all");
    if (algorithm.goal->takes_broadcasters) {
        const tutti::fold shape{std::get<tutti::grid>(folded.built_network)};
        flat.broadcasters = tutti::broadcaster_specification::parse(
            support::written(on_torus(tutti::draw_broadcasters(folded), shape)));
    }
    return {.on_array = support::run(folded), .on_torus = support::run(flat)};
}

}  // namespace

TEST_CASE("every program for tori takes exactly twice the slots on folded tori") {
    std::size_t runs = 0;
    for (const std::string& sides : shapes) {
        for (const tutti::algorithm* const algorithm : fitting(sides)) {
            for (const std::string broadcasters : {"all", "none", "nodes:1", "random:3"}) {
                if (algorithm->goal->name == "multinode-broadcast" && broadcasters != "all") {
                    continue;
                }
                CAPTURE(sides);
                CAPTURE(algorithm->collective);
                CAPTURE(algorithm->name);
                CAPTURE(broadcasters);
                const both results = run_on_both(*algorithm, sides, broadcasters);
                CHECK(support::verdict_line(results.on_array) == "complete");
                CHECK(support::verdict_line(results.on_torus) == "complete");
                CHECK(results.on_array.slots == 2 * results.on_torus.slots);
                CHECK(results.on_array.units == 2 * results.on_torus.units);
                CHECK(results.on_array.delivery.required == results.on_torus.delivery.required);
                CHECK(results.on_array.units >= results.on_array.lower_bound.units);
                ++runs;
            }
        }
    }
    CHECK(runs > 200);
}

TEST_CASE("on folded tori whoever uses all links alike makes 2(p-1)/p times the transmissions") {
    for (const std::string& sides : shapes) {
        const std::uint64_t p = std::stoul(sides);
        for (const tutti::algorithm* const algorithm : fitting(sides)) {
            if (!algorithm->uses_links_alike) {
                continue;
            }
            CAPTURE(sides);
            CAPTURE(algorithm->name);
            const both results = run_on_both(*algorithm, sides, "all");
            CHECK(results.on_array.expected_transmissions == results.on_array.transmissions);
            CHECK(results.on_array.transmissions * p ==
                  results.on_torus.transmissions * 2 * (p - 1));
        }
    }
}

TEST_CASE("what does not fit a folded torus says so") {
    const auto inapplicable_reason = [](const char* name) {
        return support::entry(name).inapplicable_reason(tutti::parse_network("folded-torus:4x4"));
    };
    CHECK(inapplicable_reason("multinode-broadcast/quarter-turns").empty());
    CHECK(inapplicable_reason("packing/greedy") == "runs on arrays only");
    CHECK(inapplicable_reason("prefix-sum/mesh") ==
          "depends on the ids of the nodes, which a fold changes; use an array or torus");
    CHECK(inapplicable_reason("dynamic-broadcast/intervals") ==
          inapplicable_reason("prefix-sum/mesh"));
    CHECK(inapplicable_reason("multinode-broadcast/product") ==
          "uses one port in a slot, and a folded torus emulates all; use an array");
    CHECK(inapplicable_reason("multinode-broadcast/doubling") == "runs on hypercubes only");
    CHECK_THROWS_WITH_AS((void)tutti::parse_network("folded-torus:2x4"),
                         "'folded-torus:2x4' has '2' where a side of at least 3 belongs",
                         std::invalid_argument);
}

TEST_CASE(
    "reductions that run on tori run on folded tori, and on those alone whose ports they use") {
    const auto inapplicable_reason = [](const std::string& name, const std::string& sides) {
        return support::entry(name).inapplicable_reason(
            tutti::parse_network("folded-torus:" + sides));
    };
    for (const char* const name :
         {"reduce/shortest-paths", "reduce-scatter/quarter-turns", "allreduce/quarter-turns",
          "reduce-scatter/split-classes", "allreduce/split-classes", "allreduce/windows",
          "barrier/rounds"}) {
        CAPTURE(name);
        CHECK(inapplicable_reason(name, "4x4").empty());
    }
    for (const char* const name :
         {"reduce-scatter/both-ways", "allreduce/both-ways", "reduce-scatter/split-classes"}) {
        CHECK(inapplicable_reason(name, "5").empty());
    }
    CHECK(inapplicable_reason("allreduce/windows", "3x4x5").empty());
    CHECK(inapplicable_reason("allreduce/split-classes", "3x4") ==
          "needs equal sides, as torus:3x3");
    CHECK(inapplicable_reason("allreduce/hamiltonian", "4x4") ==
          "uses one port in a slot, and a folded torus emulates all; use an array");
}

TEST_CASE("addressed messages keep their destinations under other names") {
    const tutti::experiment plan = support::on_network(
        support::entry("partial-exchange/row-column"), "folded-torus:4x4", "nodes:0,3,9");
    const tutti::problem input = tutti::problem_of(plan);
    const tutti::problem seen = tutti::program_view(input);
    const tutti::torus_origin_mapping names{*plan.algorithm->goal, input};
    const tutti::fold shape{std::get<tutti::grid>(input.network)};
    CHECK(std::get<tutti::grid>(seen.network) == shape.torus());
    for (const tutti::node_id origin : {0U, 3U, 9U}) {
        tutti::node_vector<std::uint64_t> payloads;
        for (std::uint64_t i = 0; i < 15; ++i) {
            payloads.push_back(100 * origin + i);
        }
        const tutti::initial_messages initial = names.on_torus({origin, payloads});
        for (std::uint32_t number = 0; number < 15; ++number) {
            const tutti::message message = initial[number];
            CHECK(message.origin == shape.on_torus(origin));
            const tutti::message ours = names.on_array(message);
            CHECK(ours.origin == origin);
            CHECK(ours.payload == 100 * origin + ours.number);
            // Every other node, by increasing id.
            const tutti::node_id there = number < message.origin ? number : number + 1;
            const tutti::node_id here = ours.number < origin ? ours.number : ours.number + 1;
            CHECK(shape.position(there) == here);
        }
    }
    CHECK(names.on_array({.origin = 0, .number = 15, .payload = 1}).number == 0xffffffffU);
    CHECK(names.on_array({.origin = 16, .number = 0, .payload = 1}).origin == 16);
}

TEST_CASE("of several messages for one node, each keeps its place among them") {
    const tutti::collective collective = tutti::total_exchange();
    const tutti::network net = tutti::parse_network("folded-torus:3x4");
    const tutti::problem input{
        {.network = net, .parameters = {{"packets", tutti::parameter_value{3}}}},
        tutti::every_node(12, 33)};
    const tutti::torus_origin_mapping names{collective, input};
    for (tutti::node_id origin = 0; origin < 12; ++origin) {
        tutti::node_vector<std::uint64_t> payloads;
        for (std::uint64_t i = 0; i < 33; ++i) {
            payloads.push_back(1000 - 7 * i);
        }
        const tutti::initial_messages initial = names.on_torus({origin, payloads});
        for (std::uint32_t number = 0; number < 33; ++number) {
            const tutti::message ours = names.on_array(initial[number]);
            CHECK(ours.origin == origin);
            CHECK(ours.number % 3 == number % 3);
            CHECK(ours.payload == payloads[ours.number]);
        }
    }
}

TEST_CASE("a program that is compiled for the machine's nodes alone is refused on folded tori") {
    tutti::catalogue catalogue;
    catalogue.add(tutti::multinode_broadcast());
    tutti::algorithm alone = support::entry("multinode-broadcast/both-ways");
    alone.program = [](const tutti::setting& setting) {
        return tutti::any_program::on<tutti::long_packet>(
            std::get<tutti::grid>(setting.network),
            [](auto& self, const tutti::node_input& /*input*/,
               const tutti::knowledge& /*knowledge*/) -> tutti::task<> {
                self.mark("broadcast");
                co_return;
            });
    };
    const tutti::experiment plan =
        support::on_network(catalogue.add(std::move(alone)), "folded-torus:5");
    CHECK_THROWS_AS((void)support::run(plan), std::invalid_argument);
}

}  // TEST_SUITE("algorithms/folded_torus.hpp")
