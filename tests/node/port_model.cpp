#include "tutti/node/port_model.hpp"

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "engine/several_engines.hpp"
#include "support/numbered_body.hpp"
#include "support/random_network.hpp"
#include "support/testbed.hpp"
#include "tutti/node/node_interface.hpp"

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
/// leads to node i+1. Every node reads its mail. The violation is the same in programs and in
/// loops, on one engine and on several.
std::string fault(port_model ports, const std::vector<sending>& packets) {
    const auto send = [&](auto& self) {
        for (const sending& packet : packets) {
            if (packet.from == self.id()) {
                self.send(packet.through, {packet.content});
            }
        }
    };
    const auto run = [&](bool in_loop) {
        const auto program = [&](node& self) -> task<> {
            co_await self.until(2);
            auto sending_loop = support::numbered_body{[&](auto& at, int before) {
                if (before == 0) {
                    send(at);
                }
                std::ignore = at.inbox();
                return before < 2 ? tutti::wait_for::next_slot() : tutti::wait_for::nothing();
            }};
            if (in_loop) {
                co_await tutti::each_slot(self, sending_loop);
            } else {
                send(self);
            }
            for (;;) {
                co_await self.relay();
                std::ignore = self.inbox();
            }
        };
        return fault_of(support::compare_engines(support::star(5), program, {.ports = ports}));
    };
    const std::string found = run(false);
    CHECK(run(true) == found);
    return found;
}

constexpr auto all = port_model::all_port;
constexpr auto full = port_model::single_port_full_duplex;
constexpr auto half = port_model::single_port_half_duplex;
constexpr auto shout = port_model::shout_and_whisper;
constexpr auto one_way = port_model::one_way;

}  // namespace

TEST_CASE(
    "a node sends and receives in a slot what its ports allow, and the smallest fault counts") {
    struct row {
        std::string_view fault;
        std::vector<port_model> models;
        std::vector<sending> packets;
    };
    for (const row& each : {
             row{"nothing",
                 {all},
                 {{0, 0, 1}, {0, 1, 2}, {0, 2}, {0, 3}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}},
             {"link-busy in slot 2 at node 0, port 1", {all}, {{0, 1}, {0, 1}}},
             {"no-such-port in slot 2 at node 0, port 4", {all}, {{0, 0}, {0, 4}}},
             {"no-such-port in slot 2 at node 3, port -1", {all}, {{3, -1}}},
             // Sending.
             {"nothing", {full, half, shout}, {{0, 2}}},
             {"second-send in slot 2 at node 0, port 1", {full, half}, {{0, 2}, {0, 1}}},
             {"second-send in slot 2 at node 0, port 3", {full, half}, {{0, 1}, {0, 3}}},
             {"link-busy in slot 2 at node 0, port 1", {full, half}, {{0, 1}, {0, 1}}},
             {"nothing", {shout}, {{0, 3, 9}, {0, 0, 9}, {0, 2, 9}}},
             {"two-messages in slot 2 at node 0, port 2",
              {shout},
              {{0, 3, 9}, {0, 0, 9}, {0, 2, 8}}},
             {"two-messages in slot 2 at node 0, port 3", {shout}, {{0, 1, 9}, {0, 3, 8}}},
             // Receiving.
             {"nothing", {full, half, shout}, {{4, 0}}},
             {"second-reception in slot 2 at node 0, port 3",
              {full, half, shout},
              {{2, 0}, {4, 0}}},
             {"second-reception in slot 2 at node 0, port 2",
              {full, half, shout},
              {{2, 0}, {3, 0}, {4, 0}}},
             // Both.
             {"nothing", {one_way}, {{0, 0}, {2, 0}, {0, 2}}},
             {"link-both-ways in slot 2 at node 0, port 1", {one_way}, {{0, 0}, {2, 0}, {0, 1}}},
             {"nothing", {full}, {{0, 0}, {1, 0}}},
             {"nothing", {full}, {{0, 0}, {2, 0}}},
             {"send-and-receive in slot 2 at node 0, port 1", {half, shout}, {{0, 0}, {2, 0}}},
             {"send-and-receive in slot 2 at node 0, port 3", {half, shout}, {{0, 3}, {2, 0}}},
             {"send-and-receive in slot 2 at node 0, port 1", {half, shout}, {{0, 1}, {2, 0}}},
             {"send-and-receive in slot 2 at node 0, port 1", {half}, {{0, 0}, {2, 0}, {4, 0}}},
             {"second-reception in slot 2 at node 0, port 2", {half}, {{0, 3}, {2, 0}, {3, 0}}},
             {"send-and-receive in slot 2 at node 0, port 1",
              {shout},
              {{0, 3}, {0, 0}, {0, 2}, {2, 0}}},
         }) {
        for (const port_model ports : each.models) {
            CAPTURE(tutti::name_of(ports));
            CHECK(fault(ports, each.packets) == each.fault);
        }
    }
}

TEST_CASE("what a node sent in an earlier slot is no fault of this one, however long it waited") {
    for (const port_model ports : {full, half, shout}) {
        const auto ping = [](auto& self) -> task<> {
            for (int turn = 0; turn < 6; ++turn) {
                if (self.id() == 0) {
                    self.send(0, {1});
                }
                co_await self.mail();
                std::ignore = self.inbox();
                if (self.id() == 1) {
                    co_await self.until(self.slot() + turn % 3);
                    self.send(0, {1});
                }
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
