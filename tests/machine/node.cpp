#include "tutti/machine/node.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <ranges>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/testbed.hpp"
#include "tutti/machine/random.hpp"

namespace {

using support::path;
using support::run_on;
using tutti::node_id;
using tutti::slot;
using tutti::task;
using place = std::pair<slot, std::uint64_t>;
using node = support::testbed<path>::node_type;

static_assert(tutti::node_of<node, path>);
static_assert(std::ranges::input_range<node::inbox_view>);

}  // namespace

TEST_SUITE_BEGIN("machine/node");

TEST_CASE("what is sent in slot t is there in slot t+1 and in no other") {
    std::vector<place> heard;
    const auto report = run_on(path{2}, [&](auto& self) -> task<> {
        for (int i = 0; i < 9; ++i) {
            if (self.id() == 0 && self.slot() % 3 != 1) {
                self.send(1, {static_cast<std::uint64_t>(self.slot())});
            }
            for (const auto& [through, packet] : self.inbox()) {
                heard.emplace_back(self.slot(), packet.content);
            }
            co_await self.next_slot();
        }
        const auto last = self.inbox();
        heard.emplace_back(self.slot(), last.empty() ? 99 : last.front().packet.content);
    });

    CHECK(heard == std::vector<place>{{1, 0}, {3, 2}, {4, 3}, {6, 5}, {7, 6}, {9, 99}, {9, 8}});
    CHECK(report.transmissions == 6);
    CHECK(report.last_arrival == 9);
}

TEST_CASE("the inbox shows the same packets however often it is asked") {
    std::vector<std::uint64_t> seen;
    run_on(path{3}, [&](auto& self) -> task<> {
        if (self.id() != 1) {
            self.send(self.has(0) ? 0 : 1, {self.id() + 10U});
            co_return;
        }
        co_await self.mail();
        for (int time = 0; time < 3; ++time) {
            for (const auto& [through, packet] : self.inbox()) {
                seen.push_back(packet.content);
            }
            seen.push_back(self.received(1)->content);
            co_await self.until(self.slot());
        }
    }).rethrow();

    CHECK(seen == std::vector<std::uint64_t>{10, 12, 12, 10, 12, 12, 10, 12, 12});
}

TEST_CASE("arrivals come by increasing port, however they were sent") {
    constexpr int ports = 20;
    std::vector<tutti::port> through;
    std::vector<std::uint64_t> sent_by;
    std::vector<tutti::graph::link> links;
    for (node_id leaf = 0; leaf < ports; ++leaf) {
        links.emplace_back(leaf, ports);
    }
    run_on(tutti::graph{ports + 1, links}, [&](auto& self) -> task<> {
        if (self.id() < ports) {
            co_await self.until(self.id() % 2);
            self.send(0, {self.id()});
            co_return;
        }
        for (int time = 0; time < 2; ++time) {
            co_await self.mail();
            for (const auto& arrived : self.inbox()) {
                through.push_back(arrived.through);
                sent_by.push_back(arrived.packet.content);
            }
        }
    }).rethrow();

    CHECK(through == std::vector<tutti::port>{0, 2, 4, 6, 8, 10, 12, 14, 16, 18,
                                              1, 3, 5, 7, 9, 11, 13, 15, 17, 19});
    CHECK(std::ranges::equal(through, sent_by, [](tutti::port port, std::uint64_t sender) {
        return static_cast<std::uint64_t>(port) == sender;
    }));
}

TEST_CASE("a port without an arrival has received nothing") {
    std::vector<bool> heard;
    run_on(path{3}, [&](auto& self) -> task<> {
        if (self.id() == 2) {
            self.send(0, {5});
        }
        if (self.id() == 1) {
            co_await self.mail();
            heard = {self.received(0) != nullptr, self.received(1) != nullptr};
        }
    }).rethrow();

    CHECK(heard == std::vector<bool>{false, true});
}

TEST_CASE("a node knows its place") {
    std::array<std::vector<int>, 3> known;
    run_on(path{3}, [&](auto& self) -> task<> {
        known.at(self.id()) = {static_cast<int>(self.id()),
                               self.degree(),
                               self.has(-1),
                               self.has(0),
                               self.has(1),
                               self.has(2)};
        CHECK(self.network().node_count() == 3);
        co_return;
    });

    CHECK(known[0] == std::vector{0, 1, 0, 0, 1, 0});
    CHECK(known[1] == std::vector{1, 2, 0, 1, 1, 0});
    CHECK(known[2] == std::vector{2, 1, 0, 1, 0, 0});
}

TEST_CASE("the m-th draw of a node is a function of seed, node and m alone") {
    constexpr std::uint64_t seed = 77;
    std::array<std::vector<std::uint64_t>, 4> drawn;
    support::testbed<path> bed{path{4}};
    for (int time = 0; time < 2; ++time) {
        std::ranges::for_each(drawn, &std::vector<std::uint64_t>::clear);
        bed.run(
            [&](auto& self) -> task<> {
                for (int i = 0; i < 5; ++i) {
                    drawn.at(self.id()).push_back(self.random());
                    co_await self.until(self.slot() + self.id());
                }
            },
            {.seed = seed});
        for (node_id id = 0; id < drawn.size(); ++id) {
            for (std::uint64_t call = 1; call <= 5; ++call) {
                CHECK(drawn.at(id)[call - 1] == tutti::mix(seed + 0x9E3779B97F4A7C15U * (id + 1U) +
                                                           0xD1B54A32D192ED03U * call));
            }
        }
    }
}

TEST_CASE("packets that say so are counted as control") {
    const auto report = run_on(path{2}, [](auto& self) -> task<> {
        self.send(self.has(0) ? 0 : 1, {self.id() == 0 ? std::uint64_t{1} << 62U : 1});
        co_await self.mail();
        std::ignore = self.inbox();
    });

    CHECK(report.transmissions == 2);
    CHECK(report.control_transmissions == 1);
}

TEST_CASE("deliveries reach the observer in the order of nodes, after the slot's transmissions") {
    support::testbed<path> bed{path{2}};
    const auto report = bed.run([](auto& self) -> task<> {
        self.deliver({.origin = 5, .number = self.id(), .payload = 1});
        self.send(self.has(0) ? 0 : 1, {self.id()});
        self.deliver({.origin = 6, .number = self.id(), .payload = 2});
        co_await self.mail();
        std::ignore = self.inbox();
    });

    const std::vector<support::event> expected{
        {.at = 0, .node = 0, .through = 1, .what = 0},
        {.at = 0, .node = 1, .through = 0, .what = 1},
        {.at = 0, .node = 0, .what = 1, .origin = 5, .number = 0},
        {.at = 0, .node = 0, .what = 2, .origin = 6, .number = 0},
        {.at = 0, .node = 1, .what = 1, .origin = 5, .number = 1},
        {.at = 0, .node = 1, .what = 2, .origin = 6, .number = 1}};
    CHECK(bed.log().events == expected);
    CHECK(report.deliveries == 4);
}

TEST_CASE("what is delivered reaches the host whole and in order, however much it is") {
    constexpr std::uint32_t messages = 1000;
    support::testbed<path> bed{path{3}};
    const auto report = bed.run([](auto& self) -> task<> {
        for (std::uint32_t number = 0; number < messages; ++number) {
            self.deliver({.origin = self.id(), .number = number, .payload = number});
        }
        co_return;
    });

    CHECK(report.deliveries == 3 * messages);
    REQUIRE(bed.log().events.size() == 3 * messages);
    for (std::uint32_t i = 0; i < 3 * messages; ++i) {
        CHECK(bed.log().events[i].node == i / messages);
        CHECK(bed.log().events[i].number == i % messages);
    }
}

TEST_CASE("sending several packets at a time is sending each") {
    for (const bool is_one_by_one : {false, true}) {
        support::testbed<path> bed{path{3}};
        const auto report = bed.run([=](auto& self) -> task<> {
            if (self.id() != 1) {
                co_await self.mail();
                std::ignore = self.inbox();
                co_return;
            }
            if (is_one_by_one) {
                self.send(0, {7});
                self.send(1, {8});
                co_return;
            }
            auto links = tutti::sending(self);
            links.send(0, {7});
            links.send(1, {8});
        });

        CHECK(report.transmissions == 2);
        CHECK(report.slots == 1);
        const std::vector<support::event> expected{{.at = 0, .node = 1, .through = 0, .what = 7},
                                                   {.at = 0, .node = 1, .through = 1, .what = 8}};
        CHECK(bed.log().events == expected);
    }
}

TEST_CASE("sending through a set of ports is sending through each, whatever is wrong with it") {
    const auto check = [](const auto& network, node_id sender, tutti::port_model model) {
        using network_type = std::remove_cvref_t<decltype(network)>;
        const auto outcome = [&](bool is_one_by_one, std::uint64_t ports, std::uint64_t before) {
            support::testbed<network_type> bed{network};
            const auto report = bed.run(
                [&](auto& self) -> task<> {
                    if (self.id() == sender) {
                        auto links = tutti::sending(self);
                        if (before != 0) {
                            links.send(static_cast<tutti::port>(before - 1), {9});
                        }
                        // Port 3 carries what must not be sent, if it is there.
                        const std::array<support::letter, 6> packets{
                            {{9}, {9}, {12}, support::letter::none(), {14}, {15}}};
                        const auto packet_of = [&](tutti::port through) -> const support::letter& {
                            return packets.at(static_cast<std::size_t>(through));
                        };
                        if (is_one_by_one) {
                            tutti::plain_sender{self}.send_each(ports, packet_of);
                        } else {
                            links.send_each(ports, packet_of);
                        }
                    }
                    co_await self.relay();
                    std::ignore = self.inbox();
                },
                {.ports = model});
            return std::tuple{report.violation,    report.place, report.transmissions,
                              report.last_arrival, report.slots, bed.log().events};
        };
        for (std::uint64_t ports = 0; ports < 64; ++ports) {
            for (const std::uint64_t before : {0U, 1U, 3U}) {
                CAPTURE(ports);
                CAPTURE(before);
                CHECK(outcome(true, ports, before) == outcome(false, ports, before));
            }
        }
    };
    for (const auto model :
         {tutti::port_model::all_port, tutti::port_model::single_port_full_duplex,
          tutti::port_model::shout_and_whisper}) {
        check(tutti::hypercube{3}, 5, model);
        check(tutti::hypercube{5}, 5, model);
        check(tutti::grid{{3, 3}, tutti::grid_edge::open}, 1, model);
        check(tutti::grid{{3, 3}, tutti::grid_edge::open}, 4, model);
        check(path{3}, 1, model);
    }
}

TEST_CASE("the second of several packets at a time breaks the model as it does alone") {
    using tutti::port_model;
    using tutti::violation_kind;
    struct broken {
        port_model ports;
        tutti::port second;
        violation_kind kind;
    };
    for (const broken& rule :
         {broken{port_model::all_port, 0, violation_kind::link_busy},
          broken{port_model::all_port, 5, violation_kind::no_such_port},
          broken{port_model::single_port_full_duplex, 0, violation_kind::link_busy},
          broken{port_model::single_port_full_duplex, 1, violation_kind::second_send},
          broken{port_model::shout_and_whisper, 1, violation_kind::two_messages}}) {
        const auto report = run_on(path{3},
                                   [&](auto& self) -> task<> {
                                       if (self.id() == 1) {
                                           auto links = tutti::sending(self);
                                           links.send(0, {7});
                                           links.send(rule.second, {8});
                                       }
                                       co_await self.mail();
                                       std::ignore = self.inbox();
                                   },
                                   {.ports = rule.ports});

        CHECK(report.violation == rule.kind);
        CHECK(report.transmissions == 1);
    }
}

TEST_CASE("the arrivals are visited by increasing port, and count as read") {
    std::vector<place> heard;
    run_on(path{3}, [&](auto& self) -> task<> {
        if (self.id() != 1) {
            self.send(self.has(0) ? 0 : 1, {self.id() + 10U});
            co_return;
        }
        co_await self.mail();
        tutti::for_each_arrival(self, [&](tutti::port through, const auto& packet) {
            heard.emplace_back(through, packet.content);
        });
    }).rethrow();

    CHECK(heard == std::vector<place>{{0, 10}, {1, 12}});
}

TEST_CASE("a node that waits for memory goes on in the same slot, and others run meanwhile") {
    constexpr node_id nodes = 30;
    std::vector<node_id> begun;
    std::vector<node_id> ended;
    support::testbed<path> bed{path{nodes}};
    const auto report = bed.run([&](auto& self) -> task<> {
        if (self.id() + 1 < nodes) {
            self.send(1, {self.id()});
        }
        co_await self.next_slot();
        begun.push_back(self.id());
        self.deliver({.origin = 1, .number = self.id(), .payload = 1});
        if (self.id() % 3 != 0) {
            co_await tutti::fetched(self);
            co_await tutti::fetched(self);
        }
        CHECK(self.slot() == 1);
        CHECK(self.inbox().empty() == (self.id() == 0));
        self.deliver({.origin = 2, .number = self.id(), .payload = 2});
        ended.push_back(self.id());
    });

    CHECK_NOTHROW(report.rethrow());
    CHECK(report.slots == 1);
    CHECK(report.deliveries == 2 * nodes);
    CHECK(std::ranges::is_sorted(begun));
    CHECK(!std::ranges::is_sorted(ended));
    CHECK(ended.size() == nodes);
    const auto& events = bed.log().events;
    REQUIRE(events.size() == nodes - 1 + 2 * nodes);
    for (node_id node = 0; node < nodes; ++node) {
        CHECK(events[nodes - 1 + 2 * node].origin == 1);
        CHECK(events[nodes - 1 + 2 * node + 1].origin == 2);
        CHECK(events[nodes - 1 + 2 * node + 1].number == node);
    }
}

TEST_CASE("a node does not wait for memory where programs keep little") {
    std::vector<node_id> ended;
    tutti::run(path{30}, {.threads = 1}, [&](auto& self) -> task<> {
        co_await tutti::fetched(self);
        ended.push_back(self.id());
    });

    CHECK(ended.size() == 30);
    CHECK(std::ranges::is_sorted(ended));
}

TEST_CASE("a node that waits for memory and never looks at its mail is found out") {
    const auto report = run_on(path{2}, [](auto& self) -> task<> {
        if (self.id() == 0) {
            self.send(1, {1});
            co_return;
        }
        co_await self.mail();
        co_await tutti::fetched(self);
    });

    CHECK(report.violation == tutti::violation_kind::unread_mail);
    REQUIRE(report.place);
    CHECK(report.place->node == 1);
}

TEST_CASE("a program that sleeps while it still sends several packets is stopped") {
    const auto report = run_on(path{3}, [](auto& self) -> task<> {
        if (self.id() == 1) {
            auto links = tutti::sending(self);
            links.send(0, {7});
            co_await self.next_slot();
            links.send(0, {8});
        }
        co_await self.mail();
        std::ignore = self.inbox();
    });

    CHECK(report.ending == tutti::run_ending::program_error);
    REQUIRE(report.place);
    CHECK(report.place->node == 1);
    CHECK(report.text.find("sleeps while a sender") != std::string::npos);
}

TEST_CASE("nor may a program wait for memory meanwhile, whether it would wait or not") {
    const auto program = [](auto& self) -> task<> {
        auto links = tutti::sending(self);
        co_await tutti::fetched(self);
    };

    CHECK(run_on(path{3}, program).ending == tutti::run_ending::program_error);
    CHECK_THROWS_WITH_AS(tutti::run(path{3}, {.threads = 1}, program),
                         "the program sleeps while a sender of this slot is still there",
                         tutti::error);
}

TEST_SUITE_END();
