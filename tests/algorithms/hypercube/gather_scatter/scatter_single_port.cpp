#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/gather_scatter/distance_order.hpp"
#include "algorithms/hypercube/watched_run.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/gather_scatter/scatter.cpp") {

namespace {

using support::hop;
using support::watched_run;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;
using tutti::task;

constexpr auto ports = tutti::port_model::single_port_full_duplex;

/// The program that a node runs when the messages are at `root`.
support::watched_program from(int d, node_id root) {
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

/// The hops that spec/hypercube.md, section 5, has: the root sends by decreasing distance, then by
/// increasing id, one a slot, and packets go on at once over the lowest dimension left.
std::vector<hop> book_hops(int d, node_id root) {
    std::vector<hop> hops;
    slot sigma = 0;
    for (int distance = d; distance > 0; --distance) {
        for (node_id y = 1; y < node_id{1} << d; ++y) {
            if (std::popcount(y) != distance) {
                continue;
            }
            slot at = ++sigma;
            for (node_id here = 0; here != y; ++at) {
                const int through = std::countr_zero(here ^ y);
                hops.push_back({.at = at,
                                .from = here ^ root,
                                .through = through,
                                .origin = root,
                                .number = y - 1});
                here ^= node_id{1} << through;
            }
        }
    }
    std::ranges::sort(hops);
    return hops;
}

/// The root's part, over a list in another order.
task<> send_list(support::judged_node& self, tutti::initial_messages initial,
                 const std::vector<node_id>& order) {
    for (const node_id y : order) {
        self.send(std::countr_zero(y),
                  tutti::short_packet::of(initial[y - 1], tutti::packet_kind::data));
        if (y != order.back()) {
            co_await self.next_slot();
        }
    }
    self.mark("scatter");
}

/// The outcome with the root's list in the order that `sort` gives it.
std::string outcome_with(void (*sort)(std::vector<node_id>&)) {
    const hypercube cube{4};
    std::vector<node_id> order = tutti::farthest_first(cube);
    sort(order);
    const auto program = support::program_of("scatter/single-port", cube.dimensions());
    return support::verdict_line(
        "scatter/single-port", cube.dimensions(),
        [&](auto& self, tutti::node_input input, const tutti::knowledge& knowledge) {
            return input.messages.empty() ? program(self, std::move(input), knowledge)
                                          : send_list(self, std::move(input.messages), order);
        });
}

void keep(std::vector<node_id>& /*order*/) {}
void nearest_first(std::vector<node_id>& order) { std::ranges::reverse(order); }
void by_id(std::vector<node_id>& order) { std::ranges::sort(order); }

}  // namespace

TEST_CASE("every packet crosses the links of the specification in its slots") {
    for (int d = 1; d <= 9; ++d) {
        for (const node_id root : roots(d)) {
            CAPTURE(d);
            CAPTURE(root);
            CHECK(support::watch(d, ports, from(d, root)).hops == book_hops(d, root));
        }
    }
}

TEST_CASE("every node gets the root's message for it, and nothing else") {
    for (int d = 1; d <= 9; ++d) {
        for (const node_id root : roots(d)) {
            std::vector<std::vector<std::uint64_t>> expected(std::size_t{1} << d);
            for (node_id node = 0; node < expected.size(); ++node) {
                if (node != root) {
                    expected[node] = {support::payload_of(root, (node ^ root) - 1)};
                }
            }
            CAPTURE(d);
            CAPTURE(root);
            CHECK(support::payloads_of(support::watch(d, ports, from(d, root))) == expected);
        }
    }
}

TEST_CASE("a node's own message is the last packet that it receives, and then it is done") {
    for (int d = 1; d <= 9; ++d) {
        for (const node_id root : roots(d)) {
            const watched_run run = support::watch(d, ports, from(d, root));
            std::vector<slot> latest(run.done.size());
            for (const hop& each : run.hops) {
                latest[each.to()] = std::max(latest[each.to()], each.at);
            }
            latest[root] = (slot{1} << d) - 1;
            CAPTURE(d);
            CAPTURE(root);
            CHECK(run.done == latest);
        }
    }
}

TEST_CASE("hops, deliveries and digest are the same on all threads") {
    CHECK(support::is_same_on_all_teams(8, ports, from(8, 77)));
}

TEST_CASE("a root that takes its list in another order is found out") {
    CHECK(outcome_with(keep) == "complete");
    CHECK(outcome_with(nearest_first) == "model-violation: delivery, phases");
    CHECK(outcome_with(by_id) == "model-violation: delivery, phases");
}

}  // TEST_SUITE("algorithms/hypercube/gather_scatter/scatter.cpp")
