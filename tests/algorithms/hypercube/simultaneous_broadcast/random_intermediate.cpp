#include <bit>
#include <cstdint>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/random_intermediate.hpp") {

namespace {

using tutti::node_id;
using tutti::slot;

/// The node that the first message of `origin` draws on the cube of 64 nodes.
node_id drawn(std::uint64_t seed, node_id origin) {
    return static_cast<node_id>(tutti::node_random(seed, origin, 1) % 64U);
}

slot distance(node_id left, node_id right) { return std::popcount(left ^ right); }

}  // namespace

TEST_CASE("messages travel by increasing dimension, and spread over the tree of their goal") {
    std::uint64_t seed = 1;
    while (distance(5, drawn(seed, 5)) != 4) {
        ++seed;
    }
    const node_id target = drawn(seed, 5);
    tutti::experiment plan = support::on_cube(
        support::entry("simultaneous-broadcast/random-intermediate"), 6, "nodes:5");
    plan.seed = seed;
    support::event_recorder log;
    (void)support::run_logged(plan, log);

    node_id at = 5;
    slot now = 0;
    int wrong = 0;
    for (const tutti::transmission& each : log.transmissions()) {
        if (each.kind == "travel") {
            wrong += each.from == at && each.at == now ? 0 : 1;
            wrong += each.through == std::countr_zero(at ^ target) ? 0 : 1;
            at ^= node_id{1} << each.through;
            ++now;
        } else {
            wrong += each.kind == "data" && each.at == 4 + distance(each.from, target) ? 0 : 1;
            wrong += each.through >= static_cast<int>(std::bit_width(each.from ^ target)) ? 0 : 1;
        }
    }
    CHECK(at == target);
    CHECK(now == 4);
    CHECK(wrong == 0);
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/random_intermediate.hpp")
