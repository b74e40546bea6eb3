#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/gather_scatter/distance_order.hpp"
#include "algorithms/hypercube/watched_run.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/gather_scatter/gather.cpp") {

namespace {

using support::hop;
using support::watched_run;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;
using tutti::task;

constexpr auto ports = tutti::port_model::single_port_full_duplex;

support::watched_program to(int d, node_id root) {
    return support::with_messages(
        support::program_of("gather/single-port", d),
        [root](node_id node) { return support::letters_of(node, node != root); }, root);
}

support::watched_program scatter_from(int d, node_id root) {
    return support::with_messages(support::program_of("scatter/single-port", d), [=](node_id node) {
        return node == root ? support::letters_to_others(root, d) : tutti::initial_messages{};
    });
}

/// All roots of small cubes, some of larger ones.
std::vector<node_id> roots(int d) {
    const auto nodes = node_id{1} << d;
    std::vector<node_id> numbers;
    for (node_id root = 0; root < nodes; root += d <= 4 ? 1 : nodes / 4 + 1) {
        numbers.push_back(root);
    }
    return numbers;
}

/// A scatter backwards: the message for a node is that node's message.
std::vector<hop> reversed(std::vector<hop> hops, int d, node_id root) {
    for (hop& each : hops) {
        each = {.at = (slot{1} << d) - each.at,
                .from = each.to(),
                .through = each.through,
                .origin = root ^ (each.number + 1),
                .number = 0};
    }
    std::ranges::sort(hops);
    return hops;
}

constexpr node_id leaf = 9;

/// The part of the leaf, which sends its message `late` slots after its time.
task<> leaf_sends(support::judged_node& self, tutti::initial_messages initial, slot late) {
    const int d = self.network().dimensions();
    const slot in_time = (slot{1} << d) - tutti::nodes_farther(leaf, d) - 1 - std::popcount(leaf);
    co_await self.until(in_time + late);
    self.send(d - 1, tutti::short_packet::of(initial[0], tutti::packet_kind::data));
    self.mark("gather");
}

std::string outcome_if_late(slot late) {
    return support::verdict_line(
        "gather/single-port", 4,
        [late, program = support::program_of("gather/single-port", 4)](
            auto& self, tutti::node_input input, const tutti::knowledge& knowledge) {
            return self.id() == leaf ? leaf_sends(self, std::move(input.messages), late)
                                     : program(self, std::move(input), knowledge);
        });
}

}  // namespace

TEST_CASE("it is the scatter backwards in time, hop by hop") {
    for (int d = 1; d <= 9; ++d) {
        for (const node_id root : roots(d)) {
            const watched_run scattered = support::watch(d, ports, scatter_from(d, root));
            CAPTURE(d);
            CAPTURE(root);
            CHECK(support::watch(d, ports, to(d, root)).hops == reversed(scattered.hops, d, root));
        }
    }
}

TEST_CASE("the root gets every other node's message, and no other node any") {
    for (int d = 1; d <= 9; ++d) {
        for (const node_id root : roots(d)) {
            std::vector<std::vector<std::uint64_t>> expected(std::size_t{1} << d);
            for (node_id node = 0; node < expected.size(); ++node) {
                if (node != root) {
                    expected[root].push_back(support::payload_of(node, 0));
                }
            }
            std::ranges::sort(expected[root]);
            CAPTURE(d);
            CAPTURE(root);
            CHECK(support::payloads_of(support::watch(d, ports, to(d, root))) == expected);
        }
    }
}

TEST_CASE("a node is done when it has sent its last packet, the root when it has all") {
    for (int d = 1; d <= 9; ++d) {
        for (const node_id root : roots(d)) {
            const watched_run run = support::watch(d, ports, to(d, root));
            std::vector<slot> last(run.done.size());
            for (const hop& each : run.hops) {
                last[each.from] = std::max(last[each.from], each.at);
            }
            last[root] = (slot{1} << d) - 1;
            CAPTURE(d);
            CAPTURE(root);
            CHECK(run.done == last);
        }
    }
}

TEST_CASE("the nodes that come before a node are counted as they stand in the list") {
    for (int d = 1; d <= 10; ++d) {
        const std::vector<node_id> order = tutti::farthest_first(hypercube{d});
        int wrong = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            wrong += tutti::nodes_farther(order[i], d) == static_cast<slot>(i) ? 0 : 1;
        }
        CAPTURE(d);
        CHECK(wrong == 0);
    }
    // All but node 0 come before the farthest root link of the largest cube.
    CHECK(tutti::nodes_farther(node_id{1} << 29U, 30) == (slot{1} << 30) - 2);
    CHECK(tutti::nodes_farther((node_id{1} << 30U) - 1, 30) == 0);
}

TEST_CASE("hops, deliveries and digest are the same on all threads") {
    CHECK(support::is_same_on_all_teams(8, ports, to(8, 77)));
}

TEST_CASE("a node that sends late, or goes by another root, is found out") {
    CHECK(outcome_if_late(0) == "complete");
    CHECK(outcome_if_late(1) == "model-violation: delivery, phases");
    CHECK(outcome_if_late(20) == "late: phases, time");
    const auto misled = [program = support::program_of("gather/single-port", 4)](
                            auto& self, tutti::node_input input, tutti::knowledge knowledge) {
        if (self.id() == 6) {
            knowledge.tell(tutti::knowledge_item::root, 1);
        }
        return program(self, std::move(input), std::move(knowledge));
    };
    CHECK(support::verdict_line("gather/single-port", 4, misled) ==
          "model-violation: delivery, phases");
}

}  // TEST_SUITE("algorithms/hypercube/gather_scatter/gather.cpp")
