#include "tutti/engine/emulator.hpp"

#include <cstdint>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_network.hpp"
#include "support/testbed.hpp"
#include "support/wandering.hpp"

TEST_SUITE("machine/emulator") {

namespace {

using support::path;
using support::run_on;
using support::summary;
using support::testbed;
using tutti::run_ending;
using tutti::run_report;
using tutti::slot;
using tutti::task;

/// Both nodes send in slots 0 to `slots`-1.
auto busy_for(slot slots) {
    return [slots](auto& self) -> task<> {
        for (slot i = 0; i < slots; ++i) {
            self.send(self.has(0) ? 0 : 1, {1});
            co_await self.next_slot();
            std::ignore = self.inbox();
        }
    };
}

}  // namespace

TEST_CASE("an emulator is as good as new after a run, however that ended") {
    const tutti::graph network = support::random_graph(90, 200, 4);
    const support::wandering plan;
    testbed<tutti::graph> bed{network, {.threads = 2}};
    testbed<tutti::graph> fresh{network, {.threads = 2}};
    const std::string expected = summary(fresh.run(plan));
    const auto chaos = [&](auto& self) -> task<> {
        for (;;) {
            for (tutti::port through = 0; through < self.degree(); ++through) {
                self.send(through, {1});
            }
            co_await self.mail_or(self.slot() + 40);
            std::ignore = self.inbox();
            if (self.slot() == 9 && self.id() == 50) {
                throw std::runtime_error{"ouch"};
            }
        }
    };

    CHECK(bed.run(chaos).ending == run_ending::program_error);
    CHECK(summary(bed.run(plan)) == expected);
    CHECK(bed.run(chaos, {.slot_budget = 5}).ending == run_ending::budget_exceeded);
    CHECK(summary(bed.run(plan)) == expected);
    CHECK(summary(bed.run(plan)) == expected);
    CHECK(bed.log().events == fresh.log().events);
}

TEST_CASE("a run gets exactly the slots of its budget") {
    for (const slot needed : {0, 1, 2, 7}) {
        CAPTURE(needed);
        const auto enough = run_on(path{2}, busy_for(needed), {.slot_budget = needed});

        CHECK(enough.ending == run_ending::completed);
        CHECK(enough.slots == needed);
        if (needed > 0) {
            const auto fewer = run_on(path{2}, busy_for(needed), {.slot_budget = needed - 1});
            CHECK(fewer.ending == run_ending::budget_exceeded);
            CHECK_THROWS_AS(fewer.rethrow(), tutti::slot_budget_exceeded);
        }
    }
}

TEST_CASE("a run that is asked to stop ends at the next slot boundary") {
    std::stop_source source;
    const auto program = [&](auto& self) -> task<> {
        for (;;) {
            if (self.slot() == 5 && self.id() == 1) {
                source.request_stop();
            }
            self.send(self.has(0) ? 0 : 1, {1});
            co_await self.mail();
            self.deliver({.payload = self.inbox().front().packet.content});
        }
    };
    const run_report report = run_on(path{2}, program, {.stop = source.get_token()});
    const run_report never_begun = run_on(path{2}, program, {.stop = source.get_token()});

    CHECK(report.ending == run_ending::interrupted);
    CHECK(report.clock_slots == 6);
    CHECK(report.transmissions == 12);
    CHECK(report.deliveries == 10);
    CHECK_THROWS_AS(report.rethrow(), tutti::run_interrupted);
    CHECK(never_begun.ending == run_ending::interrupted);
    CHECK(never_begun.transmissions == 0);
}

TEST_CASE("an exception where a program is made ends the run before its first slot") {
    testbed<tutti::graph> bed{support::star(300), {.threads = 3}};
    const auto fails = [](auto& self) -> task<> {
        if (self.id() % 100 == 99) {
            throw std::runtime_error{std::to_string(self.id())};
        }
        return [](auto& node) -> task<> { co_await node.next_slot(); }(self);
    };

    CHECK_THROWS_WITH_AS(bed.run(fails), "program: before slot 1, node 99: the program threw: 99",
                         tutti::program_error);
    CHECK(bed.run([](auto& self) -> task<> { co_await self.next_slot(); }).slots == 1);
}

TEST_CASE("too many threads, too few or too little memory are refused") {
    using machine = tutti::emulator<tutti::hypercube, std::uint64_t>;
    const tutti::hypercube cube{10};
    const std::uint64_t needed = machine::estimate(cube, 512).total_bytes();

    CHECK_THROWS_AS((machine{cube, {.threads = 0}}), std::invalid_argument);
    CHECK_THROWS_AS((machine{cube, {.threads = 1025}}), std::invalid_argument);
    CHECK_THROWS_AS((machine{cube, {.memory_limit_bytes = needed - 1}}),
                    tutti::memory_limit_exceeded);
    CHECK_NOTHROW((machine{
        cube, {.threads = 1, .executor = support::executors()[0], .memory_limit_bytes = needed}}));
}

TEST_CASE("two emulators run at the same time in two threads") {
    const tutti::hypercube cube{8};
    const support::wandering plan{.steps = 20, .density = 250};
    const std::string expected = summary(run_on(cube, plan));
    for (const tutti::executor_kind kind : support::executors()) {
        std::vector<std::string> texts(2);
        const auto work = [&](std::size_t which) {
            testbed<tutti::hypercube> bed{
                cube, {.threads = static_cast<int>(which) + 1, .executor = kind}};
            for (int time = 0; time < 5; ++time) {
                texts[which] = summary(bed.run(plan));
            }
        };
        {
            const std::jthread first{work, 0};
            const std::jthread second{work, 1};
        }

        CHECK(texts[0] == expected);
        CHECK(texts[1] == expected);
    }
}

}  // TEST_SUITE("machine/emulator")
