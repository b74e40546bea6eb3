#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/testbed.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("algorithms/mesh/multinode_broadcast/whole_classes.cpp") {

namespace {

const tutti::algorithm& entry() { return support::entry("multinode-broadcast/both-ways"); }

tutti::experiment on_ring(int p) {
    return support::on_network(entry(), "ring:" + std::to_string(p), "all");
}

}  // namespace

TEST_CASE("both ways around a ring of p takes floor(p/2) slots, which is optimal") {
    for (int p = 3; p <= 40; ++p) {
        CAPTURE(p);
        const tutti::result outcome = support::run(on_ring(p));
        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.slots == p / 2);
        CHECK(outcome.units == outcome.lower_bound.units.ceil());
        CHECK(outcome.transmissions == static_cast<std::uint64_t>(p * (p - 1)));
    }
}

TEST_CASE("both ways around a ring is the same on any threads and executor") {
    for (const int p : {8, 300}) {
        const tutti::result alone = support::run(on_ring(p));
        for (const support::team& team : support::teams()) {
            CHECK(support::run(on_ring(p), team).digest == alone.digest);
        }
    }
}

TEST_CASE("both ways wants a ring of 3 or more") {
    const auto inapplicable_reason = [](const std::string& network) {
        return entry().inapplicable_reason(tutti::parse_network(network));
    };
    CHECK(inapplicable_reason("ring:3").empty());
    CHECK(inapplicable_reason("torus:5").empty());
    CHECK(inapplicable_reason("ring:2") == "needs three nodes or more on a ring");
    CHECK(inapplicable_reason("path:5") == "runs on rings only");
    CHECK(inapplicable_reason("torus:3x3") == "runs on rings only");
    CHECK(inapplicable_reason("hypercube:2") == "runs on rings only");
}

}  // TEST_SUITE("algorithms/mesh/multinode_broadcast/whole_classes.cpp")
