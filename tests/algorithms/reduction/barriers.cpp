#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/reduction.hpp"
#include "reduction_trial.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/random.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("collectives/reduction.hpp") {

namespace {

using tutti::slot;

struct barrier_case {
    std::string_view algorithm;
    std::string_view network;
};

constexpr std::array<barrier_case, 22> barriers{{{"barrier/dimension-exchange", "hypercube:1"},
                                                 {"barrier/dimension-exchange", "hypercube:2"},
                                                 {"barrier/dimension-exchange", "hypercube:3"},
                                                 {"barrier/dimension-exchange", "hypercube:5"},
                                                 {"barrier/single-port", "hypercube:1"},
                                                 {"barrier/single-port", "hypercube:2"},
                                                 {"barrier/single-port", "hypercube:3"},
                                                 {"barrier/single-port", "hypercube:5"},
                                                 {"barrier/rounds", "path:1"},
                                                 {"barrier/rounds", "path:2"},
                                                 {"barrier/rounds", "path:6"},
                                                 {"barrier/rounds", "ring:1"},
                                                 {"barrier/rounds", "ring:2"},
                                                 {"barrier/rounds", "ring:7"},
                                                 {"barrier/rounds", "complete:5"},
                                                 {"barrier/rounds", "hypercube:3"},
                                                 {"barrier/rounds", "array:3x4"},
                                                 {"barrier/rounds", "torus:2x5"},
                                                 {"barrier/rounds", "ccc:3"},
                                                 {"barrier/rounds", "wheel:6"},
                                                 {"barrier/rounds", "debruijn:3"},
                                                 {"barrier/rounds", "product(path:3,star:4)"}}};

/// Slot in which every node goes on, if the last node calls in slot `last`.
slot end_of(const barrier_case& each, const tutti::network& net, slot last) {
    const slot diameter = tutti::diameter(net);
    return each.algorithm == "barrier/single-port"
               ? diameter * ((last + diameter - 1) / diameter + 1)
               : last + diameter;
}

/// One over every dimension, or over every link in each round.
std::uint64_t tokens_of(const tutti::experiment& plan) {
    const std::size_t links = tutti::link_count(plan.built_network);
    return plan.algorithm->name == "rounds"
               ? links * static_cast<std::uint64_t>(tutti::diameter(plan.built_network))
               : links;
}

/// The slots in which the nodes go on that call in these.
std::vector<slot> ends_of(const tutti::experiment& plan, const std::vector<slot>& calls) {
    const support::own_run run = support::run_on(
        plan, [&](tutti::node_id node) { return tutti::node_input{.call = calls[node]}; });
    CHECK(run.report.ending == tutti::run_ending::completed);
    CHECK(run.report.transmissions == tokens_of(plan));
    CHECK(run.report.control_transmissions == run.report.transmissions);
    std::vector<slot> ends;
    for (const auto& at_node : run.delivered) {
        REQUIRE(at_node.size() == 1);
        CHECK(at_node[0].content == tutti::message{});
        ends.push_back(at_node[0].at);
    }
    return ends;
}

}  // namespace

TEST_CASE("barriers end at once for all, exactly when the last call allows, whatever the skew") {
    for (const barrier_case& each : barriers) {
        for (const std::uint64_t skew : {0U, 1U, 3U, 10U, 50U}) {
            for (std::uint64_t seed = 1; seed <= 4; ++seed) {
                CAPTURE(each.algorithm);
                CAPTURE(each.network);
                CAPTURE(skew);
                CAPTURE(seed);
                tutti::experiment plan =
                    support::on_network(support::entry(each.algorithm), each.network);
                plan.parameters = {{"skew", skew}};
                plan.seed = seed;
                const slot last = tutti::last_call(tutti::problem_of(plan));

                const tutti::result outcome = support::run(plan);

                CHECK(support::verdict_line(outcome) == "complete");
                CHECK(outcome.slots == end_of(each, plan.built_network, last));
                CHECK(outcome.transmissions == tokens_of(plan));
                CHECK(outcome.control_transmissions == outcome.transmissions);
                CHECK(outcome.lower_bound.units <= tutti::rational{outcome.slots});
            }
        }
    }
}

TEST_CASE("whoever comes late alone, all wait for that node and go on in one slot") {
    for (const barrier_case& each : barriers) {
        const tutti::experiment plan =
            support::on_network(support::entry(each.algorithm), each.network);
        const std::size_t nodes = tutti::node_count(plan.built_network);
        for (std::size_t late = 0; late<nodes; late += nodes> 16 ? 5 : 1) {
            for (const slot call : {1, 2, 7, 40}) {
                CAPTURE(each.algorithm);
                CAPTURE(each.network);
                CAPTURE(late);
                CAPTURE(call);
                std::vector<slot> calls(nodes);
                calls[late] = call;
                CHECK(ends_of(plan, calls) ==
                      std::vector<slot>(nodes, end_of(each, plan.built_network, call)));
            }
        }
    }
}

TEST_CASE("whoever comes early alone waits for the others") {
    for (const barrier_case& each : barriers) {
        const tutti::experiment plan =
            support::on_network(support::entry(each.algorithm), each.network);
        const std::size_t nodes = tutti::node_count(plan.built_network);
        CAPTURE(each.algorithm);
        CAPTURE(each.network);
        for (std::size_t early = 0; early < nodes && nodes > 1; early += 3) {
            std::vector<slot> calls(nodes, 20);
            calls[early] = 0;
            CHECK(ends_of(plan, calls) ==
                  std::vector<slot>(nodes, end_of(each, plan.built_network, 20)));
        }
    }
}

TEST_CASE("calls of any pattern end as the last one says") {
    tutti::split_mix random{7};
    for (const barrier_case& each : barriers) {
        const tutti::experiment plan =
            support::on_network(support::entry(each.algorithm), each.network);
        const std::size_t nodes = tutti::node_count(plan.built_network);
        for (int i = 0; i < 8; ++i) {
            std::vector<slot> calls(nodes);
            for (slot& call : calls) {
                // Many at once, and some much later.
                const std::uint64_t drawn = random.next();
                call = static_cast<slot>(drawn % 4 == 0 ? drawn / 4 % 60 : drawn / 4 % 3);
            }
            CAPTURE(each.algorithm);
            CAPTURE(each.network);
            CHECK(ends_of(plan, calls) ==
                  std::vector<slot>(nodes,
                                    end_of(each, plan.built_network, std::ranges::max(calls))));
        }
    }
}

}  // TEST_SUITE("collectives/reduction.hpp")
