#include "engine/executor/thread_choice.hpp"

#include <cstdint>
#include <functional>
#include <utility>

#include <doctest/doctest.h>

#include "support/testbed.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("machine/team_choice") {

namespace {

using tutti::detail::thread_choice;

constexpr std::uint64_t much = 10'000;

/// Slots of much work that one thread and all of them swept.
struct swept {
    int by_one = 0;
    int by_all = 0;
};

/// @param seconds_of a slot, by its number and by whether all threads sweep it
swept sweep(thread_choice& choice, int slots,
            const std::function<double(int slot, bool is_on_all)>& seconds_of) {
    swept sum;
    for (int slot = 0; slot < slots; ++slot) {
        const bool is_on_all = choice.is_for_all(much);
        const double seconds = seconds_of(slot, is_on_all);
        if (choice.is_timed()) {
            choice.note(seconds);
        }
        ++(is_on_all ? sum.by_all : sum.by_one);
    }
    return sum;
}

/// A network far too small for more than one thread, which shares its slots all the same.
tutti::run_report small_run(int threads, tutti::executor_kind executor) {
    const tutti::hypercube cube{3};
    tutti::emulator<tutti::hypercube, std::uint64_t> machine{
        cube, {.threads = threads, .executor = executor, .parallel_work = 1}};
    return machine.run(
        [](auto& self) -> tutti::task<> {
            std::uint64_t sum = self.id();
            while (self.slot() < 20'000) {
                self.send(static_cast<tutti::port>(self.slot() % 3), sum);
                co_await self.mail();
                sum += self.inbox().front().packet;
            }
            self.deliver({.origin = self.id(), .payload = sum});
        },
        {.keeps_account = true});
}

tutti::time_account account_of(const tutti::run_report& report) {
    return report.account.value_or(tutti::time_account{});
}

}  // namespace

TEST_CASE("slots of little work are one thread's, and all are for all threads without a limit") {
    thread_choice choice{2, much};
    for (int slot = 0; slot < 1000; ++slot) {
        CHECK_FALSE(choice.is_for_all(much - 1));
        CHECK_FALSE(choice.is_timed());
    }
    thread_choice unlimited{2, 0};
    CHECK(sweep(unlimited, 5000, [](int, bool) { return 1.0; }).by_one == 0);
    CHECK(unlimited.is_for_all(0));
    thread_choice alone{1, 1};
    CHECK(sweep(alone, 5000, [](int, bool) { return 1.0; }).by_all == 0);
}

TEST_CASE("who is faster sweeps, but for few trials, if the difference is worth a change") {
    struct row {
        double all;     // seconds of a slot that all threads sweep
        double one;     // and of one that one does
        double change;  // more in the first slot after a change, which does not count
        int least_by_one;
        int most_by_one;
    };
    for (const row& each : {row{1.0, 1.9, 0, 1, 40}, row{1.5, 1.0, 0, 9'000, 10'000},
                            row{1.5, 1.0, 20, 9'000, 10'000}, row{1.05, 1.0, 0, 0, 1'000}}) {
        CAPTURE(each.all);
        CAPTURE(each.change);
        thread_choice choice{2, much};
        bool was_on_all = true;
        const swept sum = sweep(choice, 10'000, [&](int, bool is_on_all) {
            const bool has_changed = std::exchange(was_on_all, is_on_all) != is_on_all;
            return (is_on_all ? each.all : each.one) + (has_changed ? each.change : 0.0);
        });
        CHECK(sum.by_one >= each.least_by_one);
        CHECK(sum.by_one <= each.most_by_one);
        // Though one thread was faster before.
        const swept after =
            sweep(choice, 10'000, [](int, bool is_on_all) { return is_on_all ? 1.0 : 1.9; });
        CHECK(after.by_all > 7'000);
    }
}

TEST_CASE("slots that differ in what they cost do not speak for one thread") {
    const auto slots_of_one = [](const std::function<double(int)>& cost) {
        thread_choice choice{2, much};
        return sweep(choice, 20'000,
                     [&cost](int slot, bool is_on_all) {
                         return cost(slot) * (is_on_all ? 1.0 : 1.5);
                     })
            .by_one;
    };

    for (int change = 100; change < 200; ++change) {
        CAPTURE(change);
        CHECK(slots_of_one([change](int slot) { return slot < change ? 5.0 : 1.0; }) <= 200);
        CHECK(slots_of_one([change](int slot) { return slot < change ? 1.0 : 5.0; }) <= 200);
    }
    for (int period = 2; period <= 16; ++period) {
        for (int phase = 0; phase < period; ++phase) {
            CAPTURE(period);
            CAPTURE(phase);
            const auto place = [=](int slot) { return (slot + phase) % period; };
            CHECK(slots_of_one([=](int slot) { return place(slot) < period / 2 ? 2.0 : 1.0; }) <=
                  200);
            CHECK(slots_of_one([=](int slot) { return place(slot) == 0 ? 6.0 : 1.0; }) <= 200);
        }
    }
}

TEST_CASE("work is what times are compared by") {
    // Slots of little work where one thread would have its turns in a trial that it wins.
    const auto is_small = [](int slot) {
        return (slot >= 128 && slot < 132) || (slot >= 142 && slot < 156);
    };
    thread_choice choice{2, 1};
    int by_one = 0;
    for (int slot = 0; slot < 1000; ++slot) {
        const std::uint64_t work = is_small(slot) ? 100 : 1000;
        const bool is_on_all = choice.is_for_all(work);
        if (choice.is_timed()) {
            choice.note(static_cast<double>(work) * (is_on_all ? 1.0 : 1.3));
        }
        by_one += is_on_all ? 0 : 1;
    }
    CHECK(by_one == 4);
}

TEST_CASE("a machine calibrates what is faster, and its results do not depend on it") {
    const tutti::run_report alone = small_run(1, tutti::executor_kind::plain_threads);
    CHECK(account_of(alone).slots_on_all == 0);
    for (const tutti::executor_kind executor : support::executors()) {
        const tutti::run_report report = small_run(3, executor);
        CHECK(report.digest == alone.digest);
        const tutti::time_account times = account_of(report);
        CHECK(times.slots_on_all >= 128);
        // Of nine trials or so, one thread wins one at least, and gets the slots up to the next.
        CHECK(times.slots_on_one >= 2000);
    }
}

}  // TEST_SUITE("machine/team_choice")
