#include "experiment/stress/shrink.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <variant>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "topology/networks/diameter.hpp"
#include "tutti/experiment/stress.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("experiment/stress/shrink.hpp") {

namespace {

using support::on_cube;
using support::on_network;
using tutti::experiment;
using tutti::node_id;
using tutti::shrink;
using tutti::shrunk_experiment;

const tutti::algorithm& greedy() { return support::entry("simultaneous-broadcast/greedy"); }

const tutti::algorithm& one_dimension() {
    return support::entry("simultaneous-broadcast/one-dimension");
}

std::size_t packets_at(const experiment& plan, node_id node) {
    return tutti::problem_of(plan).broadcasters.packets_of(node);
}

bool has_three_and_five(const experiment& plan) {
    return packets_at(plan, 3) > 0 && packets_at(plan, 5) > 0;
}

/// Network, broadcasters and root.
std::string input_of(const experiment& plan) {
    return plan.network.text() + " " + plan.broadcasters.text() + " " +
           std::to_string(root_of(plan));
}

}  // namespace

TEST_CASE("what fails because of two nodes shrinks to them and the smallest network with them") {
    for (const std::string start : {"all", "nodes:3,5", "nodes:3,3,5,5,5,60", "nodes:1,2,3,4,5"}) {
        experiment failing = on_cube(greedy(), 6, start);
        failing.seed = 77;
        const shrunk_experiment shrunk = shrink(failing, has_three_and_five, {});

        CAPTURE(start);
        CHECK(input_of(shrunk.smallest) == "hypercube:3 nodes:3,5 0");
        CHECK(shrunk.is_finished);
        CHECK(shrunk.smallest.seed == 77);
        CHECK(tutti::node_count(shrunk.smallest.built_network) == 8);
    }
}

TEST_CASE("packets, ids and the network stop where less does not fail") {
    const auto three_packets = [](const experiment& plan) {
        return tutti::problem_of(plan).message_count() >= 3;
    };
    CHECK(input_of(shrink(on_cube(greedy(), 5, "all"), three_packets, {}).smallest) ==
          "hypercube:1 nodes:0,0,0 0");

    const auto node_above = [](const experiment& plan) {
        return !tutti::problem_of(plan).broadcasters.nodes.empty() &&
               tutti::problem_of(plan).broadcasters.nodes.back() >= 11;
    };
    CHECK(input_of(shrink(on_cube(greedy(), 7, "nodes:9,100"), node_above, {}).smallest) ==
          "hypercube:4 nodes:11 0");

    const auto large = [](const experiment& plan) {
        return tutti::diameter(plan.built_network) >= 4;
    };
    CHECK(input_of(shrink(on_cube(greedy(), 7, "all"), large, {}).smallest) ==
          "hypercube:4 none 0");

    experiment rooted = on_cube(support::entry("broadcast/binomial"), 7);
    rooted.root = 100;
    const auto odd = [](const experiment& plan) { return root_of(plan) % 8 == 5; };
    rooted.root = 101;
    CHECK(input_of(shrink(rooted, odd, {}).smallest) == "hypercube:3 all 5");
}

TEST_CASE("sides that must be equal shrink together") {
    const auto two_packets = [](const experiment& plan) {
        return tutti::inapplicable_reason(plan).empty() &&
               tutti::problem_of(plan).message_count() >= 2;
    };
    for (const std::string start : {"torus:4x4", "torus:5x5x5", "torus:3x3"}) {
        const auto sides = static_cast<std::size_t>(std::ranges::count(start, 'x'));
        CAPTURE(start);
        CHECK(input_of(shrink(on_network(one_dimension(), start, "all"), two_packets, {}).smallest)
                  .starts_with(sides == 1 ? "torus:3x3 nodes:" : "torus:3x3x3 nodes:"));
    }
    CHECK(input_of(shrink(on_network(one_dimension(), "array:11x11", "random:7"), two_packets, {})
                       .smallest) == "array:2x2 nodes:0,1 0");

    tutti::algorithm anywhere = one_dimension();
    anywhere.inapplicable_reason = [](const tutti::network&) { return std::string{}; };
    const auto is_wide = [](const experiment& plan) {
        const auto& shape = std::get<tutti::grid>(plan.built_network);
        return shape.side(0) >= 3 && shape.side(1) >= 5;
    };
    CHECK(input_of(shrink(on_network(anywhere, "array:7x7x7", "all"), is_wide, {}).smallest) ==
          "array:3x5x2 none 0");
}

TEST_CASE("only smaller plans are tried, and an abandoned search is reported") {
    const experiment failing = on_cube(greedy(), 6, "all");
    int calls = 0;
    const auto counted = [&](const experiment& plan) {
        ++calls;
        CHECK(tutti::problem_of(plan).message_count() <= 64);
        CHECK(tutti::node_count(plan.built_network) <= 64);
        return has_three_and_five(plan);
    };
    const shrunk_experiment whole = shrink(failing, counted, {});
    CHECK(whole.runs == calls);
    CHECK(whole.runs < 200);

    for (const int runs : {0, 1, 5, 20}) {
        calls = 0;
        const shrunk_experiment part = shrink(failing, counted, {.runs = runs});
        CAPTURE(runs);
        CHECK(calls == runs);
        CHECK_FALSE(part.is_finished);
        CHECK(has_three_and_five(part.smallest));
    }
    CHECK(shrink(failing, counted, {.runs = whole.runs}).is_finished);
}

TEST_CASE("the search ends when time is up or a stop is asked for") {
    const experiment failing = on_cube(greedy(), 6, "all");
    const auto never = [](const experiment&) { return false; };
    const shrunk_experiment late =
        shrink(failing, never, {.time = std::chrono::duration<double>{0}});
    CHECK(late.runs == 0);
    CHECK_FALSE(late.is_finished);
    CHECK(late.smallest.broadcasters.text() == "all");

    const std::stop_source source;
    int calls = 0;
    const auto stops = [&, source](const experiment&) mutable {
        if (++calls == 3) {
            source.request_stop();
        }
        return false;
    };
    const shrunk_experiment stopped = shrink(failing, stops, {.stop = source.get_token()});
    CHECK(stopped.runs == 3);
    CHECK_FALSE(stopped.is_finished);
}

}  // TEST_SUITE("experiment/stress/shrink.hpp")
