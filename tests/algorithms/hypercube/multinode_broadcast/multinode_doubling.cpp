#include <bit>
#include <cstddef>
#include <optional>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mutating_program.hpp"
#include "algorithms/trial.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/node/slot.hpp"

TEST_SUITE("algorithms/hypercube/multinode_broadcast/multinode_broadcast.cpp") {

namespace {

using tutti::node_id;
using tutti::slot;

const tutti::algorithm& doubling() { return support::entry("multinode-broadcast/doubling"); }

}  // namespace

// Messages of a node at the start of stage k: those of its subcube, number j that of the node that
// differs from it by j.
TEST_CASE("in slot t a node gets the message of the node that differs from it by t") {
    for (int d = 1; d <= 8; ++d) {
        support::event_recorder log;
        (void)support::run_logged(support::on_cube(doubling(), d), log);
        const std::size_t nodes = std::size_t{1} << d;
        int wrong = 0;
        for (const tutti::transmission& each : log.transmissions()) {
            const node_id to = each.from ^ node_id { 1 } << each.through;
            const node_id difference = to ^ each.content.value_or(tutti::message{}).origin;
            wrong += static_cast<slot>(difference) == each.at + 1 ? 0 : 1;
            wrong += each.through == static_cast<int>(std::bit_width(difference)) - 1 ? 0 : 1;
        }
        CAPTURE(d);
        CHECK(wrong == 0);
        CHECK(log.transmissions().size() == nodes * (nodes - 1));
        CHECK(support::done_slots(support::on_cube(doubling(), d)) ==
              std::vector<slot>(nodes, static_cast<slot>(nodes) - 1));
    }
}

TEST_CASE("every node is delivered its own message first, and then one a slot") {
    support::event_recorder log;
    CHECK(support::verdict_line(support::run_logged(support::on_cube(doubling(), 6), log)) ==
          "complete");
    std::vector<std::vector<tutti::delivery>> of_nodes(64);
    for (const tutti::delivery& each : log.deliveries()) {
        of_nodes[each.to].push_back(each);
    }
    for (const auto& deliveries : of_nodes) {
        REQUIRE(deliveries.size() == 64);
        for (std::size_t i = 0; i < deliveries.size(); ++i) {
            CHECK(deliveries[i].at == static_cast<slot>(i));
            CHECK(deliveries[i].content.origin == (deliveries[i].to ^ static_cast<node_id>(i)));
        }
    }
}

TEST_CASE("slots, hops and digest are the same on all threads") {
    const tutti::result alone = support::run(support::on_cube(doubling(), 8));
    for (const support::team& team : support::teams()) {
        const tutti::result outcome = support::run(support::on_cube(doubling(), 8), team);
        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.slots == alone.slots);
        CHECK(outcome.transmissions == alone.transmissions);
        CHECK(outcome.digest == alone.digest);
    }
}

TEST_CASE("a node that sends its own message again in place of another is found out") {
    std::optional<tutti::short_packet> own;  // of node 3, which it sends first
    const support::tampering repeats{.send = [&](const support::moment& now, const auto& sent) {
        if (now.node == 3 && !own) {
            own = sent;
        }
        return std::vector{now.node == 3 && now.at == 3 ? own.value_or(sent) : sent};
    }};
    const tutti::algorithm twice =
        support::with_tampering(doubling(), [&](const auto&, const auto&) { return repeats; });
    CHECK(support::verdict_line(support::run(support::on_cube(twice, 4))) == "incorrect: delivery");
}

}  // TEST_SUITE("algorithms/hypercube/multinode_broadcast/multinode_broadcast.cpp")
