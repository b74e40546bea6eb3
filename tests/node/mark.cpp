#include "node/mark.hpp"

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

}  // namespace

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

}  // TEST_SUITE("model/mark")
