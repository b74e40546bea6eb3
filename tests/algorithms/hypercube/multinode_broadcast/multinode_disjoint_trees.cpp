#include <algorithm>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/tree_shares.hpp"
#include "algorithms/mutating_program.hpp"
#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/prefix_roots.cpp") {

namespace {

using tutti::hypercube;
using tutti::slot;

tutti::experiment on_cube(int d) {
    return support::on_cube(support::entry("multinode-broadcast/disjoint-trees"), d);
}

/// Every node has a message: r_x = 2^d - x.
support::tree_shares shares(int d) {
    return support::shares_by_rank(
        d, tutti::broadcaster_specification::parse("all").draw(hypercube{d}.node_count(), 1));
}

}  // namespace

TEST_CASE("it takes 2 ceil(2^d/d) + 2d - 1 slots, and packet-hops as promised") {
    for (int d = 1; d <= 8; ++d) {
        const std::uint64_t nodes = hypercube{d}.node_count();
        const slot c = support::ceil_of(nodes, d);
        const tutti::result outcome = support::run(on_cube(d));
        CAPTURE(d);
        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.packets == nodes);
        CHECK(outcome.slots == 2 * c + slot{2} * d - 1);
        CHECK(support::phases_of(outcome) == std::vector<slot>{c + d - 1, c + d});
        const auto ends = static_cast<std::uint64_t>(d) * (nodes - 1);
        CHECK(outcome.control_transmissions == ends);
        CHECK(outcome.transmissions == shares(d).hops + nodes * (nodes - 1) + ends);
    }
    CHECK(support::run(on_cube(1)).slots == 5);
    CHECK(support::run(on_cube(2)).slots == 7);
    CHECK(support::run(on_cube(3)).slots == 11);
    CHECK(support::run(on_cube(4)).slots == 15);
}

TEST_CASE("a node is done when it has heard the ends of all trees") {
    for (int d = 1; d <= 6; ++d) {
        const slot before = support::ceil_of(hypercube{d}.node_count(), d) + d - 1;
        const std::vector<slot> done = support::done_with_trees(shares(d), before);
        const auto termination =
            support::run(on_cube(d)).termination.value_or(tutti::termination_result{-1, -1});
        CAPTURE(d);
        CHECK(support::done_slots(on_cube(d)) == done);
        CHECK(termination.first_slot == std::ranges::min(done));
        CHECK(termination.last_slot == std::ranges::max(done));
    }
}

TEST_CASE("broadcasters are not asked for: every node has a message") {
    tutti::experiment plan = on_cube(3);
    plan.broadcasters = tutti::broadcaster_specification::parse("none");
    CHECK(tutti::problem_of(plan).message_count() == 8);
    CHECK(support::run(plan).broadcasters == "all");
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/prefix_roots.cpp")
