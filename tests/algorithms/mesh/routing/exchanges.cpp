/// @file
/// Partial exchanges and gathers, and transpositions, which are both.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/grid.hpp"

TEST_SUITE("algorithms/mesh/routing") {

namespace {

using tutti::node_id;
using tutti::rational;
using tutti::slot;

tutti::experiment on_array(std::string_view algorithm, std::string_view broadcasters,
                           const tutti::parameter_values& parameters = {}) {
    tutti::experiment plan =
        support::on_network(support::entry(algorithm), "array:5x5", broadcasters);
    plan.parameters = parameters;
    return plan;
}

tutti::experiment exchange(const tutti::parameter_values& parameters = {}) {
    return on_array("partial-exchange/row-column", "nodes:0,7,8,24", parameters);
}

tutti::experiment transposition(std::string_view columns, std::string_view rows) {
    return on_array("matrix-transposition/partial", "all", {{"columns", columns}, {"rows", rows}});
}

rational expected_of(const tutti::result& outcome) {
    return outcome.expected.value_or(tutti::expected_time{}).units;
}

slot slots_of(const tutti::result& outcome, std::string_view phase) {
    const auto ran = std::ranges::find(outcome.phases, phase, &tutti::phase_result::name);
    return ran == outcome.phases.end() ? -1 : ran->slots.value_or(-1);
}

void check_end(const tutti::result& outcome, slot end) {
    const auto termination = outcome.termination.value_or(tutti::termination_result{-1, -1});
    CHECK(termination.first_slot == end);
    CHECK(termination.last_slot == end);
}

}  // namespace

TEST_CASE("control steps have their own length, and the nodes know the end at the deadline") {
    const tutti::result whole = support::run(exchange());
    const tutti::result short_steps = support::run(exchange({{"prefix-step", "1/8"}}));
    const slot data = slots_of(whole, "exchange");
    CHECK(slots_of(whole, "sums") == 4);
    CHECK(slots_of(whole, "total") == 4);
    CHECK(whole.units == rational{8 + data});
    CHECK(whole.slots == 8 + data);
    CHECK(whole.last_arrival == 8 + data);
    CHECK(short_steps.units == rational{1 + data});
    CHECK(short_steps.slots == 8 + data);
    CHECK(expected_of(short_steps) == rational{1 + 2 * 2 * 20 + 8});
    CHECK(short_steps.control_transmissions == 6 * 5 * 4);
    check_end(short_steps, 8 + 2 * 2 * 20 + 8);
}

TEST_CASE("the rehearsal of a gather moves as many packets as the gather, all of them control") {
    const tutti::result outcome =
        support::run(on_array("partial-gather/replay", "nodes:3,11,12", {{"prefix-step", "1/4"}}));
    const tutti::result plain = support::run(on_array("partial-gather/direct", "nodes:3,11,12"));
    constexpr std::uint64_t sums = 80;  // along all rows and all columns, there and back
    CHECK(plain.control_transmissions == 0);
    CHECK(outcome.control_transmissions == plain.transmissions + sums);
    CHECK(outcome.transmissions == 2 * plain.transmissions + sums);
    CHECK(slots_of(outcome, "rehearse") == 2 * 20 + 8);
    CHECK(slots_of(outcome, "agree") == 8);
    CHECK(outcome.units == rational{2 * 20 + 8 + 2 + slots_of(outcome, "gather")});
    CHECK(plain.slots == plain.last_arrival);
    check_end(plain, 2 * 20 + 8);
}

TEST_CASE("a gather that replays an exchange takes as long as that") {
    for (const std::string_view active : {"none", "nodes:3", "nodes:0,1,5,6", "random:9", "all"}) {
        CHECK(slots_of(support::run(on_array("partial-gather/replay", active)), "gather") ==
              slots_of(support::run(on_array("partial-exchange/row-column", active)), "exchange"));
    }
}

TEST_CASE("a block in the corner and half the array take what the paper says at least") {
    const tutti::algorithm& exchange = support::entry("partial-exchange/row-column");
    const auto bound = [&](int side, const auto& is_active) {
        std::vector<node_id> nodes;
        for (int node = 0; node < side * side; ++node) {
            if (is_active(node % side, node / side)) {
                nodes.push_back(static_cast<node_id>(node));
            }
        }
        const tutti::problem input{{.network = tutti::grid{{side, side}, tutti::grid_edge::open},
                                    .parameters = with_defaults(exchange.parameters, {})},
                                   tutti::broadcasters_at(nodes)};
        return exchange.lower_bound(input).units.to_double();
    };
    for (const int side : {8, 40}) {
        const int block = side / 4;
        const int nodes = side * side;
        CAPTURE(side);
        CHECK(bound(side, [&](int x, int y) { return x < block && y < block; }) >=
              block * (nodes - block * block) / 2.0);
        CHECK(bound(side, [&](int x, int y) { return x >= side - block && y < block; }) >=
              block * (nodes - block * block) / 2.0);
        CHECK(bound(side, [&](int x, int) { return x < side / 2; }) >= nodes * side / 4.0);
        CHECK(bound(side, [&](int, int y) { return y >= side / 2; }) >= nodes * side / 4.0);
    }
}

TEST_CASE("all and none name what ids do, and all columns are dense where nothing is said") {
    std::string everyone = "0";
    for (int node = 1; node < 25; ++node) {
        everyone += "," + std::to_string(node);
    }
    const auto digest_of = [](const tutti::experiment& plan) { return support::run(plan).digest; };
    const auto digest = digest_of(transposition(everyone, "none"));
    CHECK(digest_of(transposition("all", "none")) == digest);
    CHECK(digest_of(on_array("matrix-transposition/partial", "all")) == digest);
    CHECK(digest_of(transposition("none", "all")) == digest_of(transposition("none", everyone)));
}

TEST_CASE("a transposition ends everywhere by the clock") {
    tutti::experiment plan = transposition("0,7,8,24", "3");
    plan.parameters["prefix-step"] = "1/8";
    const tutti::result outcome = support::run(plan);
    const slot data = 2 * 2 * 20 + 8 + 2 * 20 + 8;
    CHECK(outcome.units == rational{1 + data});
    CHECK(outcome.slots == 8 + data);
    CHECK(expected_of(outcome) == outcome.units);
    CHECK(outcome.control_transmissions == 6 * 5 * 4);
    check_end(outcome, 8 + data);
}

}  // TEST_SUITE("algorithms/mesh/routing")
