#include <atomic>
#include <coroutine>
#include <cstdint>
#include <stdexcept>
#include <stop_token>

#include <doctest/doctest.h>

#include "tutti/engine/emulator.hpp"
#include "tutti/engine/run.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("machine/clock") {

namespace {

using tutti::hypercube;
using tutti::run_report;
using tutti::task;
using machine = tutti::emulator<hypercube, std::uint64_t>;
using node = machine::node_type;

/// Node 1 of the 1-cube has mail that it has not looked at, and does something else first.
template <class Deed>
run_report with_mail_unread(const Deed& deed) {
    machine pair{hypercube{1}, {.threads = 1}};
    return pair.try_run(
        [&](node& self) -> task<> {
            if (self.id() == 0) {
                self.send(0, 1);
                co_await self.next_slot();
                co_return;
            }
            co_await self.mail();
            co_await deed(self);
        },
        {});
}

}  // namespace

TEST_CASE("what a program dies of is reported, not the mail that it would have read") {
    const run_report thrown = with_mail_unread([](node& /*self*/) -> task<> {
        throw std::domain_error{"its own"};
        co_return;
    });
    CHECK(thrown.ending == tutti::run_ending::program_error);
    CHECK(thrown.text == "program: slot 2, node 1: the program threw: its own");

    const run_report broken = with_mail_unread([](node& self) -> task<> {
        self.send(7, 1);
        co_return;
    });
    CHECK(broken.violation == tutti::violation_kind::no_such_port);

    const run_report foreign =
        with_mail_unread([](node& /*self*/) -> task<> { co_await std::suspend_always{}; });
    CHECK(foreign.ending == tutti::run_ending::program_error);
}

TEST_CASE("what the locals of programs do with their nodes after the run has no effect") {
    struct counting_receiver final : tutti::delivery_sink {
        std::atomic<std::size_t> taken = 0;
        void accept_slow_path(tutti::node_id /*node*/,
                              tutti::message /*content*/) noexcept override {
            ++taken;
        }
    };
    struct late {
        node* self;
        explicit late(node& of) noexcept : self{&of} {}
        late(const late&) = delete;
        late& operator=(const late&) = delete;
        ~late() {
            self->deliver({.origin = self->id(), .number = 0, .payload = 1});
            self->mark("left");
            self->send(0, 1);
        }
    };
    counting_receiver receiver;
    machine cube{hypercube{7}, {.threads = 1}, receiver};

    for (int time = 0; time < 2; ++time) {
        const run_report report = cube.try_run(
            [](node& self) -> task<> {
                const late left{self};
                co_await self.mail();
            },
            {});
        CHECK(report.ending == tutti::run_ending::stalled);
        CHECK(report.transmissions == 0);
        CHECK(report.marks.empty());
    }
    CHECK(receiver.taken == 0);
}

TEST_CASE("a run that does not complete throws what ended it, unless its ending is asked for") {
    const auto violates = [](node& self) -> task<> {
        self.send(0, 1);
        self.send(0, 2);
        co_await self.mail();
    };
    const auto fails = [](node& /*self*/) -> task<> {
        throw std::domain_error{"its own"};
        co_return;
    };
    const auto waits = [](node& self) -> task<> { co_await self.mail(); };
    const auto goes_on = [](node& self) -> task<> {
        for (;;) {
            co_await self.until(self.slot() + 1000);
        }
    };
    std::stop_source stopped;
    stopped.request_stop();
    machine pair{hypercube{1}, {.threads = 1}};

    CHECK_THROWS_AS(pair.run(violates, {}), tutti::model_violation);
    CHECK_THROWS_AS(pair.run(fails, {}), tutti::program_error);
    CHECK_THROWS_AS(pair.run(waits, {}), tutti::run_stalled);
    CHECK_THROWS_AS(pair.run(goes_on, {.slot_budget = 9}), tutti::slot_budget_exceeded);
    CHECK_THROWS_AS(pair.run(goes_on, {.stop = stopped.get_token()}), tutti::run_interrupted);
    CHECK(pair.try_run(violates, {}).ending == tutti::run_ending::model_violation);
    CHECK_THROWS_AS(run(hypercube{1}, {}, waits), tutti::run_stalled);
    CHECK_THROWS_AS(run(hypercube{1}, {.slot_budget = 9}, goes_on), tutti::slot_budget_exceeded);
}

}  // TEST_SUITE("machine/clock")
