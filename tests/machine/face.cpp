#include "tutti/machine/face.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "support/folded.hpp"
#include "support/ring_programs.hpp"
#include "support/testbed.hpp"
#include "support/wandering.hpp"

namespace {

using support::flood;
using support::fold;
using support::folded;
using support::multinode_broadcast;
using support::path;
using support::records;
using support::ring;
using support::testbed;
using support::token_ring;
using tutti::node_id;
using tutti::node_of;
using tutti::run_report;
using tutti::slot;
using tutti::task;
using path_node = testbed<path>::node_type;

static_assert(node_of<folded<path_node>, ring>);
static_assert(tutti::node_face<testbed<ring>::node_type>);

struct comparison {
    run_report on_ring;
    run_report on_path;
};

/// Runs a program on a ring and on a path of `p` nodes, and checks that all heard the same.
template <class Program>
comparison run_on_both(node_id p) {
    records on_ring(p);
    records on_path(p);
    const Program for_ring{&on_ring};
    const Program for_path{&on_path};
    comparison found;
    found.on_ring = support::run_on(ring{p}, for_ring);
    found.on_path = support::run_on(
        path{p}, [&](path_node& self) { return support::run_folded(self, for_path); });
    CHECK(found.on_ring.ending == tutti::run_ending::completed);
    CHECK(found.on_path.text.empty());
    CHECK(on_path == on_ring);
    return found;
}

/// Name, number, earliest and latest slot of every mark, slots times `factor`, by name.
std::vector<std::tuple<std::string_view, std::uint64_t, slot, slot>> marks_of(
    const run_report& report, slot factor) {
    std::vector<std::tuple<std::string_view, std::uint64_t, slot, slot>> marks;
    marks.reserve(report.marks.size());
    for (const tutti::mark_record& mark : report.marks) {
        marks.emplace_back(mark.name, mark.count, factor * mark.earliest, factor * mark.latest);
    }
    std::ranges::sort(marks);
    return marks;
}

/// The deliveries of a run, sorted, in terms of a ring of `p` folded onto the path if `p` is not 0.
std::vector<support::event> deliveries(const support::recorder& log, node_id p) {
    std::vector<support::event> found = log.events;
    std::erase_if(found, [](const support::event& event) { return event.through >= 0; });
    for (support::event& event : found) {
        if (p != 0) {
            CHECK(event.at % 2 == 0);
            event.at /= 2;
            event.node = fold{p}.on_ring(event.node);
        }
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace

TEST_SUITE_BEGIN("machine/face");

TEST_CASE("the fold puts ring neighbours at most two links apart") {
    for (node_id p = 3; p <= 12; ++p) {
        const fold folding{p};
        for (node_id k = 0; k < p; ++k) {
            const node_id here = folding.position(k);
            const node_id next = folding.position((k + 1) % p);
            CHECK(folding.on_ring(here) == k);
            CHECK((here < next ? next - here : here - next) <= 2);
        }
    }
    CHECK(fold{5}.position(2) == 4);
    CHECK(fold{5}.position(4) == 1);
}

TEST_CASE("a multinode broadcast for a ring takes twice the slots on a path") {
    for (node_id p = 3; p <= 9; ++p) {
        CAPTURE(p);
        const auto [on_ring, on_path] = run_on_both<multinode_broadcast>(p);

        CHECK(on_ring.slots == p / 2);
        CHECK(on_path.slots == 2 * on_ring.slots);
        CHECK(on_path.first_done == 2 * on_ring.first_done.value_or(-1));
        CHECK(on_ring.transmissions == p * (p - 1));
        // For odd p every step is a full one.
        if (p % 2 == 1) {
            CHECK(on_path.transmissions == 4 * (p - 1) * (p / 2));
        }
        REQUIRE(on_path.marks.size() == 1);
        CHECK(on_path.marks[0].earliest == 2 * on_ring.marks[0].earliest);
        CHECK(on_path.marks[0].simultaneous);
    }
}

TEST_CASE("one full ring step takes 4(p-1) transmissions of the path") {
    for (node_id p = 3; p <= 9; ++p) {
        const auto report = support::run_on(path{p}, [](path_node& self) -> task<> {
            folded<path_node> on_ring{self};
            on_ring.send(0, {1});
            on_ring.send(1, {2});
            co_await on_ring.next_slot();
            CHECK(on_ring.received(0)->content == 2);
            CHECK(on_ring.received(1)->content == 1);
        });

        CHECK(report.transmissions == 4U * (p - 1));
        CHECK(report.clock_slots == 2);
    }
}

TEST_CASE("a token ring takes twice the slots on a path") {
    for (node_id p = 3; p <= 9; ++p) {
        CAPTURE(p);
        const auto [on_ring, on_path] = run_on_both<token_ring>(p);

        CHECK(on_path.slots == 2 * on_ring.slots);
        CHECK(on_path.first_done == 2 * on_ring.first_done.value_or(-1));
        REQUIRE(on_path.marks.size() == 1);
        CHECK(on_path.marks[0].count == 3U * p);
        CHECK(on_path.marks[0].earliest == 2 * on_ring.marks[0].earliest);
        CHECK(on_path.marks[0].latest == 2 * on_ring.marks[0].latest);
    }
}

TEST_CASE("relays of a ring relay on a path") {
    for (node_id p = 3; p <= 9; ++p) {
        CAPTURE(p);
        const auto [on_ring, on_path] = run_on_both<flood>(p);

        CHECK(on_path.slots == 2 * on_ring.slots);
        CHECK(on_path.first_done == 2 * on_ring.first_done.value_or(-1));
        CHECK(on_path.last_arrival <= 2 * on_ring.last_arrival);
        CHECK(on_path.clock_slots == 2 * on_ring.clock_slots);
    }
}

TEST_CASE("random programs for a ring do the same on a path, in twice the slots") {
    for (std::uint64_t seed = 1; seed <= 21; ++seed) {
        const auto p = static_cast<node_id>(3 + seed % 7);
        CAPTURE(seed);
        const support::wandering plan{.density = 150, .relays = false, .stream = seed};
        testbed<ring> straight{ring{p}};
        testbed<path> bent{path{p}};

        const run_report on_ring = straight.run(plan);
        const run_report on_path =
            bent.run([&](path_node& self) { return support::run_folded(self, plan); });

        CHECK(deliveries(bent.log(), p) == deliveries(straight.log(), 0));
        CHECK(on_path.text.empty());
        CHECK(on_path.slots == 2 * on_ring.slots);
        CHECK(on_path.first_done == 2 * on_ring.first_done.value_or(-1));
        CHECK(marks_of(on_path, 1) == marks_of(on_ring, 2));
    }
}

TEST_CASE("a ring program that leaves its mail unread is caught on a path too") {
    for (node_id sender = 0; sender < 5; ++sender) {
        for (const tutti::port through : {0, 1}) {
            const auto deaf = [&](auto& self) -> task<> {
                if (self.id() == sender) {
                    self.send(through, {1});
                }
                co_await self.next_slot();
                co_await self.next_slot();
            };
            const run_report report = support::run_on(
                path{5}, [&](path_node& self) { return support::run_folded(self, deaf); });

            CHECK(report.ending != tutti::run_ending::completed);
            CHECK(report.place.value_or(tutti::fault_place{}).node ==
                  fold{5}.position(ring{5}.neighbour(sender, through)));
        }
    }
}

TEST_CASE("a ring that stalls, stalls on a path") {
    const auto waiting = [](auto& self) -> task<> {
        if (self.id() == 2) {
            self.send(0, {1});
            co_return;
        }
        co_await self.mail();
        std::ignore = self.inbox();
    };
    const run_report report = support::run_on(
        path{4}, [&](path_node& self) { return support::run_folded(self, waiting); });

    CHECK(report.ending == tutti::run_ending::stalled);
    CHECK(report.waiting_count == 2);
    CHECK(report.clock_slots == 2);
}

TEST_SUITE_END();
