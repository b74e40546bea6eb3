#include "tutti/node/port_model.hpp"

#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_network.hpp"
#include "support/testbed.hpp"

TEST_SUITE("model/port_model") {

namespace {

using support::fault_of;
using tutti::port_model;
using tutti::task;
using node = support::testbed<tutti::graph>::node_type;

/// A packet that `from` sends through `through` in slot 2.
struct sending {
    tutti::node_id from;
    tutti::port through;
    std::uint64_t content = 1;
};

/// Violation of these packets on a star of five, whose node 0 is the centre: port i of the centre
/// leads to node i+1. Every node reads its mail.
std::string fault(port_model ports, const std::vector<sending>& packets) {
    const auto program = [&](node& self) -> task<> {
        co_await self.until(2);
        for (const sending& packet : packets) {
            if (packet.from == self.id()) {
                self.send(packet.through, {packet.content});
            }
        }
        for (;;) {
            co_await self.relay();
            std::ignore = self.inbox();
        }
    };
    return fault_of(support::run_on(support::star(5), program, {.ports = ports}));
}

constexpr auto all = port_model::all_port;
constexpr auto full = port_model::single_port_full_duplex;
constexpr auto half = port_model::single_port_half_duplex;
constexpr auto shout = port_model::shout_and_whisper;

}  // namespace

TEST_CASE("an all-port node uses all its links both ways") {
    CHECK(fault(all, {{0, 0, 1}, {0, 1, 2}, {0, 2}, {0, 3}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}) ==
          "nothing");
}

TEST_CASE("a single-port node sends once a slot") {
    for (const port_model ports : {full, half}) {
        CHECK(fault(ports, {{0, 2}}) == "nothing");
        CHECK(fault(ports, {{0, 2}, {0, 1}}) == "second-send in slot 2 at node 0, port 1");
        CHECK(fault(ports, {{0, 1}, {0, 3}}) == "second-send in slot 2 at node 0, port 3");
        CHECK(fault(ports, {{0, 1}, {0, 1}}) == "link-busy in slot 2 at node 0, port 1");
    }
}

TEST_CASE("a node that receives one packet a slot does not receive two") {
    for (const port_model ports : {full, half, shout}) {
        CHECK(fault(ports, {{4, 0}}) == "nothing");
        CHECK(fault(ports, {{2, 0}, {4, 0}}) == "second-reception in slot 2 at node 0, port 3");
        CHECK(fault(ports, {{2, 0}, {3, 0}, {4, 0}}) ==
              "second-reception in slot 2 at node 0, port 2");
    }
}

TEST_CASE("a full-duplex node sends and receives, through one link or two") {
    CHECK(fault(full, {{0, 0}, {1, 0}}) == "nothing");
    CHECK(fault(full, {{0, 0}, {2, 0}}) == "nothing");
}

TEST_CASE("a half-duplex node and one that shouts send or receive, not both") {
    for (const port_model ports : {half, shout}) {
        CHECK(fault(ports, {{0, 0}, {2, 0}}) == "send-and-receive in slot 2 at node 0, port 1");
        CHECK(fault(ports, {{0, 3}, {2, 0}}) == "send-and-receive in slot 2 at node 0, port 3");
        CHECK(fault(ports, {{0, 1}, {2, 0}}) == "send-and-receive in slot 2 at node 0, port 1");
    }
}

TEST_CASE("of two faults in a node's reception the smaller port is named") {
    CHECK(fault(half, {{0, 0}, {2, 0}, {4, 0}}) == "send-and-receive in slot 2 at node 0, port 1");
    CHECK(fault(half, {{0, 3}, {2, 0}, {3, 0}}) == "second-reception in slot 2 at node 0, port 2");
}

TEST_CASE("a node that shouts sends one message through any ports") {
    CHECK(fault(shout, {{0, 3, 9}, {0, 0, 9}, {0, 2, 9}}) == "nothing");
    CHECK(fault(shout, {{0, 3, 9}, {0, 0, 9}, {0, 2, 8}}) ==
          "two-messages in slot 2 at node 0, port 2");
    CHECK(fault(shout, {{0, 1, 9}, {0, 3, 8}}) == "two-messages in slot 2 at node 0, port 3");
}

TEST_CASE("a shout is measured by the smallest of its ports") {
    CHECK(fault(shout, {{0, 3}, {0, 0}, {0, 2}, {2, 0}}) ==
          "send-and-receive in slot 2 at node 0, port 1");
}

TEST_CASE("what a node sent in an earlier slot is no fault of this one") {
    for (const port_model ports : {full, half, shout}) {
        const auto ping = [](auto& self) -> task<> {
            for (int turn = 0; turn < 6; ++turn) {
                if (self.id() == self.slot() % 2) {
                    self.send(0, {static_cast<std::uint64_t>(turn)});
                }
                co_await self.next_slot();
                std::ignore = self.inbox();
            }
        };

        CHECK(fault_of(support::run_on(support::star(2), ping, {.ports = ports})) == "nothing");
    }
}

TEST_CASE("every model has a name that leads back to it") {
    for (const port_model ports : {all, full, half, shout}) {
        CHECK(tutti::port_model_named(tutti::name_of(ports)) == ports);
    }
    CHECK(tutti::name_of(shout) == "shout");
    CHECK_FALSE(tutti::port_model_named("none").has_value());
}

}  // TEST_SUITE("model/port_model")
