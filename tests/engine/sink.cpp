#include "tutti/engine/sink.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/letter.hpp"
#include "support/recorder.hpp"
#include "support/testbed.hpp"

TEST_SUITE("machine/sink") {

namespace {

using support::function_sink;
using support::letter;
using tutti::interest;
using tutti::run_report;
using tutti::slot;
using tutti::slot_record;
using tutti::task;

/// Every node sends, delivers and marks in each of 9 slots, in no order that would be seen.
task<> busy(auto& self) {
    for (std::uint32_t i = 0; i < 9; ++i) {
        for (tutti::port through = 6; through > 0; --through) {
            if (self.random() % 3 != 0) {
                self.send(through - 1, {self.random() >> 1U});
            }
        }
        self.deliver({.origin = self.id(), .number = i, .payload = self.random()});
        if (self.random() % 2 == 0) {
            self.mark("even");
        } else {
            self.mark("odd");
        }
        self.deliver({.origin = self.id(), .number = i + 100, .payload = 0});
        co_await self.next_slot();
        std::ignore = self.inbox();
    }
}

}  // namespace

TEST_CASE("sums are those of the report, and a slot passes no more than the largest interest") {
    std::vector<slot> slots;
    std::uint64_t packets = 0;
    std::uint64_t deliveries = 0;
    std::uint64_t marks = 0;
    function_sink idle{interest::nothing, [](const slot_record& /*record*/) { FAIL("unwanted"); }};
    function_sink sums{
        interest::sums, [&](const slot_record& record) {
            slots.push_back(record.at);
            packets += record.packets;
            deliveries += record.deliveries;
            marks += record.marks;
            CHECK(record.sent.size() + record.delivered.size() + record.marked.size() == 0);
        }};
    const std::array<tutti::sink*, 2> sinks{&idle, &sums};

    const run_report report = support::testbed<tutti::hypercube>{tutti::hypercube{6}}.run_unwatched(
        [](auto& self) { return busy(self); }, {.sinks = sinks});

    CHECK(slots == std::vector<slot>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(packets == report.transmissions);
    CHECK(deliveries == report.deliveries);
    CHECK(marks == 9 * 64);
}

TEST_CASE("transmissions come by node and port, however many there are") {
    // Of 384 links one, some and all are used: they are found in two ways.
    for (const support::team& team : support::teams()) {
        std::vector<std::size_t> counts;
        function_sink sink{
            interest::events, [&](const slot_record& record) {
                counts.push_back(record.sent.size());
                std::pair<tutti::node_id, tutti::port> last{0, -1};
                for (const tutti::transmission& each : record.sent) {
                    CHECK(std::exchange(last, {each.from, each.through}) <
                          std::pair{each.from, each.through});
                    CHECK(each.to == (each.from ^ 1U << static_cast<unsigned>(each.through)));
                    CHECK(support::packet_in<letter>(each).content == each.from);
                    CHECK(each.share == 1);
                }
            }};
        const std::array<tutti::sink*, 1> sinks{&sink};
        support::testbed<tutti::hypercube>{tutti::hypercube{6}, team}
            .run(
                [](auto& self) -> task<> {
                    for (tutti::node_id senders : {64U, 9U, 1U}) {
                        for (tutti::port through = 0; self.id() < senders && through < 6;
                             ++through) {
                            self.send(5 - through, {self.id()});
                        }
                        co_await self.next_slot();
                        std::ignore = self.inbox();
                    }
                },
                {.sinks = sinks})
            .rethrow();
        CHECK(counts == std::vector<std::size_t>{384, 54, 6, 0});
    }
}

TEST_CASE("the end of a program is passed to sinks once, when it is first done") {
    for (const support::team& team : support::teams()) {
        std::vector<slot> slots;
        std::vector<std::pair<tutti::node_id, slot>> ended;
        function_sink sink{interest::events, [&](const slot_record& record) {
                               slots.push_back(record.at);
                               for (const tutti::program_end& each : record.ended) {
                                   ended.emplace_back(each.node, each.at);
                               }
                           }};
        const std::array<tutti::sink*, 1> sinks{&sink};
        // Node 3 relays in slot 2, gets a packet, goes on, and ends after node 0 has.
        support::testbed<tutti::hypercube>{tutti::hypercube{2}, team}
            .run(
                [](auto& self) -> task<> {
                    if (self.id() == 3) {
                        co_await self.until(2);
                        co_await self.relay();
                        std::ignore = self.inbox();
                    } else if (self.id() == 1) {
                        co_await self.until(5);
                        self.send(1, {1});
                    }
                },
                {.sinks = sinks})
            .rethrow();
        CHECK(ended ==
              std::vector<std::pair<tutti::node_id, slot>>{{0, 0}, {2, 0}, {3, 2}, {1, 6}});
        CHECK(slots == std::vector<slot>{0, 2, 5, 6});
    }
}

}  // TEST_SUITE("machine/sink")
