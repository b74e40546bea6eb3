#include <bit>
#include <cstddef>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/broadcast/broadcast.cpp") {

namespace {

using tutti::node_id;

tutti::experiment from_root(int d, node_id root) {
    tutti::experiment plan = support::on_cube(support::entry("broadcast/binomial"), d);
    plan.root = root;
    return plan;
}

}  // namespace

TEST_CASE("every root is heard everywhere, in d slots and 2^d - 1 packets") {
    for (int d = 1; d <= 6; ++d) {
        const auto nodes = static_cast<node_id>(tutti::hypercube{d}.node_count());
        for (node_id root = 0; root < nodes; ++root) {
            const tutti::result outcome = support::run(from_root(d, root));
            CAPTURE(d);
            CAPTURE(root);
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.slots == d);
            CHECK(outcome.transmissions == nodes - 1);
            CHECK(outcome.control_transmissions == 0);
            CHECK(outcome.packets == 1);
        }
    }
}

TEST_CASE("a node at distance k hears the root in slot k") {
    for (const node_id root : {0U, 1U, 77U, 127U}) {
        support::event_recorder log;
        const tutti::result outcome = support::run_logged(from_root(7, root), log);

        REQUIRE(support::verdict_line(outcome) == "complete");
        CHECK(log.deliveries().size() == 128);
        for (const tutti::delivery& each : log.deliveries()) {
            CHECK(each.at == std::popcount(each.to ^ root));
            CHECK(each.content.origin == root);
        }
    }
}

}  // TEST_SUITE("algorithms/hypercube/broadcast/broadcast.cpp")
