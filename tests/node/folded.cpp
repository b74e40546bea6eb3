#include "tutti/node/folded.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "support/testbed.hpp"
#include "support/wandering.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/grid.hpp"

TEST_SUITE("tutti/node/folded.hpp") {

namespace {

using support::testbed;
using tutti::fold;
using tutti::folded;
using tutti::grid;
using tutti::node_id;
using tutti::run_report;
using tutti::slot;
using tutti::task;
using tutti::violation_kind;

using grid_node = testbed<grid>::node_type;

grid array_of(const std::vector<int>& sides) { return {sides, tutti::grid_edge::open}; }
grid torus_of(const std::vector<int>& sides) { return {sides, tutti::grid_edge::closed}; }

static_assert(tutti::node_of<folded<grid_node>, grid>);
static_assert(tutti::node_of<folded<folded<grid_node>>, grid>);

/// Networks with sides of 3 and more, odd and even, equal and not, in one to four dimensions.
const std::vector<std::vector<int>> shapes{{3},       {4},       {5},       {8},         {9},
                                           {3, 3},    {4, 3},    {3, 5},    {4, 6},      {5, 5},
                                           {3, 3, 3}, {4, 3, 5}, {3, 4, 4}, {3, 3, 3, 3}};

/// A program for a torus' node, on a node of an array. The arguments outlive the task.
template <class Program>
task<> run_folded(grid_node& below, const fold& shape, const Program& program) {
    folded<grid_node> self{below, shape};
    co_await program(self);
    co_await self.retire();
}

/// A program for the nodes of a torus with these sides, on the array with the same.
template <class Program>
run_report run_on_array(const std::vector<int>& sides, const Program& program) {
    const fold shape{array_of(sides)};
    testbed<grid> bed{array_of(sides)};
    return bed.run([&](grid_node& self) { return run_folded(self, shape, program); });
}

/// Node 0 sends both ways; the others relay, up to the opposite side.
struct flood {
    template <tutti::node_of<tutti::grid> Node>
    tutti::task<> operator()(Node& self) const {
        if (self.id() == 0) {
            co_await self.until(3);
            self.send(0, {8});
            self.send(1, {9});
            co_return;
        }
        for (;;) {
            co_await self.relay();
            for (const auto& [through, packet] : self.inbox()) {
                self.deliver({.origin = self.id(), .number = 0, .payload = packet.content});
            }
            const auto p = self.network().node_count();
            if (self.received(0) != nullptr && 2 * self.id() + 1 < p) {
                self.send(1, *self.received(0));
            }
            if (self.received(1) != nullptr && 2 * self.id() > p + 1) {
                self.send(0, *self.received(1));
            }
        }
    }
};

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

/// Runs a program on a torus and folded on an array: it has to do the same, in twice the slots.
template <class Program>
void compare_folded(const std::vector<int>& sides, const Program& program) {
    const fold shape{array_of(sides)};
    testbed<grid> straight{torus_of(sides)};
    testbed<grid> bent{array_of(sides)};

    const run_report on_torus = straight.run(program);
    const run_report on_array =
        bent.run([&](grid_node& self) { return run_folded(self, shape, program); });

    CHECK(unfolded(bent.log(), shape) == deliveries(straight.log()));
    CHECK(on_torus.deliveries > 0);
    CHECK(on_array.text.empty());
    CHECK(on_array.slots == 2 * on_torus.slots);
    CHECK(on_array.first_done == 2 * on_torus.first_done.value_or(-1));
    CHECK(marks_of(on_array, 1) == marks_of(on_torus, 2));
}

/// Place of a fault in a program: node and port of the torus.
struct wrong_place {
    node_id node;
    tutti::port through;
};

using faulty_program = std::function<task<>(tutti::folded<grid_node>&, wrong_place)>;

/// Runs `program` on an array, once for every node and port of the torus as the place of its fault,
/// and checks the violation, if there is one to check, and the node where it is found.
void check_every_fault(std::optional<violation_kind> kind, bool is_at_neighbour,
                       const faulty_program& program) {
    for (const std::vector<int>& sides : {std::vector{3}, std::vector{4}, std::vector{5},
                                          std::vector{3, 4}, std::vector{3, 3, 3}}) {
        const fold shape{array_of(sides)};
        for (node_id node = 0; node < shape.torus().node_count(); ++node) {
            for (tutti::port through = 0; through < shape.torus().uniform_ports(); ++through) {
                CAPTURE(sides);
                CAPTURE(node);
                CAPTURE(through);
                const run_report report = run_on_array(sides, [&](auto& self) {
                    return program(self, {.node = node, .through = through});
                });
                CHECK((kind ? report.violation == kind
                            : report.ending != tutti::run_ending::completed));
                REQUIRE(report.place);
                CHECK(report.place->node ==
                      shape.position(is_at_neighbour ? shape.torus().neighbour(node, through)
                                                     : node));
            }
        }
    }
}

/// A program in which the node at the place does something in the first slot, and all go on.
template <class Deed>
faulty_program at_once(const Deed& deed) {
    return [deed](auto& self, wrong_place place) -> task<> {
        if (self.id() == place.node) {
            deed(self, place.through);
        }
        co_await self.next_slot();
        co_await self.next_slot();
    };
}

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
    for (const std::vector<int>& sides : shapes) {
        CAPTURE(sides);
        const fold folding{array_of(sides)};
        CHECK(folding.torus() == torus_of(sides));
        for (node_id node = 0; node < folding.torus().node_count(); ++node) {
            CHECK(folding.on_torus(folding.position(node)) == node);
            for (tutti::port through = 0; through < folding.torus().uniform_ports(); ++through) {
                const node_id next = folding.torus().neighbour(node, through);
                CHECK(array_of(sides).distance(folding.position(node), folding.position(next)) <=
                      2);
            }
        }
    }
    const fold five{array_of({5})};
    CHECK(five.position(1) == 2);
    CHECK(five.position(3) == 3);
}

TEST_CASE("only arrays with sides of 3 or more are folded") {
    CHECK(refusal_of(array_of({3})).empty());
    CHECK(refusal_of(array_of({7, 3})).empty());
    CHECK(refusal_of(array_of({7, 2})) == "a torus emulation needs sides of 3 or more");
    CHECK(refusal_of(array_of({1})) == "a torus emulation needs sides of 3 or more");
    CHECK(refusal_of(torus_of({7})) == "a torus emulation runs on arrays only");
    CHECK(tutti::fold_mismatch(array_of({3, 4})).empty());
}

TEST_CASE("relays of a ring relay on a path") {
    for (int p = 3; p <= 9; ++p) {
        CAPTURE(p);
        compare_folded({p}, flood{});
    }
}

TEST_CASE("random programs for a torus do the same on an array, in twice the slots") {
    for (std::uint64_t seed = 1; seed <= 42; ++seed) {
        CAPTURE(seed);
        compare_folded(
            shapes[seed % shapes.size()],
            support::wandering{
                .steps = 20, .silence = 40, .density = 150, .relays = false, .stream = seed});
    }
}

TEST_CASE("a link and a port are as wrong on an array as on the torus") {
    check_every_fault(violation_kind::link_busy, false,
                      at_once([](auto& self, tutti::port through) {
                          self.send(through, {1});
                          self.send(through, {2});
                      }));
    check_every_fault(violation_kind::empty_packet, false,
                      at_once([](auto& self, tutti::port through) {
                          self.send(through, support::letter::none());
                      }));
    check_every_fault(violation_kind::no_such_port, false,
                      at_once([](auto& self, tutti::port through) {
                          self.send(through + self.network().uniform_ports(), {1});
                      }));
    check_every_fault(violation_kind::no_such_port, false,
                      at_once([](auto& self, tutti::port through) {
                          std::ignore = self.received(-1 - through);
                      }));
}

TEST_CASE("mail that a torus program leaves unread, asleep or at its end, is unread on an array") {
    check_every_fault({}, true,
                      at_once([](auto& self, tutti::port through) { self.send(through, {1}); }));
    check_every_fault(violation_kind::unread_mail, true,
                      [](auto& self, wrong_place place) -> task<> {
                          if (self.id() == place.node) {
                              self.send(place.through, {1});
                              co_return;
                          }
                          co_await self.until(9);
                      });
    check_every_fault(violation_kind::unread_mail, true,
                      [](auto& self, wrong_place place) -> task<> {
                          if (self.id() == place.node) {
                              co_await self.until(9);
                              self.send(place.through, {1});
                          }
                      });
}

// An end that sends inward is woken by the clock and has to look whether there is mail.
TEST_CASE("mail that the view had to look at is not read until the program has read it") {
    check_every_fault({}, false, [](auto& self, wrong_place place) -> task<> {
        const tutti::port ports = self.network().uniform_ports();
        for (tutti::port through = 0; through < ports; ++through) {
            self.send(through, {1});
        }
        co_await self.mail();
        for (tutti::port through = 0; through < ports; ++through) {
            if (self.id() != place.node || through != place.through) {
                std::ignore = self.received(through);
            }
        }
    });
}

}  // TEST_SUITE("tutti/node/folded.hpp")
