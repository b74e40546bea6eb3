#include "engine/node/node.hpp"

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
#include "topology/random.hpp"

TEST_SUITE("machine/node") {

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
    std::array<std::vector<int>, 3> lists;
    run_on(path{3}, [&](auto& self) -> task<> {
        lists.at(self.id()) = {static_cast<int>(self.id()),
                               self.degree(),
                               self.has(-1),
                               self.has(0),
                               self.has(1),
                               self.has(2)};
        CHECK(self.network().node_count() == 3);
        co_return;
    });

    CHECK(lists[0] == std::vector{0, 1, 0, 0, 1, 0});
    CHECK(lists[1] == std::vector{1, 2, 0, 1, 1, 0});
    CHECK(lists[2] == std::vector{2, 1, 0, 1, 0, 0});
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

TEST_CASE("deliveries reach sinks in the order of nodes, after the slot's transmissions") {
    support::testbed<path> bed{path{2}};
    const auto report = bed.run([](auto& self) -> task<> {
        self.deliver({.origin = 5, .number = self.id(), .payload = 1});
        self.send(self.has(0) ? 0 : 1, {self.id()});
        self.deliver({.origin = 6, .number = self.id(), .payload = 2});
        co_await self.mail();
        std::ignore = self.inbox();
    });

    const std::vector<support::event> expected{
        {.at = 0, .node = 0, .through = 1, .content = 0},
        {.at = 0, .node = 1, .through = 0, .content = 1},
        {.at = 0, .node = 0, .content = 1, .origin = 5, .number = 0},
        {.at = 0, .node = 0, .content = 2, .origin = 6, .number = 0},
        {.at = 0, .node = 1, .content = 1, .origin = 5, .number = 1},
        {.at = 0, .node = 1, .content = 2, .origin = 6, .number = 1}};
    CHECK(bed.log().events == expected);
    CHECK(report.deliveries == 4);
}

TEST_CASE("deliveries reach sinks complete and in order, in any number") {
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

}  // TEST_SUITE("machine/node")
