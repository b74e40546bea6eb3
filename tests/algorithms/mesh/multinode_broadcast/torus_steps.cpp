#include "algorithms/mesh/multinode_broadcast/torus_steps.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/delivery_verifier.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("algorithms/mesh/multinode_broadcast/torus_steps.hpp") {

namespace {

const tutti::algorithm& entry() { return support::entry("ring-emulation/folded"); }

tutti::experiment on_path(int p, int steps = 1) {
    tutti::experiment plan = support::on_network(entry(), "path:" + std::to_string(p), "all");
    plan.parameters["steps"] = std::to_string(steps);
    return plan;
}

}  // namespace

TEST_CASE("a full step of a torus takes two slots of an array, whose links all are busy in both") {
    for (const std::string sides : {"3", "4", "3x3", "5x5", "3x4", "6x3x5", "4x4x4", "3x3x3x3"}) {
        for (const int steps : {1, 2, 5}) {
            CAPTURE(sides);
            CAPTURE(steps);
            tutti::experiment plan =
                support::on_network(support::entry("torus-emulation/folded"), "array:" + sides);
            plan.parameters["steps"] = std::to_string(steps);
            const tutti::result outcome = support::run(plan);
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.slots == 2 * steps);
            CHECK(outcome.transmissions == 2 * static_cast<std::uint64_t>(steps) * outcome.links);
            CHECK(outcome.link_utilisation == 1.0);
            CHECK(outcome.lower_bound.units <= outcome.units);
            CHECK((steps > 1 || outcome.lower_bound.units == outcome.units));
        }
    }
}

TEST_CASE("what is required is a message for each of the two ring neighbours") {
    const tutti::problem input = tutti::problem_of(on_path(5));
    const auto required = std::get<tutti::addressed_messages>(entry().goal->required(input));
    // The ring 0, 1, 2, 3, 4 is folded onto 0, 2, 4, 3, 1.
    const std::vector<tutti::node_id> below{1, 3, 0, 4, 2};
    const std::vector<tutti::node_id> above{2, 0, 4, 1, 3};
    for (tutti::node_id node = 0; node < 5; ++node) {
        CHECK(required.destination(node, 0) == below[node]);
        CHECK(required.destination(node, 1) == above[node]);
        CHECK(required.senders.packets_of(node) == 2);
    }
}

}  // TEST_SUITE("algorithms/mesh/multinode_broadcast/torus_steps.hpp")
