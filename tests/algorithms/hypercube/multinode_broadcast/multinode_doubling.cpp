#include "algorithms/hypercube/multinode_broadcast/multinode_doubling.hpp"

#include <bit>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/watched_run.hpp"
#include "tutti/node/slot.hpp"

TEST_SUITE("algorithms/hypercube/multinode_broadcast/multinode_doubling.hpp") {

namespace {

using support::hop;
using support::watched_run;
using tutti::node_id;
using tutti::slot;

constexpr auto ports = tutti::port_model::single_port_full_duplex;

watched_run seen(int d) {
    return support::watch(d, ports, [](auto& self) {
        return tutti::multinode_doubling(self, support::letters_of(self.id(), 1));
    });
}

}  // namespace

// Messages of a node at the start of stage k: those of its subcube, number j that of the node that
// differs from it by j.
TEST_CASE("in slot t a node gets the message of the node that differs from it by t") {
    for (int d = 1; d <= 8; ++d) {
        const watched_run run = seen(d);
        const std::size_t nodes = std::size_t{1} << d;
        int wrong = 0;
        for (const hop& each : run.hops) {
            wrong += static_cast<slot>(each.to() ^ each.origin) == each.at ? 0 : 1;
            wrong += each.through == static_cast<int>(std::bit_width(each.to() ^ each.origin)) - 1
                         ? 0
                         : 1;
        }
        CAPTURE(d);
        CHECK(wrong == 0);
        CHECK(run.hops.size() == nodes * (nodes - 1));
        CHECK(run.done == std::vector<slot>(nodes, static_cast<slot>(nodes) - 1));
    }
}

TEST_CASE("every node is delivered its own message first, and then one a slot") {
    const watched_run run = seen(6);
    for (const auto& deliveries : run.delivered) {
        REQUIRE(deliveries.size() == 64);
        for (std::size_t i = 0; i < deliveries.size(); ++i) {
            CHECK(deliveries[i].at == static_cast<slot>(i));
            CHECK(deliveries[i].content.payload ==
                  support::payload_of(deliveries[i].to ^ static_cast<node_id>(i), 0));
        }
    }
}

TEST_CASE("hops, deliveries and digest are the same on all threads") {
    CHECK(support::is_same_on_all_teams(8, ports, [](auto& self) {
        return tutti::multinode_doubling(self, support::letters_of(self.id(), 1));
    }));
}

TEST_CASE("a node that sends its own message again in place of another is found out") {
    const auto twice = [](auto& self, tutti::node_input input,
                          const tutti::knowledge& /*knowledge*/) -> tutti::task<> {
        const support::tampering repeats{.send = [&](const support::moment& now, const auto& sent) {
            const bool is_wrong = now.node == 3 && now.at == 3;
            return std::vector{is_wrong ? tutti::cube_packet::of(input.messages[0], sent.kind())
                                        : sent};
        }};
        support::tampering_node view{self, repeats};
        co_await tutti::multinode_doubling(view, input.messages);
    };
    CHECK(support::verdict_line("multinode-broadcast/doubling", 4, twice) == "incorrect: delivery");
}

}  // TEST_SUITE("algorithms/hypercube/multinode_broadcast/multinode_doubling.hpp")
