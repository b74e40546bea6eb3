#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("tutti/node/port_model.hpp") {

namespace {

using tutti::port_model;

tutti::result run_one_way(std::string_view algorithm, int d, const support::team& threads = {}) {
    tutti::experiment plan = support::on_cube(support::entry(algorithm), d);
    plan.ports = port_model::one_way;
    return support::run(plan, threads);
}

}  // namespace

TEST_CASE("programs for one-way links take the least time there is") {
    for (int d = 1; d <= 8; ++d) {
        for (const std::string_view name : {"multinode-broadcast/one-way", "total-exchange/one-way",
                                            "scatter/multinode-tree", "gather/multinode-tree"}) {
            const tutti::result outcome = run_one_way(name, d);
            CAPTURE(name);
            CAPTURE(d);
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.units == outcome.lower_bound.units);
        }
    }
}

TEST_CASE("a link that carries a packet each way breaks the model, on any threads") {
    for (const int threads : {1, 2, 5}) {
        const tutti::result outcome =
            run_one_way("multinode-broadcast/rotation-classes", 6, {.threads = threads});
        CHECK(support::verdict_line(outcome).starts_with("model-violation"));
        CHECK(outcome.violation == tutti::violation_kind::link_both_ways);
        CHECK(outcome.text ==
              "multinode-broadcast/rotation-classes: slot 1, node 0, port 0: a packet in each "
              "direction of a one-way link in one slot");
    }
}

// Neighbours of 0 send to it in slot 2, and it to others.
TEST_CASE("a node may send through some links and hear through others") {
    CHECK(support::verdict_line(run_one_way("broadcast/binomial", 5)) == "complete");
    CHECK(support::verdict_line(run_one_way("scatter/balanced-tree", 5)) == "complete");
}

}  // TEST_SUITE("tutti/node/port_model.hpp")
