#include "engine/executor/clock.hpp"

#include <cstddef>
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

}  // namespace

TEST_CASE("a wait ends at mail or at its slot, whichever is first, and leaves no timer behind") {
    struct row {
        std::vector<slot> sends;  // to node 63, from node 64, which is in another block
        std::vector<slot> waits;  // of node 63, one after the other, for mail or for the slot
        std::vector<slot> woken;
    };
    constexpr slot mail = tutti::never;
    for (const row& each :
         {row{{}, {3, 3, -7, 0, 4}, {3, 3, 3, 3, 4}}, row{{1, 3, 7}, {mail, mail, mail}, {2, 4, 8}},
          row{{4}, {3, 20, 20, 20}, {3, 5, 20, 20}}, row{{2, 60}, {40, mail}, {3, 61}},
          row{{2, 4, 6, 60}, {10, 50, 10, 40, mail}, {3, 5, 7, 40, 61}},
          row{{2, 50}, {100, mail, 100}, {3, 51, 100}}}) {
        CAPTURE(each.waits);
        std::vector<slot> woken;
        run_on(path{66}, [&](auto& self) -> task<> {
            for (std::size_t i = 0; self.id() == 64 && i < each.sends.size(); ++i) {
                co_await self.until(each.sends[i]);
                self.send(0, {1});
            }
            for (std::size_t i = 0; self.id() == 63 && i < each.waits.size(); ++i) {
                co_await self.mail_or(each.waits[i]);
                std::ignore = self.inbox();
                woken.push_back(self.slot());
            }
        }).rethrow();

        CHECK(woken == each.woken);
    }
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

        CHECK_FALSE(bed.run([](auto& /*self*/) -> task<> { co_return; }).account);
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

}  // TEST_SUITE("machine/clock")
