#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "run_on_array.hpp"
#include "support/testbed.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/node/folded.hpp"
#include "tutti/topology/grid.hpp"

TEST_SUITE("tutti/node/folded.hpp") {

namespace {

using support::array_of;
using support::grid_node;
using support::run_on_array;
using tutti::fold;
using tutti::folded;
using tutti::node_id;
using tutti::run_report;
using tutti::task;
using tutti::violation_kind;

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

}  // namespace

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

TEST_CASE("a torus that stalls, stalls on an array") {
    const auto waiting = [](auto& self) -> task<> {
        if (self.id() == 2) {
            self.send(0, {1});
            co_return;
        }
        co_await self.mail();
        std::ignore = self.inbox();
    };
    const run_report report = run_on_array({4}, waiting);

    CHECK(report.ending == tutti::run_ending::stalled);
    CHECK(report.waiting_count == 2);
    CHECK(report.clock_slots == 2);
    CHECK(run_on_array({3, 3}, waiting).waiting_count == 7);
}

}  // TEST_SUITE("tutti/node/folded.hpp")
