#include <array>
#include <functional>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "node/violation.hpp"
#include "several_engines.hpp"
#include "support/line.hpp"
#include "support/testbed.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("machine/transport") {

namespace {

using support::compare_engines;
using tutti::node_id;
using tutti::port_model;
using tutti::run_report;
using tutti::task;
using tutti::violation_kind;
using bed = support::testbed<support::ring>;
using node = bed::node_type;

constexpr node_id members = 9;

/// Action of a node in slot 3 that makes the faulty node break a rule.
struct violation_case {
    violation_kind kind;
    port_model ports;
    std::function<void(node&, node_id faulty_node)> deed;
};

bool is_before(const node& self, node_id other) { return (self.id() + 1) % members == other; }
bool is_after(const node& self, node_id other) { return (other + 1) % members == self.id(); }

/// Those of senders, and those of receivers.
std::vector<violation_case> crimes() {
    const auto of_sender = [](violation_kind kind, port_model ports, auto deed) {
        return violation_case{kind, ports, [deed](node& self, node_id faulty_node) {
                                  if (self.id() == faulty_node) {
                                      deed(self);
                                  }
                              }};
    };
    const auto twice = [](tutti::port first, tutti::port second) {
        return [=](node& self) {
            self.send(first, {1});
            self.send(second, {2});
        };
    };
    const auto full = port_model::single_port_full_duplex;
    return {
        of_sender(violation_kind::link_busy, port_model::all_port, twice(1, 1)),
        of_sender(violation_kind::no_such_port, port_model::all_port, twice(0, 5)),
        of_sender(violation_kind::empty_packet, port_model::all_port,
                  [](node& self) { self.send(1, support::letter::none()); }),
        of_sender(violation_kind::second_send, full, twice(1, 0)),
        of_sender(violation_kind::two_messages, port_model::shout_and_whisper, twice(1, 0)),
        {violation_kind::second_reception, full,
         [](node& self, node_id faulty_node) {
             if (is_before(self, faulty_node) || is_after(self, faulty_node)) {
                 self.send(is_before(self, faulty_node) ? 1 : 0, {1});
             }
         }},
        {violation_kind::send_and_receive, port_model::single_port_half_duplex,
         [](node& self, node_id faulty_node) {
             if (is_before(self, faulty_node) || self.id() == faulty_node) {
                 self.send(1, {1});
             }
         }},
    };
}

/// All do the deed of `violation` in slot 3, for both culprits, and forward what comes.
bed::program commit(const violation_case& violation, node_id faulty_node, node_id other) {
    return [&violation, faulty_node, other](node& self) -> task<> {
        co_await self.until(3);
        violation.deed(self, faulty_node);
        if (other != faulty_node && !is_before(self, faulty_node) && !is_after(self, faulty_node)) {
            violation.deed(self, other);
        }
        for (;;) {
            co_await self.relay();
            std::ignore = self.inbox();
        }
    };
}

}  // namespace

TEST_CASE("every rule that a node breaks is reported by every engine, wherever the node is") {
    for (const violation_case& violation : crimes()) {
        for (node_id faulty_node = 0; faulty_node < members; ++faulty_node) {
            CAPTURE(tutti::name_of(violation.kind));
            CAPTURE(faulty_node);
            const auto other = static_cast<node_id>((faulty_node * 5 + 2) % members);
            const run_report report =
                compare_engines(support::ring{members}, commit(violation, faulty_node, faulty_node),
                                {.algorithm = "a test", .ports = violation.ports});
            CHECK(report.violation == violation.kind);
            compare_engines(support::ring{members}, commit(violation, faulty_node, other),
                            {.ports = violation.ports});
        }
    }
}

TEST_CASE("a link is one way, and what it carries is limited, to others' nodes too") {
    const std::array phases{tutti::phase_end{.name = "end", .carries = tutti::rational{1, 2}}};
    for (node_id faulty_node = 0; faulty_node < members; ++faulty_node) {
        CAPTURE(faulty_node);
        const auto meet = [faulty_node](node& self) -> task<> {
            co_await self.until(3);
            if (self.id() == faulty_node || is_before(self, faulty_node)) {
                self.send(self.id() == faulty_node ? 0 : 1, {1});
            }
            co_await self.mail_or(5);
            std::ignore = self.inbox();
        };
        CHECK(compare_engines(support::ring{members}, meet, {.ports = port_model::one_way})
                  .violation == violation_kind::link_both_ways);
        CHECK(compare_engines(support::ring{members}, meet, {.phases = phases}).violation ==
              violation_kind::share_exceeded);
    }
}

TEST_CASE("a fault of sending and one of receiving in a slot are compared across the engines") {
    for (node_id receiver = 0; receiver < members; ++receiver) {
        for (node_id sender = 0; sender < members; ++sender) {
            const run_report report =
                compare_engines(support::ring{members},
                                [&](node& self) -> task<> {
                                    co_await self.until(3);
                                    if (self.id() == sender) {
                                        self.send(-5, {1});
                                    }
                                    if (is_before(self, receiver) || is_after(self, receiver)) {
                                        self.send(is_before(self, receiver) ? 1 : 0, {1});
                                    }
                                    co_await self.mail();
                                    std::ignore = self.inbox();
                                },
                                {.ports = port_model::single_port_full_duplex});
            CAPTURE(receiver);
            CAPTURE(sender);
            const bool is_heard_twice = (sender + 1) % members != receiver &&
                                        (receiver + 1) % members != sender && receiver < sender;
            CHECK(report.place->node == (is_heard_twice ? receiver : sender));
        }
    }
}

}  // TEST_SUITE("machine/transport")
