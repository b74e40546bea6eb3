#include "tutti/engine/sink.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
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
using support::path;
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

/// Wants events in every third slot.
class sampler final : public tutti::sink {
public:
    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override {
        return asked_++ % 3 == 0 ? interest::events : interest::nothing;
    }
    void slot(const slot_record& record) override {
        for (const tutti::delivery& delivery : record.delivered) {
            delivered.push_back(delivery.at);
        }
    }
    std::vector<tutti::slot> delivered;

private:
    std::uint64_t asked_ = 0;
};

/// All that happens, as text.
class writer final : public tutti::sink {
public:
    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override { return interest::events; }
    void slot(const slot_record& record) override {
        for (const tutti::transmission& transmission : record.sent) {
            add({transmission.at, transmission.from, transmission.through, transmission.to,
                 transmission.is_control ? 1 : 0,
                 static_cast<std::int64_t>(support::packet_in<letter>(transmission).content)});
        }
        for (const tutti::delivery& delivery : record.delivered) {
            add({delivery.at, delivery.to, delivery.content.origin, delivery.content.number});
        }
        for (const tutti::mark& mark : record.marked) {
            text += mark.name;
            add({mark.node, mark.at});
        }
    }
    std::string text;

private:
    void add(const std::vector<std::int64_t>& figures) {
        for (const std::int64_t figure : figures) {
            text += ' ';
            text += std::to_string(figure);
        }
        text += '\n';
    }
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

TEST_CASE("events are the same, in the same order, for all teams") {
    std::string expected;
    for (const support::team& team : support::teams()) {
        support::testbed<tutti::hypercube> bed{tutti::hypercube{6}, team};
        writer output;
        const std::array<tutti::sink*, 1> sinks{&output};
        bed.run([](auto& self) { return busy(self); }, {.sinks = sinks}).rethrow();
        if (expected.empty()) {
            expected = output.text;
            CHECK(expected.starts_with(" 0 0 "));
        }
        CHECK(output.text == expected);
    }
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

TEST_CASE("a sink that is interested in some slots receives those") {
    sampler some;
    const std::array<tutti::sink*, 1> sinks{&some};
    tutti::emulator<tutti::hypercube, std::uint64_t> machine{tutti::hypercube{0}, {.threads = 1}};

    machine
        .run(
            [](auto& self) -> task<> {
                while (self.slot() < 8) {
                    self.deliver({});
                    co_await self.next_slot();
                }
            },
            {.sinks = sinks})
        .rethrow();

    CHECK(some.delivered == std::vector<slot>{0, 3, 6});
}

TEST_CASE("what a sink throws ends the run, and the emulator is as good as new") {
    class thrower final : public tutti::sink {
    public:
        [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override {
            return interest::sums;
        }
        void slot(const slot_record& record) override {
            if (record.at == 4) {
                throw std::runtime_error{"enough"};
            }
        }
    };
    thrower one;
    const std::array<tutti::sink*, 1> sinks{&one};
    tutti::emulator<tutti::hypercube, letter> machine{tutti::hypercube{6}, {.threads = 1}};
    const auto program = [](auto& self) { return busy(self); };

    const std::uint64_t before = machine.run(program, {}).digest;
    CHECK_THROWS_WITH_AS(machine.run(program, {.sinks = sinks}), "enough", std::runtime_error);
    CHECK(machine.run(program, {}).digest == before);
}

TEST_CASE("sinks do not change the facts that a check receives") {
    const tutti::broadcaster_set senders = tutti::broadcasters_at({0, 1, 1, 5});
    const tutti::derived_payloads contents{3};
    tutti::delivery_verifier check{
        tutti::all_messages_everywhere{.node_count = 8, .senders = senders}, contents};
    tutti::emulator<tutti::hypercube, std::uint64_t> machine{
        tutti::hypercube{3}, {.threads = 1}, check};
    const auto counts = [&](const tutti::run_options& options) {
        check.reset();
        machine
            .run(
                [&](auto& self) -> task<> {
                    const auto deliver = [&](tutti::node_id origin, std::uint32_t number) {
                        self.deliver({.origin = origin,
                                      .number = number,
                                      .payload = contents.of(origin, number)});
                    };
                    deliver(0, 0);
                    deliver(1, 1);
                    deliver(1, 1);
                    deliver(2, 0);
                    self.deliver({.origin = 5, .number = 0, .payload = 0});
                    co_return;
                },
                options)
            .rethrow();
        return check.counts();
    };

    counter watcher{interest::events};
    const std::array<tutti::sink*, 1> sinks{&watcher};
    const tutti::delivery_counts expected = counts({});

    CHECK(expected == tutti::delivery_counts{.required = 32,
                                             .delivered = 16,
                                             .missing = 16,
                                             .duplicate = 8,
                                             .unexpected = 16,
                                             .wrong_payload = 8});
    CHECK(counts({.sinks = sinks}) == expected);
    CHECK(watcher.events == 40);
}

}  // TEST_SUITE("machine/sink")
