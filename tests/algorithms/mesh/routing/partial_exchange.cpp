#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/emulation.hpp"
#include "algorithms/mesh/routing/two_leg_routing.hpp"
#include "algorithms/mesh/square.hpp"
#include "algorithms/trial.hpp"
#include "support/derived_payloads.hpp"
#include "support/testbed.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/any_program.hpp"

TEST_SUITE("algorithms/mesh/routing/partial_exchange.cpp") {

namespace {

using support::on_square;
using tutti::grid_edge;
using tutti::node_id;
using tutti::slot;

const tutti::algorithm& exchange() { return support::entry("partial-exchange/row-column"); }

/// Runs an exchange, and complains about what does not hold.
std::string complaint_of_run(int side, const tutti::broadcaster_set& active, grid_edge edge) {
    support::event_recorder log;
    const tutti::result measured =
        support::run_logged(on_square(exchange(), side, support::written(active), edge), log);
    const std::string outcome = support::verdict_line(measured);
    if (outcome != "complete") {
        return outcome;
    }
    const std::vector<support::move> moves = support::exchange_moves(log, slot{4} * (side / 2));
    slot last = 0;
    for (const support::move& each : moves) {
        last = std::max(last, each.at);
    }
    if (support::slots_of(measured, "exchange") != last) {
        return "the phase does not end with the last packet";
    }
    return support::complaint_about(side, support::exchanged(side, active.nodes), moves);
}

tutti::broadcaster_set drawn(int side, std::uint64_t count, tutti::split_mix& random) {
    return tutti::broadcasters_at(
        tutti::pick(static_cast<std::size_t>(side * side), count, random.next()));
}

/// The most members of one line of those for which `is_meant`, by the digit that its nodes share.
template <class Meant>
std::int64_t most_in_a_line(const std::vector<support::routed>& packets, int side, bool by_row,
                            Meant is_meant) {
    std::map<node_id, std::vector<node_id>> lines;
    for (const support::routed& each : packets) {
        if (is_meant(each)) {
            const auto p = static_cast<node_id>(side);
            auto& line = lines[by_row ? each.source / p : each.source % p];
            if (std::ranges::find(line, each.source) == line.end()) {
                line.push_back(each.source);
            }
        }
    }
    std::size_t most = 0;
    for (const auto& [line, members] : lines) {
        most = std::max(most, members.size());
    }
    return static_cast<std::int64_t>(most);
}

/// A run of three moves on the 2 x 2 array, that of node 1 alone.
std::vector<support::move> moves_of_node_1() {
    return {{.at = 1, .from = 1, .through = 0, .source = 1, .destination = 0},
            {.at = 1, .from = 1, .through = 3, .source = 1, .destination = 3},
            {.at = 2, .from = 1, .through = 0, .source = 1, .destination = 2},
            {.at = 3, .from = 0, .through = 3, .source = 1, .destination = 2}};
}

}  // namespace

TEST_CASE("any active nodes up to p = 3 exchange in the canonical order") {
    for (const int side : {2, 3}) {
        for (std::uint64_t members = 0; members < std::uint64_t{1} << (side * side); ++members) {
            CAPTURE(side);
            CAPTURE(members);
            CHECK(complaint_of_run(side, support::subset(members), grid_edge::open).empty());
        }
    }
}

TEST_CASE("drawn active nodes exchange in the canonical order, on tori over array links") {
    tutti::split_mix random{61};
    for (const int side : {3, 4, 5, 6}) {
        const auto nodes = static_cast<std::uint64_t>(side * side);
        for (int i = 0; i < 8; ++i) {
            const auto active = drawn(side, random.next() % (nodes + 1), random);
            CAPTURE(support::written(active));
            CHECK(complaint_of_run(side, active, grid_edge::open).empty());
            CHECK(complaint_of_run(side, active, grid_edge::closed).empty());
        }
    }
}

TEST_CASE("no node, one node and all nodes exchange") {
    for (const int side : {2, 3, 4, 7}) {
        for (const char* const active : {"none", "nodes:0", "nodes:3", "all"}) {
            const tutti::result outcome = support::run(on_square(exchange(), side, active));
            CAPTURE(side);
            CAPTURE(active);
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.units <= outcome.expected->units);
            CHECK((support::slots_of(outcome, "exchange") == 0) == (outcome.packets == 0));
        }
    }
}

TEST_CASE("at most sqrt(M) nodes of a row send along it first, and of a column likewise") {
    tutti::split_mix random{62};
    for (int i = 0; i < 200; ++i) {
        const int side = 2 + static_cast<int>(random.next() % 7);
        const auto nodes = static_cast<std::uint64_t>(side * side);
        const auto active = drawn(side, random.next() % (nodes + 1), random);
        const auto packets = support::exchanged(side, active.nodes);
        const auto root = static_cast<std::int64_t>(
            std::floor(std::sqrt(static_cast<double>(active.nodes.size()))));
        CAPTURE(support::written(active));
        CHECK(most_in_a_line(packets, side, true,
                             [](const auto& each) { return each.first == 0; }) <= root);
        CHECK(most_in_a_line(packets, side, false,
                             [](const auto& each) { return each.first == 1; }) <= root);
    }
}

TEST_CASE("control steps have their own length, and the nodes know the end at the deadline") {
    tutti::experiment plan = on_square(exchange(), 5, "nodes:0,7,8,24");
    const tutti::result whole = support::run(plan);
    plan.parameters["prefix-step"] = "1/8";
    const tutti::result short_steps = support::run(plan);

    const slot data = support::slots_of(whole, "exchange");
    CHECK(support::slots_of(whole, "sums") == 4);
    CHECK(support::slots_of(whole, "total") == 4);
    CHECK(whole.units == tutti::rational{8 + data});
    CHECK(whole.slots == 8 + data);
    CHECK(whole.last_arrival == 8 + data);
    CHECK(short_steps.units == tutti::rational{1 + data});
    CHECK(short_steps.slots == 8 + data);
    CHECK(short_steps.expected->units == tutti::rational{1 + 2 * 2 * 20 + 8});
    REQUIRE(short_steps.termination.has_value());
    CHECK(short_steps.termination->first_slot == 8 + 2 * 2 * 20 + 8);
    CHECK(short_steps.termination->last_slot == short_steps.termination->first_slot);
    CHECK(short_steps.control_transmissions == 6 * 5 * 4);
}

TEST_CASE("every node counts the active nodes of its row and of its column") {
    tutti::split_mix random{63};
    for (int side = 2; side <= 6; ++side) {
        const tutti::grid shape{{side, side}, grid_edge::open};
        const auto active = drawn(side, random.next() % shape.node_count(), random);
        tutti::one_message_each each;
        for (node_id node = 0; node < shape.node_count(); ++node) {
            std::uint64_t both = 0;
            for (const node_id other : active.nodes) {
                both += shape.digit(node, 1) == shape.digit(other, 1) ? 1000U : 0U;
                both += shape.digit(node, 0) == shape.digit(other, 0) ? 1U : 0U;
            }
            each.expected.push_back({.origin = node, .number = 0, .payload = both});
        }
        tutti::delivery_verifier receiver{each, tutti::derived_payloads{1}};
        const tutti::emulation emulation{
            .machine = {.threads = 1, .executor = tutti::executor_kind::plain_threads},
            .run = {},
            .receiver = &receiver,
            .ended = [&](const tutti::run_report& report) {
                CHECK(report.clock_slots == 2 * (side / 2));
                CHECK(report.transmissions == 4U * static_cast<unsigned>(side * (side - 1)));
            }};
        const auto count = [&](auto& self, tutti::node_input /*input*/,
                               const tutti::knowledge& /*knowledge*/) -> tutti::task<> {
            const auto lines = co_await tutti::count_lines(self, active.packets_of(self.id()));
            self.deliver(
                {.origin = self.id(), .number = 0, .payload = 1000 * lines.row + lines.column});
        };
        tutti::any_program::on<tutti::long_packet>(shape, count)
            .run({.input = [](node_id /*node*/) { return tutti::node_input{}; },
                  .node_knowledge = {}},
                 emulation);
        CHECK(receiver.counts().hold());
    }
}

TEST_CASE("runs are the same on any threads and executor") {
    const tutti::experiment plan = on_square(exchange(), 6, "random:13", grid_edge::closed);
    const tutti::result alone = support::run(plan);
    for (const support::team& team : support::teams()) {
        const tutti::result outcome = support::run(plan, team);
        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.digest == alone.digest);
        CHECK(outcome.units == alone.units);
    }
}

TEST_CASE("a block in the corner and half the array take what the paper says at least") {
    const auto bound = [](int side, const auto& is_active) {
        std::vector<node_id> nodes;
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                if (is_active(x, y)) {
                    nodes.push_back(static_cast<node_id>(y * side + x));
                }
            }
        }
        const tutti::problem input{{.network = tutti::grid{{side, side}, grid_edge::open},
                                    .parameters = with_defaults(exchange().parameters, {})},
                                   tutti::broadcasters_at(nodes)};
        return exchange().lower_bound(input).units.to_double();
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

TEST_CASE("networks that are no square arrays or tori are refused") {
    const auto inapplicable_reason = [](std::vector<int> sides, grid_edge edge) {
        return exchange().inapplicable_reason(tutti::grid{std::move(sides), edge});
    };
    CHECK(inapplicable_reason({2, 2}, grid_edge::open).empty());
    CHECK(inapplicable_reason({3, 3}, grid_edge::closed).empty());
    CHECK(inapplicable_reason({3, 3, 3}, grid_edge::open) == "needs two dimensions");
    CHECK(inapplicable_reason({5}, grid_edge::closed) == "needs two dimensions");
    CHECK(inapplicable_reason({3, 4}, grid_edge::open) == "needs equal sides, as array:3x3");
    CHECK(inapplicable_reason({2, 2}, grid_edge::closed) == "needs sides of 3 or more on a torus");
    CHECK(exchange().inapplicable_reason(tutti::hypercube{2}) == "runs on arrays and tori only");
    CHECK_THROWS_WITH((void)tutti::problem_of(on_square(exchange(), 3, "nodes:4,4")),
                      "'nodes:4,4': node 4 has 2 packets, and row-column takes one a node");
}

TEST_CASE("moves that waste a link, overtake or go astray are found") {
    const std::vector<node_id> active{1};
    const auto packets = support::exchanged(2, active);
    const auto complaint = [&](const auto& change) {
        std::vector<support::move> moves = moves_of_node_1();
        change(moves);
        return support::complaint_about(2, packets, moves);
    };

    CHECK(complaint([](auto&) {}).empty());
    CHECK(complaint([](auto& moves) { moves[1].at = 2; }) == "link 3 of node 1 is idle in slot 1");
    CHECK(complaint([](auto& moves) { moves[3].at = 4; }) == "link 3 of node 0 is idle in slot 3");
    CHECK(complaint([](auto& moves) { std::swap(moves[0].at, moves[2].at); }) ==
          "not the first packet leaves through link 0 of node 1 in slot 1");
    CHECK(complaint([](auto& moves) { moves[2].at = 1; }) ==
          "link 0 of node 1 carries two packets in slot 1");
    CHECK(complaint([](auto& moves) { moves[3].from = 1; }) ==
          "link 3 of node 0 is idle in slot 3");
    CHECK(complaint([](auto& moves) { moves.pop_back(); }) == "a packet did not arrive");
    CHECK(complaint([](auto& moves) {
              moves.push_back({.at = 3, .from = 2, .through = 1, .source = 1, .destination = 0});
          }) == "the packet of 1 for 0 is not at 2 in slot 3");
    CHECK(complaint([](auto& moves) {
              moves.push_back({.at = 2, .from = 0, .through = 3, .source = 1, .destination = 0});
          }) == "the packet of 1 for 0 leaves its way at 0");
}

}  // TEST_SUITE("algorithms/mesh/routing/partial_exchange.cpp")
