#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/square.hpp"
#include "algorithms/trial.hpp"
#include "support/testbed.hpp"
#include "topology/random.hpp"

TEST_SUITE("algorithms/mesh/routing/partial_gather.cpp") {

namespace {

using support::on_square;
using tutti::grid_edge;
using tutti::node_id;
using tutti::slot;

const tutti::algorithm& direct() { return support::entry("partial-gather/direct"); }
const tutti::algorithm& replay() { return support::entry("partial-gather/replay"); }

std::string complaint_of_direct(int side, const tutti::broadcaster_set& active, grid_edge edge) {
    support::event_recorder log;
    const tutti::result measured =
        support::run_logged(on_square(direct(), side, support::written(active), edge), log);
    const std::string outcome = support::verdict_line(measured);
    return outcome == "complete"
               ? support::complaint_about(side, support::gathered(side, active.nodes),
                                          support::gather_moves(log, 0, active.nodes))
               : outcome;
}

/// The gather backwards has to be the exchange, in its own order and time.
std::string complaint_of_replay(int side, const tutti::broadcaster_set& active, grid_edge edge) {
    support::event_recorder log;
    const std::string senders = support::written(active);
    const tutti::result measured =
        support::run_logged(on_square(replay(), side, senders, edge), log);
    const std::string outcome = support::verdict_line(measured);
    if (outcome != "complete") {
        return outcome;
    }
    const tutti::result model =
        support::run(on_square(support::entry("partial-exchange/row-column"), side, senders, edge));
    if (support::slots_of(measured, "gather") != support::slots_of(model, "exchange")) {
        return "not as many slots as the exchange";
    }
    const slot begin =
        support::slots_of(measured, "rehearse") + support::slots_of(measured, "agree");
    const auto moves = support::gather_moves(log, begin, active.nodes);
    return support::complaint_about(side, support::exchanged(side, active.nodes),
                                    support::backwards(moves, side));
}

tutti::broadcaster_set drawn(int side, std::uint64_t count, tutti::split_mix& random) {
    return tutti::broadcasters_at(
        tutti::pick(static_cast<std::size_t>(side * side), count, random.next()));
}

}  // namespace

TEST_CASE("any destinations up to p = 3 are sent to in the canonical order, and by the replay") {
    for (const int side : {2, 3}) {
        for (std::uint64_t members = 0; members < std::uint64_t{1} << (side * side); ++members) {
            CAPTURE(side);
            CAPTURE(members);
            const tutti::broadcaster_set active = support::subset(members);
            CHECK(complaint_of_direct(side, active, grid_edge::open).empty());
            CHECK(complaint_of_replay(side, active, grid_edge::open).empty());
        }
    }
}

TEST_CASE("drawn destinations are sent to likewise, on tori over array links") {
    tutti::split_mix random{64};
    for (const int side : {3, 4, 5, 6}) {
        const auto nodes = static_cast<std::uint64_t>(side * side);
        for (int i = 0; i < 6; ++i) {
            const auto active = drawn(side, random.next() % (nodes + 1), random);
            CAPTURE(support::written(active));
            for (const grid_edge edge : {grid_edge::open, grid_edge::closed}) {
                CHECK(complaint_of_direct(side, active, edge).empty());
                CHECK(complaint_of_replay(side, active, edge).empty());
            }
        }
    }
}

TEST_CASE("no node, one node and all nodes gather") {
    for (const tutti::algorithm* const algorithm : {&direct(), &replay()}) {
        for (const char* const active : {"none", "nodes:0", "nodes:3", "all"}) {
            const tutti::result outcome = support::run(on_square(*algorithm, 4, active));
            CAPTURE(algorithm->name);
            CAPTURE(active);
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.units <= outcome.expected->units);
            CHECK((support::slots_of(outcome, "gather") == 0) == (outcome.packets == 0));
        }
    }
}

TEST_CASE("the rehearsal moves as many packets as the gather, all of them control") {
    tutti::experiment plan = on_square(replay(), 5, "nodes:3,11,12");
    plan.parameters["prefix-step"] = "1/4";
    const tutti::result outcome = support::run(plan);
    const tutti::result plain = support::run(on_square(direct(), 5, "nodes:3,11,12"));

    CHECK(plain.control_transmissions == 0);
    CHECK(outcome.control_transmissions == plain.transmissions + 4 * 5 * 4);
    CHECK(outcome.transmissions == 2 * plain.transmissions + 4 * 5 * 4);
    CHECK(support::slots_of(outcome, "rehearse") == 2 * 20 + 8);
    CHECK(support::slots_of(outcome, "agree") == 8);
    CHECK(outcome.units == tutti::rational{2 * 20 + 8 + 2 + support::slots_of(outcome, "gather")});
    REQUIRE(plain.termination.has_value());
    CHECK(plain.termination->first_slot == 2 * 20 + 8);
    CHECK(plain.slots == plain.last_arrival);
}

TEST_CASE("gathers are the same on any threads and executor") {
    for (const tutti::algorithm* const algorithm : {&direct(), &replay()}) {
        const tutti::experiment plan = on_square(*algorithm, 5, "random:9", grid_edge::closed);
        const tutti::result alone = support::run(plan);
        for (const support::team& team : support::teams()) {
            const tutti::result outcome = support::run(plan, team);
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.digest == alone.digest);
            CHECK(outcome.units == alone.units);
        }
    }
}

TEST_CASE("networks and destinations that do not fit are refused") {
    for (const tutti::algorithm* const algorithm : {&direct(), &replay()}) {
        CHECK(algorithm->inapplicable_reason(tutti::grid{{3, 3, 3}, grid_edge::open}) ==
              "needs two dimensions");
        CHECK(algorithm->inapplicable_reason(tutti::grid{{3, 4}, grid_edge::open}) ==
              "needs equal sides, as array:3x3");
        CHECK(algorithm->inapplicable_reason(tutti::grid{{5}, grid_edge::closed}) ==
              "needs two dimensions");
        CHECK_THROWS((void)tutti::problem_of(on_square(*algorithm, 3, "nodes:4,4")));
    }
}

}  // TEST_SUITE("algorithms/mesh/routing/partial_gather.cpp")
