#include "node/mark.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/testbed.hpp"

TEST_SUITE("model/mark") {

namespace {

using support::path;
using support::run_on;
using tutti::milestone_record;
using tutti::slot;
using tutti::task;

/// Marks two of three names, other ones at small nodes than at large.
template <class Node>
void mark_two(Node& self) {
    if (self.id() < 300) {
        self.mark("first");
    } else {
        self.mark("second");
    }
    if (self.id() < 100) {
        self.mark("last");
    } else {
        self.mark("first");
    }
}

}  // namespace

TEST_CASE("a mark counts for its slot, and for the next after a send in it") {
    const auto report = run_on(path{2}, [](auto& self) -> task<> {
        self.mark("begin");
        co_await self.until(3);
        self.mark("before");
        self.send(self.has(0) ? 0 : 1, {1});
        self.mark("after");
        co_await self.mail();
        std::ignore = self.inbox();
        self.mark("heard");
    });

    REQUIRE(report.marks.size() == 4);
    const std::vector<std::string> names{"begin", "before", "after", "heard"};
    const std::vector<slot> slots{0, 3, 4, 4};
    for (std::size_t i = 0; i < names.size(); ++i) {
        CHECK(report.marks[i].name == names[i]);
        CHECK(report.marks[i].earliest == slots[i]);
        CHECK(report.marks[i].latest == slots[i]);
        CHECK(report.marks[i].count == 2);
        CHECK(report.marks[i].simultaneous);
    }
    CHECK(report.marks[1].slots == 3);
}

TEST_CASE("marks of one phase in different slots are not simultaneous") {
    const auto report = run_on(path{5}, [](auto& self) -> task<> {
        co_await self.until(2 + self.id());
        self.mark("ready");
    });

    REQUIRE(report.marks.size() == 1);
    const milestone_record& ready = report.marks.front();
    CHECK(ready.earliest == 2);
    CHECK(ready.latest == 6);
    CHECK(ready.count == 5);
    CHECK(ready.rounds == 1);
    CHECK(ready.slots == 6);
    CHECK_FALSE(ready.simultaneous);
}

TEST_CASE("repeated phases add up by name") {
    const auto report = run_on(path{3}, [](auto& self) -> task<> {
        for (int round = 0; round < 4; ++round) {
            co_await self.until(self.slot() + 3);
            self.mark("rank");
            co_await self.until(self.slot() + 5);
            self.mark("spread");
        }
    });

    REQUIRE(report.marks.size() == 2);
    const milestone_record& rank = report.marks[0];
    const milestone_record& spread = report.marks[1];
    CHECK(rank.rounds == 4);
    CHECK(rank.slots == 12);
    CHECK(rank.count == 12);
    CHECK(rank.simultaneous);
    CHECK(rank.earliest == 3);
    CHECK(rank.latest == 27);
    CHECK(spread.rounds == 4);
    CHECK(spread.slots == 20);
    CHECK(spread.latest == 32);
}

TEST_CASE("one phase again and again has a round for each time that all have marked it") {
    const auto report = run_on(path{3}, [](auto& self) -> task<> {
        for (int round = 0; round < 4; ++round) {
            co_await self.until(self.slot() + 2);
            self.mark("beat");
        }
    });

    CHECK(report.marks.front().rounds == 4);
    CHECK(report.marks.front().slots == 8);
    CHECK(report.marks.front().simultaneous);
}

TEST_CASE("a round that some nodes mark late is one round, and not simultaneous") {
    tutti::phase_statistics book{2};
    book.add({"a", 3, 1});
    book.add({"a", 4, 1});
    book.add({"b", 6, 2});
    book.add({"a", 9, 2});

    const std::vector<milestone_record> marks = book.records();
    REQUIRE(marks.size() == 2);
    CHECK(marks[0].rounds == 2);
    CHECK(marks[0].slots == 4 + 3);
    CHECK_FALSE(marks[0].simultaneous);
    CHECK(marks[1].slots == 2);
    CHECK(marks[1].simultaneous);
}

TEST_CASE("names stand in the order of the nodes, whichever way a slot goes through them") {
    for (const slot at : {0, 1, 2, 3}) {
        for (const support::team& threads : support::teams()) {
            CAPTURE(at);
            CAPTURE(threads.threads);
            support::testbed<path> bed{path{512}, threads};
            const auto report = bed.run([&](auto& self) -> task<> {
                co_await self.until(at);
                mark_two(self);
                self.deliver({.origin = self.id(), .number = 0, .payload = 0});
                self.deliver({.origin = self.id(), .number = 1, .payload = 0});
            });

            REQUIRE(report.marks.size() == 3);
            CHECK(report.marks[0].name == "first");
            CHECK(report.marks[0].count == 300 + 412);
            CHECK(report.marks[1].name == "last");
            CHECK(report.marks[2].name == "second");
            const std::vector<support::event>& events = bed.log().events;
            REQUIRE(events.size() == 2 * 512);
            for (std::size_t i = 0; i < events.size(); ++i) {
                CHECK(events[i].node == i / 2);
                CHECK(events[i].number == i % 2);
            }
        }
    }
}

TEST_CASE("marks are the same for every team, however the nodes are divided") {
    const path network{5000};
    // The marks of slot 2 end a round and begin another.
    const auto program = [](auto& self) -> task<> {
        co_await self.next_slot();
        if (self.id() != 4000) {
            self.mark("a");
        }
        co_await self.next_slot();
        if (self.id() % 1000 == 999) {
            self.mark("b");
        } else {
            self.mark("c");
        }
        self.mark("a");
    };
    const std::string expected = support::summary(run_on(network, program));
    for (const support::team& threads : support::teams()) {
        support::testbed<path> bed{network, threads};

        CHECK(support::summary(bed.run(program)) == expected);
    }
}

}  // TEST_SUITE("model/mark")
