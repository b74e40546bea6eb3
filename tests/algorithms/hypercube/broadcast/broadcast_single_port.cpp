#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/watched_run.hpp"
#include "tutti/node/slot.hpp"

TEST_SUITE("algorithms/hypercube/broadcast/broadcast.cpp") {

namespace {

using support::watched_run;
using tutti::node_id;
using tutti::slot;

constexpr auto ports = tutti::port_model::single_port_full_duplex;

/// The program that a node runs when the one message is at `root`.
support::watched_program from(int d, node_id root) {
    return support::with_messages(
        support::program_of("broadcast/single-port", d),
        [root](node_id node) { return support::letters_of(node, node == root); });
}

}  // namespace

TEST_CASE("in slot i all nodes that have the message send it over dimension i") {
    for (int d = 1; d <= 7; ++d) {
        const std::size_t nodes = std::size_t{1} << d;
        for (const node_id root : {node_id{0}, node_id{1}, static_cast<node_id>(nodes - 1)}) {
            const watched_run run = support::watch(d, ports, from(d, root));
            std::vector<std::size_t> senders(static_cast<std::size_t>(d));
            int wrong = 0;
            for (const support::hop& each : run.hops) {
                wrong += each.through == each.at - 1 && each.origin == root ? 0 : 1;
                ++senders.at(static_cast<std::size_t>(each.through));
            }
            CAPTURE(d);
            CAPTURE(root);
            CHECK(wrong == 0);
            for (int i = 0; i < d; ++i) {
                CHECK(senders[static_cast<std::size_t>(i)] == std::size_t{1} << i);
            }
            CHECK(run.done == std::vector<slot>(nodes, d));
        }
    }
}

TEST_CASE(
    "a node receives the root's message in the slot of the highest dimension in which they "
    "differ") {
    for (const node_id root : {0U, 21U, 63U}) {
        const watched_run run = support::watch(6, ports, from(6, root));
        for (node_id node = 0; node < 64; ++node) {
            REQUIRE(run.delivered[node].size() == 1);
            CHECK(run.delivered[node][0].at == static_cast<slot>(std::bit_width(node ^ root)));
            CHECK(run.delivered[node][0].content.payload == support::payload_of(root, 0));
        }
    }
}

TEST_CASE("hops, deliveries and digest are the same on all threads") {
    CHECK(support::is_same_on_all_teams(9, ports, from(9, 300)));
}

TEST_CASE("a root that begins a slot late misses half of the nodes") {
    const auto in_time = support::program_of("broadcast/single-port", 4);
    const auto late = [&](auto& self, tutti::node_input input,
                          tutti::knowledge knowledge) -> tutti::task<> {
        if (!input.messages.empty()) {
            co_await self.next_slot();
        }
        co_await in_time(self, std::move(input), std::move(knowledge));
    };
    CHECK(support::verdict_line("broadcast/single-port", 4, late).starts_with("stalled: delivery"));
}

}  // TEST_SUITE("algorithms/hypercube/broadcast/broadcast.cpp")
