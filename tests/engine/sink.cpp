#include "tutti/engine/sink.hpp"

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/delivery_verifier.hpp"
#include "support/derived_payloads.hpp"
#include "support/testbed.hpp"
#include "support/wandering.hpp"
#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

TEST_SUITE("machine/sink") {

namespace {

using support::letter;
using tutti::interest;
using tutti::run_report;
using tutti::slot;
using tutti::slot_record;
using tutti::task;

/// Keeps the sums that it receives, and counts the events.
class counter final : public tutti::sink {
public:
    explicit counter(interest level) : wanted_{level} {}

    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override {
        ++calls;
        return wanted_;
    }
    void slot(const slot_record& record) override {
        slots.push_back(record.at);
        packets += record.packets;
        deliveries += record.deliveries;
        marks += record.marks;
        events += record.sent.size() + record.delivered.size() + record.marked.size();
    }
    void end(const run_report& report) override { digest = report.digest; }

    std::uint64_t calls = 0;
    std::vector<tutti::slot> slots;
    std::uint64_t packets = 0;
    std::uint64_t deliveries = 0;
    std::uint64_t marks = 0;
    std::uint64_t events = 0;
    std::uint64_t digest = 0;

private:
    interest wanted_;
};

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
    counter idle{interest::nothing};
    counter sums{interest::sums};
    const std::array<tutti::sink*, 2> sinks{&idle, &sums};
    tutti::emulator<tutti::hypercube, letter> machine{tutti::hypercube{6}, {.threads = 1}};

    const run_report report = machine.run([](auto& self) { return busy(self); }, {.sinks = sinks});

    CHECK(idle.slots.empty());
    CHECK(idle.digest == report.digest);
    CHECK(sums.calls == sums.slots.size());
    CHECK(sums.slots == std::vector<slot>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(sums.packets == report.transmissions);
    CHECK(sums.deliveries == report.deliveries);
    CHECK(sums.marks == 9 * 64);
    CHECK(sums.events == 0);
}

TEST_CASE("transmissions come by node and port, however many there are") {
    // Of 384 links one, some and all are used: they are found in two ways.
    class by_sender final : public tutti::sink {
    public:
        [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override {
            return interest::events;
        }
        void slot(const slot_record& record) override {
            counts.push_back(record.sent.size());
            CHECK(std::ranges::is_sorted(record.sent, {}, [](const tutti::transmission& each) {
                return std::pair{each.from, each.through};
            }));
            for (const tutti::transmission& each : record.sent) {
                CHECK(each.to == (each.from ^ 1U << static_cast<unsigned int>(each.through)));
                CHECK(support::packet_in<letter>(each).content == each.from);
                CHECK(each.share == 1);
            }
        }
        std::vector<std::size_t> counts;
    };
    for (const support::team& team : support::teams()) {
        support::testbed<tutti::hypercube> bed{tutti::hypercube{6}, team};
        by_sender seen;
        const std::array<tutti::sink*, 1> sinks{&seen};
        bed.run(
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
        CHECK(seen.counts == std::vector<std::size_t>{384, 54, 6, 0});
    }
}

TEST_CASE("the end of a program is passed to sinks once, when it is first done") {
    class ends final : public tutti::sink {
    public:
        [[nodiscard]] interest wants(tutti::slot at) noexcept override {
            slots.push_back(at);
            return interest::events;
        }
        void slot(const slot_record& record) override {
            for (const tutti::program_end& each : record.ended) {
                ended.emplace_back(each.node, each.at);
            }
        }
        std::vector<tutti::slot> slots;
        std::vector<std::pair<tutti::node_id, tutti::slot>> ended;
    };
    for (const support::team& team : support::teams()) {
        support::testbed<tutti::hypercube> bed{tutti::hypercube{2}, team};
        ends seen;
        const std::array<tutti::sink*, 1> sinks{&seen};
        // Node 3 relays in slot 2, gets a packet, goes on, and ends after node 0 has.
        bed.run(
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
        CHECK(seen.ended ==
              std::vector<std::pair<tutti::node_id, tutti::slot>>{{0, 0}, {2, 0}, {3, 2}, {1, 6}});
        CHECK(seen.slots == std::vector<tutti::slot>{0, 2, 5, 6});
    }
}

}  // TEST_SUITE("machine/sink")
