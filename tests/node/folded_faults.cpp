#include <functional>
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
using support::run_on_array;
using support::torus_of;
using tutti::fold;
using tutti::folded;
using tutti::grid;
using tutti::node_id;
using tutti::run_report;
using tutti::task;

/// Place of a fault in a program: node and port of the torus.
struct wrong_place {
    node_id node;
    tutti::port through;
};

/// Checks the violation of `program` on the array, once for every node and port of the torus.
template <class Program>
void check_every_fault(const std::vector<int>& sides, const Program& program,
                       const std::function<void(const run_report&, const wrong_place&)>& check) {
    const grid torus = torus_of(sides);
    for (node_id node = 0; node < torus.node_count(); ++node) {
        for (tutti::port through = 0; through < torus.uniform_ports(); ++through) {
            const wrong_place place{.node = node, .through = through};
            CAPTURE(node);
            CAPTURE(through);
            check(run_on_array(sides, [&](auto& self) { return program(self, place); }), place);
        }
    }
}

node_id place_of(const run_report& report) {
    return report.place ? report.place->node : ~node_id{0};
}

}  // namespace

TEST_CASE("a torus program that leaves its mail unread is caught on an array too") {
    const auto deaf = [](auto& self, const wrong_place& place) -> task<> {
        if (self.id() == place.node) {
            self.send(place.through, {1});
        }
        co_await self.next_slot();
        co_await self.next_slot();
    };
    for (const std::vector<int>& sides : {std::vector{3}, std::vector{4}, std::vector{5},
                                          std::vector{3, 4}, std::vector{3, 3, 3}}) {
        const fold shape{array_of(sides)};
        check_every_fault(sides, deaf, [&](const run_report& report, const wrong_place& place) {
            CHECK(report.ending != tutti::run_ending::completed);
            CHECK(place_of(report) ==
                  shape.position(shape.torus().neighbour(place.node, place.through)));
        });
    }
}

// An end that sends inward is woken by the clock and has to look whether there is mail.
TEST_CASE("mail that the view had to look at is not read until the program has read it") {
    const auto sender_is_deaf = [](auto& self, const wrong_place& place) -> task<> {
        for (tutti::port through = 0; through < self.network().uniform_ports(); ++through) {
            self.send(through, {1});
        }
        co_await self.mail();
        for (tutti::port through = 0; through < self.network().uniform_ports(); ++through) {
            if (self.id() != place.node || through != place.through) {
                std::ignore = self.received(through);
            }
        }
    };
    for (const std::vector<int>& sides : {std::vector{3}, std::vector{4}, std::vector{3, 5}}) {
        const fold shape{array_of(sides)};
        check_every_fault(sides, sender_is_deaf,
                          [&](const run_report& report, const wrong_place& place) {
                              CHECK(report.ending != tutti::run_ending::completed);
                              CHECK(place_of(report) == shape.position(place.node));
                          });
    }
}

TEST_CASE("a second packet on a link of the torus is a second one on a link of the array") {
    const auto twice = [](auto& self, const wrong_place& place) -> task<> {
        if (self.id() == place.node) {
            self.send(place.through, {1});
            self.send(place.through, {2});
        }
        co_await self.next_slot();
    };
    for (const std::vector<int>& sides : {std::vector{3}, std::vector{4}, std::vector{3, 5}}) {
        const fold shape{array_of(sides)};
        check_every_fault(sides, twice, [&](const run_report& report, const wrong_place& place) {
            CHECK(report.violation == tutti::violation_kind::link_busy);
            CHECK(place_of(report) == shape.position(place.node));
        });
    }
}

TEST_CASE("an empty packet and a port that the torus lacks are found on the array") {
    const auto empty = [](auto& self, const wrong_place& place) -> task<> {
        if (self.id() == place.node) {
            self.send(place.through, support::letter::none());
        }
        co_await self.next_slot();
    };
    const auto stray = [](auto& self, const wrong_place& place) -> task<> {
        if (self.id() == place.node) {
            self.send(place.through + self.network().uniform_ports(), {1});
        }
        co_await self.next_slot();
    };
    const auto astray = [](auto& self, const wrong_place& place) -> task<> {
        if (self.id() == place.node) {
            std::ignore = self.received(-1 - place.through);
        }
        co_await self.next_slot();
    };
    const std::vector<int> sides{3, 4};
    const fold shape{array_of(sides)};
    const auto reports = [&](tutti::violation_kind kind) {
        return [&shape, kind](const run_report& report, const wrong_place& place) {
            CHECK(report.violation == kind);
            CHECK(place_of(report) == shape.position(place.node));
        };
    };
    check_every_fault(sides, empty, reports(tutti::violation_kind::empty_packet));
    check_every_fault(sides, stray, reports(tutti::violation_kind::no_such_port));
    check_every_fault(sides, astray, reports(tutti::violation_kind::no_such_port));
}

TEST_CASE("mail for a node whose program sleeps or has ended is unread") {
    const auto sleeper = [](auto& self, const wrong_place& place) -> task<> {
        if (self.id() == place.node) {
            self.send(place.through, {1});
            co_return;
        }
        co_await self.until(9);
    };
    const auto gone = [](auto& self, const wrong_place& place) -> task<> {
        if (self.id() == place.node) {
            co_await self.until(9);
            self.send(place.through, {1});
        }
    };
    const std::vector<int> sides{4, 3};
    const fold shape{array_of(sides)};
    const auto unread = [&](const run_report& report, const wrong_place& place) {
        CHECK(report.violation == tutti::violation_kind::unread_mail);
        CHECK(place_of(report) ==
              shape.position(shape.torus().neighbour(place.node, place.through)));
    };
    check_every_fault(sides, sleeper, unread);
    check_every_fault(sides, gone, unread);
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
