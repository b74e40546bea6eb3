#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/greedy.cpp") {

namespace {

using tutti::broadcaster_set;
using tutti::node_id;
using tutti::slot;

constexpr std::string_view pair = "simultaneous-broadcast/pair";
constexpr std::string_view greedy = "simultaneous-broadcast/greedy";
constexpr std::string_view ranked = "simultaneous-broadcast/ranked";

tutti::experiment with(std::string_view name, int d, const broadcaster_set& senders) {
    return support::on_cube(support::entry(name), d, support::written(senders));
}

/// All pairs of different nodes.
std::vector<broadcaster_set> pairs(int d) {
    std::vector<broadcaster_set> sets;
    for (node_id x = 0; x < 1U << d; ++x) {
        for (node_id y = 0; y < x; ++y) {
            sets.push_back(tutti::broadcasters_at({x, y}));
        }
    }
    return sets;
}

}  // namespace

TEST_CASE("the rule never decides anything: greedy does the same, packet by packet") {
    for (int d = 1; d <= 4; ++d) {
        for (const broadcaster_set& senders : pairs(d)) {
            support::event_recorder by_rule;
            support::event_recorder by_order;
            (void)support::run_logged(with(pair, d, senders), by_rule);
            (void)support::run_logged(with(greedy, d, senders), by_order);
            CAPTURE(d);
            CAPTURE(support::written(senders));
            CHECK(support::text_of(by_rule) == support::text_of(by_order));
        }
    }
}

TEST_CASE("two packets at one node take greedy d+1 slots and ranked d") {
    for (int d = 2; d <= 7; ++d) {
        for (const node_id node : {node_id{0}, node_id{1}, static_cast<node_id>((1 << d) - 1)}) {
            const broadcaster_set senders = support::all_at(node, 2);
            CAPTURE(d);
            CAPTURE(node);
            CHECK(support::run(with(greedy, d, senders)).slots == d + 1);
            CHECK(support::run(with(ranked, d, senders)).slots == d);
            CHECK_THROWS_AS((void)support::run(with(pair, d, senders)), std::invalid_argument);
        }
    }
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/greedy.cpp")
