#include "algorithms/folded_torus.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/mesh_program.hpp"
#include "collectives/collectives.hpp"
#include "collectives/input/broadcasters.hpp"
#include "support/standard.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "trial.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("algorithms/folded_torus.hpp") {

namespace {

/// The nodes of the torus that the broadcasters of a plan for the folded torus stand for.
std::string on_torus(const tutti::experiment& folded) {
    const tutti::fold shape{std::get<tutti::grid>(folded.built_network)};
    std::vector<tutti::node_id> mentions;
    for (const tutti::node_id node : tutti::draw_broadcasters(folded).nodes) {
        mentions.push_back(shape.on_torus(node));
    }
    return support::written(tutti::broadcasters_at(std::move(mentions)));
}

/// Runs with the same broadcasters on the folded torus and, at the corresponding nodes, on the
/// torus.
void check_on_both(const tutti::algorithm& algorithm, const std::string& sides,
                   std::string_view broadcasters) {
    const tutti::experiment folded =
        support::on_network(algorithm, "folded-torus:" + sides, broadcasters);
    const bool takes_broadcasters = algorithm.goal->takes_broadcasters;
    const tutti::result on_array = support::run(folded);
    const tutti::result flat = support::run(support::on_network(
        algorithm, "torus:" + sides, takes_broadcasters ? on_torus(folded) : "all"));
    CHECK(support::verdict_line(on_array) == "complete");
    CHECK(on_array.slots == 2 * flat.slots);
    CHECK(on_array.units == 2 * flat.units);
    CHECK(on_array.delivery.required == flat.delivery.required);
    if (algorithm.uses_links_alike && broadcasters == "all") {
        const std::uint64_t p = std::stoul(sides);
        CHECK(on_array.expected_transmissions == on_array.transmissions);
        CHECK(on_array.transmissions * p == flat.transmissions * 2 * (p - 1));
    }
}

}  // namespace

TEST_CASE("every program for tori takes exactly twice the slots on folded tori") {
    int runs = 0;
    for (const std::string sides : {"3", "4", "8", "3x3", "4x4", "7x7", "3x3x3", "4x4x4"}) {
        const tutti::network folded = tutti::parse_network("folded-torus:" + sides);
        for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
            if (algorithm.runs_on_array || !algorithm.inapplicable_reason(folded).empty()) {
                continue;
            }
            for (const std::string_view broadcasters : {"all", "none", "random:3"}) {
                if (broadcasters == "all" || algorithm.goal->name != "multinode-broadcast") {
                    CAPTURE(sides);
                    CAPTURE(algorithm.collective);
                    CAPTURE(algorithm.name);
                    CAPTURE(broadcasters);
                    check_on_both(algorithm, sides, broadcasters);
                    ++runs;
                }
            }
        }
    }
    CHECK(runs > 100);
}

TEST_CASE("addressed messages keep their destinations under other names") {
    const tutti::experiment plan = support::on_network(
        support::entry("partial-exchange/row-column"), "folded-torus:4x4", "nodes:0,3,9");
    const tutti::problem input = tutti::problem_of(plan);
    const tutti::problem seen = tutti::program_view(*plan.algorithm, input);
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
