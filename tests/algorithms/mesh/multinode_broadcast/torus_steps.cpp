#include "algorithms/mesh/multinode_broadcast/torus_steps.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/delivery_verifier.hpp"
#include "support/testbed.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("algorithms/mesh/multinode_broadcast/torus_steps.hpp") {

namespace {

const tutti::algorithm& entry() { return support::entry("ring-emulation/folded"); }

tutti::experiment on_path(int p, int steps = 1) {
    tutti::experiment plan = support::on_network(entry(), "path:" + std::to_string(p), "all");
    plan.parameters["steps"] = std::to_string(steps);
    return plan;
}

}  // namespace

TEST_CASE("one full step of a ring takes two slots of a path, and no fewer would do") {
    for (int p = 3; p <= 20; ++p) {
        CAPTURE(p);
        const tutti::result outcome = support::run(on_path(p));
        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.slots == 2);
        CHECK(outcome.units == outcome.lower_bound.units);
        CHECK(outcome.transmissions == static_cast<std::uint64_t>(4 * (p - 1)));
        CHECK(outcome.packets == static_cast<std::uint64_t>(2 * p));
        CHECK(outcome.delivery.required == static_cast<std::uint64_t>(2 * p));
        CHECK(outcome.link_utilisation == 1.0);
    }
}

TEST_CASE("more steps take the messages farther around the ring") {
    for (int p = 3; p <= 8; ++p) {
        for (int steps = 1; steps <= 3 * p; ++steps) {
            CAPTURE(p);
            CAPTURE(steps);
            const tutti::result outcome = support::run(on_path(p, steps));
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.slots == 2 * steps);
            CHECK(outcome.lower_bound.units <= outcome.units);
            CHECK((outcome.lower_bound.units == outcome.units) == (2 * steps <= p));
            CHECK(outcome.transmissions == static_cast<std::uint64_t>(4 * steps * (p - 1)));
        }
    }
}

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

TEST_CASE("a torus is emulated on arrays with sides of 3 or more") {
    const auto inapplicable_reason = [](const char* network) {
        return support::entry("torus-emulation/folded")
            .inapplicable_reason(tutti::parse_network(network));
    };
    CHECK(inapplicable_reason("array:3x4").empty());
    CHECK(inapplicable_reason("path:5").empty());
    CHECK(inapplicable_reason("array:2x4") == "needs sides of 3 or more");
    CHECK(inapplicable_reason("torus:4x4") == "runs on arrays only");
    CHECK(inapplicable_reason("complete:4") == "runs on arrays only");
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

TEST_CASE("the emulation of a ring is the same on any threads and executor") {
    for (const int p : {7, 300}) {
        const tutti::result alone = support::run(on_path(p, 3));
        for (const support::team& team : support::teams()) {
            CHECK(support::run(on_path(p, 3), team).digest == alone.digest);
        }
    }
}

TEST_CASE("a ring is emulated on paths of 3 or more, in at least one step") {
    const auto inapplicable_reason = [](const std::string& network) {
        return entry().inapplicable_reason(tutti::parse_network(network));
    };
    CHECK(inapplicable_reason("path:3").empty());
    CHECK(inapplicable_reason("path:2") == "needs three nodes or more");
    CHECK(inapplicable_reason("ring:5") == "runs on paths only");
    CHECK(inapplicable_reason("array:3x3") == "runs on paths only");
    CHECK(inapplicable_reason("hypercube:1") == "runs on paths only");
    const tutti::parameter& steps = entry().parameters.at(0);
    for (const char* const wrong : {"0", "-1", "1000001", "1.0", "01", "two"}) {
        CHECK_FALSE(steps.accepts(wrong));
    }
    CHECK(steps.accepts("1000000"));
}

}  // TEST_SUITE("algorithms/mesh/multinode_broadcast/torus_steps.hpp")
