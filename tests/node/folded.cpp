#include "tutti/node/folded.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "ring_programs.hpp"
#include "run_on_array.hpp"
#include "support/testbed.hpp"
#include "support/wandering.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/grid.hpp"

TEST_SUITE("tutti/node/folded.hpp") {

namespace {

using support::array_of;
using support::flood;
using support::grid_node;
using support::multinode_broadcast;
using support::records;
using support::run_on;
using support::run_on_array;
using support::testbed;
using support::token_ring;
using support::torus_of;
using tutti::fold;
using tutti::folded;
using tutti::grid;
using tutti::node_id;
using tutti::run_report;
using tutti::slot;
using tutti::task;

static_assert(tutti::node_of<folded<grid_node>, grid>);
static_assert(tutti::node_of<folded<folded<grid_node>>, grid>);

/// Networks with sides of 3 and more, odd and even, equal and not, in one to four dimensions.
const std::vector<std::vector<int>> shapes{{3},       {4},       {5},       {8},         {9},
                                           {3, 3},    {4, 3},    {3, 5},    {4, 6},      {5, 5},
                                           {3, 3, 3}, {4, 3, 5}, {3, 4, 4}, {3, 3, 3, 3}};

struct comparison {
    run_report on_ring;
    run_report on_path;
};

/// Runs a program on a ring and on a path of `p` nodes, and checks that all heard the same.
template <class Program>
comparison run_on_both(int p) {
    records on_ring(static_cast<std::size_t>(p));
    records on_path(static_cast<std::size_t>(p));
    const Program for_ring{&on_ring};
    const Program for_path{&on_path};
    comparison events;
    events.on_ring = run_on(torus_of({p}), for_ring);
    events.on_path = run_on_array({p}, for_path);
    CHECK(events.on_ring.ending == tutti::run_ending::completed);
    CHECK(events.on_path.text.empty());
    CHECK(on_path == on_ring);
    return events;
}

/// Name, number, earliest and latest slot of every mark, slots times `factor`, by name.
std::vector<std::tuple<std::string_view, std::uint64_t, slot, slot>> marks_of(
    const run_report& report, slot factor) {
    std::vector<std::tuple<std::string_view, std::uint64_t, slot, slot>> marks;
    marks.reserve(report.marks.size());
    for (const tutti::milestone_record& mark : report.marks) {
        marks.emplace_back(mark.name, mark.count, factor * mark.earliest, factor * mark.latest);
    }
    std::ranges::sort(marks);
    return marks;
}

/// The deliveries of a run on a torus, sorted.
std::vector<support::event> deliveries(const support::recorder& log) {
    std::vector<support::event> events = log.events;
    std::erase_if(events, [](const support::event& event) { return event.through >= 0; });
    std::ranges::sort(events);
    return events;
}

/// The deliveries of a run on an array, sorted, as they would be on the torus.
std::vector<support::event> unfolded(const support::recorder& log, const fold& shape) {
    std::vector<support::event> events = deliveries(log);
    for (support::event& event : events) {
        CHECK(event.at % 2 == 0);
        event.at /= 2;
        event.node = shape.on_torus(event.node);
    }
    std::ranges::sort(events);
    return events;
}

/// Step of a program that sends everywhere in one slot of the torus.
struct full_step {
    template <tutti::node_of<grid> Node>
    task<> operator()(Node& self) const {
        for (tutti::port through = 0; through < self.network().uniform_ports(); ++through) {
            self.send(through,
                      {self.id() * std::uint64_t{100} + static_cast<std::uint64_t>(through)});
        }
        self.mark("sent");
        co_await self.next_slot();
        for (tutti::port through = 0; through < self.network().uniform_ports(); ++through) {
            const node_id neighbour = self.network().neighbour(self.id(), through);
            REQUIRE(self.received(through) != nullptr);
            CHECK(self.received(through)->content ==
                  neighbour * std::uint64_t{100} + static_cast<std::uint64_t>(through ^ 1));
        }
    }
};

/// One node sends once and is done with it; all else relay, and say no more.
struct last_word {
    node_id from;
    tutti::port through;

    template <tutti::node_of<grid> Node>
    task<> operator()(Node& self) const {
        if (self.id() == from) {
            co_await self.until(3);
            self.send(through, {8});
            co_return;
        }
        for (;;) {
            co_await self.relay();
            CHECK(self.received(through ^ 1) != nullptr);
        }
    }
};

std::string refusal_of(const grid& shape) {
    try {
        const fold refused{shape};
    } catch (const std::invalid_argument& why) {
        return why.what();
    }
    return {};
}

}  // namespace

TEST_CASE("the fold puts ring neighbours at most two links apart, and no two at one place") {
    for (int p = 3; p <= 12; ++p) {
        const fold folding{array_of({p})};
        for (int k = 0; k < p; ++k) {
            const auto node = static_cast<node_id>(k);
            const auto here = static_cast<int>(folding.position(node));
            const auto next = static_cast<int>(folding.position(static_cast<node_id>((k + 1) % p)));
            CHECK(folding.on_torus(folding.position(node)) == node);
            CHECK(std::abs(here - next) <= 2);
        }
    }
    const fold five{array_of({5})};
    std::vector<node_id> positions;
    for (node_id k = 0; k < 5; ++k) {
        positions.push_back(five.position(k));
    }
    CHECK(positions == std::vector<node_id>{0, 2, 4, 3, 1});
}

TEST_CASE("every digit is folded by itself") {
    const fold folding{array_of({3, 4, 5})};
    std::vector<bool> is_taken(60);
    for (node_id node = 0; node < 60; ++node) {
        const node_id at = folding.position(node);
        CHECK(folding.on_torus(at) == node);
        CHECK_FALSE(is_taken.at(at));
        is_taken.at(at) = true;
        for (int i = 0; i < 3; ++i) {
            CHECK(array_of({3, 4, 5}).digit(at, i) ==
                  fold::position_on_line(folding.torus().digit(node, i), 3 + i));
        }
    }
    CHECK(folding.torus() == torus_of({3, 4, 5}));
}

TEST_CASE("only arrays with sides of 3 or more are folded") {
    CHECK(refusal_of(array_of({3})).empty());
    CHECK(refusal_of(array_of({7, 3})).empty());
    CHECK(refusal_of(array_of({7, 2})) == "a torus emulation needs sides of 3 or more");
    CHECK(refusal_of(array_of({1})) == "a torus emulation needs sides of 3 or more");
    CHECK(refusal_of(torus_of({7})) == "a torus emulation runs on arrays only");
    CHECK(tutti::fold_mismatch(array_of({3, 4})).empty());
}

TEST_CASE("a full torus step takes two slots, in which every link of the array is busy") {
    for (const std::vector<int>& sides : shapes) {
        CAPTURE(sides);
        const run_report on_torus = run_on(torus_of(sides), full_step{});
        const run_report on_array = run_on_array(sides, full_step{});

        CHECK(on_torus.transmissions == torus_of(sides).link_count());
        CHECK(on_array.text.empty());
        CHECK(on_array.transmissions == 2 * array_of(sides).link_count());
        CHECK(on_array.clock_slots == 2);
        CHECK(on_array.slots == 2);
        CHECK(marks_of(on_array, 1) == marks_of(on_torus, 2));
    }
    CHECK(run_on_array({8}, full_step{}).transmissions == 4 * 7);
}

TEST_CASE("a multinode broadcast for a ring takes twice the slots on a path") {
    for (int p = 3; p <= 9; ++p) {
        CAPTURE(p);
        const auto [on_ring, on_path] = run_on_both<multinode_broadcast>(p);

        CHECK(on_ring.slots == p / 2);
        CHECK(on_path.slots == 2 * on_ring.slots);
        CHECK(on_path.first_done == 2 * on_ring.first_done.value_or(-1));
        CHECK(on_ring.transmissions == static_cast<std::uint64_t>(p * (p - 1)));
        // For odd p every step is a full one.
        if (p % 2 == 1) {
            CHECK(on_path.transmissions == static_cast<std::uint64_t>(4 * (p - 1) * (p / 2)));
        }
        REQUIRE(on_path.marks.size() == 1);
        CHECK(on_path.marks[0].earliest == 2 * on_ring.marks[0].earliest);
        CHECK(on_path.marks[0].simultaneous);
    }
}

TEST_CASE("a token ring takes twice the slots on a path") {
    for (int p = 3; p <= 9; ++p) {
        CAPTURE(p);
        const auto [on_ring, on_path] = run_on_both<token_ring>(p);

        CHECK(on_path.slots == 2 * on_ring.slots);
        CHECK(on_path.first_done == 2 * on_ring.first_done.value_or(-1));
        REQUIRE(on_path.marks.size() == 1);
        CHECK(on_path.marks[0].count == static_cast<std::uint64_t>(3 * p));
        CHECK(on_path.marks[0].earliest == 2 * on_ring.marks[0].earliest);
        CHECK(on_path.marks[0].latest == 2 * on_ring.marks[0].latest);
    }
}

TEST_CASE("relays of a ring relay on a path") {
    for (int p = 3; p <= 9; ++p) {
        CAPTURE(p);
        const auto [on_ring, on_path] = run_on_both<flood>(p);

        CHECK(on_path.slots == 2 * on_ring.slots);
        CHECK(on_path.first_done == 2 * on_ring.first_done.value_or(-1));
        CHECK(on_path.last_arrival <= 2 * on_ring.last_arrival);
        CHECK(on_path.clock_slots == 2 * on_ring.clock_slots);
    }
}

TEST_CASE(
    "who returns after its last packet is done when the packet has gone, in the second slot") {
    for (int p = 3; p <= 6; ++p) {
        for (node_id from = 0; from < static_cast<node_id>(p); ++from) {
            for (const tutti::port through : {0, 1}) {
                CAPTURE(p);
                CAPTURE(from);
                CAPTURE(through);
                const last_word program{.from = from, .through = through};

                CHECK(run_on(torus_of({p}), program).slots == 4);
                CHECK(run_on_array({p}, program).slots == 8);
            }
        }
    }
}

TEST_CASE("random programs for a torus do the same on an array, in twice the slots") {
    for (std::uint64_t seed = 1; seed <= 42; ++seed) {
        const std::vector<int>& sides = shapes[seed % shapes.size()];
        CAPTURE(seed);
        CAPTURE(sides);
        const support::wandering plan{
            .steps = 20, .silence = 40, .density = 150, .relays = false, .stream = seed};
        const fold shape{array_of(sides)};
        testbed<grid> straight{torus_of(sides)};
        testbed<grid> bent{array_of(sides)};

        const run_report on_torus = straight.run(plan);
        const run_report on_array =
            bent.run([&](grid_node& self) { return run_folded(self, shape, plan); });

        CHECK(unfolded(bent.log(), shape) == deliveries(straight.log()));
        CHECK(on_torus.deliveries > 0);
        CHECK(on_array.text.empty());
        CHECK(on_array.slots == 2 * on_torus.slots);
        CHECK(on_array.first_done == 2 * on_torus.first_done.value_or(-1));
        CHECK(marks_of(on_array, 1) == marks_of(on_torus, 2));
    }
}

TEST_CASE("a folded run is the same on any threads and executor") {
    for (const std::vector<int>& sides :
         {std::vector{7}, std::vector{4, 5}, std::vector{3, 4, 3}}) {
        const support::wandering plan{.steps = 20, .silence = 40, .relays = false, .stream = 5};
        const run_report alone = run_on_array(sides, plan);
        CHECK(alone.text.empty());
        for (const support::team& team : support::teams()) {
            CHECK(support::summary(run_on_array(sides, plan, team)) == support::summary(alone));
        }
    }
}

}  // TEST_SUITE("tutti/node/folded.hpp")
