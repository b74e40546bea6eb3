#include "engine/executor/clock.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_network.hpp"
#include "support/testbed.hpp"

TEST_SUITE("machine/clock") {

namespace {

using support::path;
using support::run_on;
using tutti::node_id;
using tutti::run_ending;
using tutti::slot;
using tutti::task;

/// The port of an end node of a path.
template <class Node>
tutti::port only_port(const Node& self) {
    return self.has(0) ? 0 : 1;
}

}  // namespace

TEST_CASE("programs that return at once take no slot") {
    const auto report = run_on(path{3}, [](auto& /*self*/) -> task<> { co_return; });

    CHECK(report.ending == run_ending::completed);
    CHECK(report.slots == 0);
    CHECK(report.clock_slots == 0);
    CHECK(report.first_done == 0);
}

TEST_CASE("a return counts for its slot, and for the next after a send") {
    for (const bool sends : {false, true}) {
        CAPTURE(sends);
        const auto report = run_on(path{2}, [sends](auto& self) -> task<> {
            if (self.id() == 1) {
                co_await self.mail_or(sends ? 5 : 4);
                std::ignore = self.inbox();
                co_return;
            }
            co_await self.until(4);
            if (sends) {
                self.send(1, {1});
            }
        });

        CHECK(report.ending == run_ending::completed);
        CHECK(report.slots == (sends ? 5 : 4));
        CHECK(report.first_done == (sends ? 5 : 4));
        CHECK(report.clock_slots == (sends ? 5 : 4));
        CHECK(report.last_arrival == (sends ? 5 : 0));
    }
}

TEST_CASE("a time that is not in the future is no reason to sleep") {
    std::vector<slot> after;
    run_on(path{1}, [&](auto& self) -> task<> {
        co_await self.until(3);
        co_await self.until(3);
        co_await self.until(-7);
        co_await self.mail_or(3);
        co_await self.mail_or(0);
        after.push_back(self.slot());
        co_await self.mail_or(4);
        after.push_back(self.slot());
    });

    CHECK(after == std::vector<slot>{3, 4});
}

TEST_CASE("mail never returns at once, not even if the slot has some") {
    std::vector<slot> woken;
    run_on(path{2}, [&](auto& self) -> task<> {
        for (int i = 0; i < 3; ++i) {
            if (self.id() == 0) {
                co_await self.until(2 * self.slot() + 1);
                self.send(1, {1});
            } else {
                co_await self.mail();
                std::ignore = self.inbox();
                woken.push_back(self.slot());
            }
        }
    }).rethrow();

    CHECK(woken == std::vector<slot>{2, 4, 8});
}

TEST_CASE("mail_or ends at mail or at its slot, whichever is first") {
    std::vector<slot> woken;
    run_on(path{2}, [&](auto& self) -> task<> {
        if (self.id() == 0) {
            co_await self.until(4);
            self.send(1, {1});
            co_return;
        }
        for (const slot at : {3, 20, 20, 20}) {
            co_await self.mail_or(at);
            std::ignore = self.inbox();
            woken.push_back(self.slot());
        }
    }).rethrow();

    CHECK(woken == std::vector<slot>{3, 5, 20, 20});
}

TEST_CASE("a timer that another wait has replaced does not wake") {
    std::vector<slot> woken;
    const auto report = run_on(path{2}, [&](auto& self) -> task<> {
        if (self.id() == 0) {
            for (const slot at : {2, 4, 6, 60}) {
                co_await self.until(at);
                self.send(1, {1});
            }
            co_return;
        }
        for (const slot at : {10, 50, 10, 40}) {
            co_await self.mail_or(at);
            std::ignore = self.inbox();
            woken.push_back(self.slot());
        }
        co_await self.mail_or(tutti::never);
        std::ignore = self.inbox();
        woken.push_back(self.slot());
    });

    CHECK(report.ending == run_ending::completed);
    CHECK(woken == std::vector<slot>{3, 5, 7, 40, 61});
}

TEST_CASE("mail_or without an end waits for mail, whatever timer ran before") {
    std::vector<slot> woken;
    run_on(path{2}, [&](auto& self) -> task<> {
        if (self.id() == 0) {
            for (const slot at : {2, 60}) {
                co_await self.until(at);
                self.send(1, {1});
            }
            co_return;
        }
        for (const slot at : {slot{40}, tutti::never}) {
            co_await self.mail_or(at);
            std::ignore = self.inbox();
            woken.push_back(self.slot());
        }
    }).rethrow();

    CHECK(woken == std::vector<slot>{3, 61});
}

TEST_CASE("idle slots cost nothing, however many") {
    const auto report = run_on(tutti::hypercube{16},
                               [](auto& self) -> task<> {
                                   co_await self.until(1'000'000);
                                   co_await self.until(10'000'000 + self.id());
                               },
                               {.slot_budget = 1'000'000'000});

    CHECK(report.ending == run_ending::completed);
    CHECK(report.slots == 10'065'535);
    CHECK(report.clock_slots == 10'065'535);
    CHECK(report.first_done == 10'000'000);
}

TEST_CASE(
    "a run is over when the rest only relays, and counts the first time that a node is done") {
    std::uint64_t forwarded = 0;
    const auto report = run_on(path{8}, [&](auto& self) -> task<> {
        if (self.id() == 0) {
            co_await self.until(3);
            self.send(1, {1});
            co_return;
        }
        for (;;) {
            co_await self.relay();
            std::ignore = self.inbox();
            ++forwarded;
            if (self.has(1)) {
                self.send(1, {1});
            }
        }
    });

    CHECK(report.ending == run_ending::completed);
    CHECK(forwarded == 7);
    CHECK(report.first_done == 0);
    CHECK(report.slots == 4);
    CHECK(report.clock_slots == 10);
    CHECK(report.last_arrival == 10);
}

TEST_CASE("a relay that goes on for itself holds the run up again") {
    const auto report = run_on(path{2}, [](auto& self) -> task<> {
        self.send(only_port(self), {1});
        co_await self.relay();
        std::ignore = self.inbox();
        co_await self.until(30);
    });

    CHECK(report.ending == run_ending::completed);
    CHECK(report.slots == 1);
    CHECK(report.clock_slots == 30);
}

TEST_CASE("what is in flight when the last program is done still arrives") {
    slot heard = 0;
    const auto report = run_on(path{2}, [&](auto& self) -> task<> {
        if (self.id() == 0) {
            self.send(1, {1});
            co_return;
        }
        co_await self.relay();
        std::ignore = self.inbox();
        heard = self.slot();
    });

    CHECK(report.ending == run_ending::completed);
    CHECK(heard == 1);
    CHECK(report.clock_slots == 1);
}

TEST_CASE("nodes that wait for mail that no node will send are named, up to twenty") {
    const auto report = run_on(support::star(26), [](auto& self) -> task<> {
        if (self.id() == 0) {
            co_await self.relay();
        }
        co_await self.until(self.id() % 5);
        co_await self.mail();
    });

    CHECK(report.ending == run_ending::stalled);
    CHECK(report.waiting_count == 25);
    REQUIRE(report.waiting.size() == 20);
    for (node_id id = 1; id <= 20; ++id) {
        CHECK(report.waiting[id - 1].node == id);
        CHECK(report.waiting[id - 1].since == id % 5);
        CHECK(report.waiting[id - 1].what == "mail");
    }
    CHECK(report.clock_slots == 4);
    CHECK_THROWS_AS(report.rethrow(), tutti::run_stalled);
    // All twenty do not fit a line.
    CHECK(report.text.starts_with(
        "program: stalled after slot 4: 25 nodes wait for mail that no node will send: 1 (since "
        "slot 2), 2 (since slot 3), 3 (since slot 4), 4 (since slot 5), 5 (since slot 1), 6 "));
    CHECK(report.text.ends_with("..."));
    CHECK(report.text.size() == 300);
}

TEST_CASE("a stall is found at once, though a timer that no one waits for still runs") {
    const auto report = run_on(path{2},
                               [](auto& self) -> task<> {
                                   if (self.id() == 0) {
                                       self.send(1, {1});
                                       co_return;
                                   }
                                   co_await self.mail_or(1000);
                                   std::ignore = self.inbox();
                                   co_await self.mail();
                               },
                               {.slot_budget = 100});

    CHECK(report.ending == run_ending::stalled);
    CHECK(report.clock_slots == 1);
    CHECK(report.waiting_count == 1);
}

TEST_CASE("a timer that was dropped can be set again") {
    std::vector<slot> woken;
    // The two nodes are in different blocks: the dropped timer is not the earliest of its block.
    const auto report = run_on(path{66}, [&](auto& self) -> task<> {
        if (self.id() == 64) {
            for (const slot at : {2, 50}) {
                co_await self.until(at);
                self.send(0, {1});
            }
        }
        if (self.id() == 63) {
            for (const slot at : {slot{100}, tutti::never, slot{100}}) {
                co_await self.mail_or(at);
                std::ignore = self.inbox();
                woken.push_back(self.slot());
            }
        }
    });

    CHECK(report.ending == run_ending::completed);
    CHECK(woken == std::vector<slot>{3, 51, 100});
}

TEST_CASE("the account of a run has its slots and no more than its time") {
    for (const support::team& threads : support::teams()) {
        support::testbed<support::path> bed{support::path{200}, threads};
        const auto report = bed.run(
            [](auto& self) -> task<> {
                while (self.slot() < 20) {
                    co_await self.next_slot();
                }
            },
            {.keeps_account = true});

        REQUIRE(report.account);
        const tutti::time_account& times = *report.account;
        const bool is_alone = threads.threads == 1;
        CHECK(times.slots_on_one == (is_alone ? 21 : 0));
        CHECK(times.slots_on_all == (is_alone ? 0 : 21));
        REQUIRE(times.threads.size() == static_cast<std::size_t>(threads.threads));
        const double whole = times.seconds_on_one + times.seconds_on_all + times.between;
        CHECK(whole <= report.wall_seconds);
        for (const tutti::thread_account& thread : times.threads) {
            CHECK(thread.programs > 0);
            CHECK(thread.programs + thread.barrier <= whole * 1.000001);
            CHECK((thread.barrier > 0) == !is_alone);
        }
    }
}

TEST_CASE("no profile is kept unless requested") {
    CHECK(!support::run_on(support::path{2}, [](auto& /*self*/) -> task<> { co_return; }).account);
}

}  // TEST_SUITE("machine/clock")
