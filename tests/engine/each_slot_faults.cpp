#include <array>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "numbered_body.hpp"
#include "support/testbed.hpp"
#include "tutti/node/node_interface.hpp"

TEST_SUITE("machine/each_slot") {

namespace {

using support::numbered_body;
using support::path;
using support::run_on;
using tutti::port;
using tutti::port_model;
using tutti::task;
using tutti::violation_kind;
using tutti::wait_for;

}  // namespace

TEST_CASE("a body that breaks the model is found out, even if the program catches it") {
    struct broken {
        port_model ports;
        std::vector<port> sends;
        violation_kind kind;
    };
    const std::array rules{
        broken{port_model::all_port, {0, 0}, violation_kind::link_busy},
        broken{port_model::all_port, {0, 5}, violation_kind::no_such_port},
        broken{port_model::all_port, {-1}, violation_kind::no_such_port},
        broken{port_model::single_port_full_duplex, {0, 1}, violation_kind::second_send},
        broken{port_model::shout_and_whisper, {0, 1}, violation_kind::two_messages}};
    for (const broken& rule : rules) {
        CAPTURE(static_cast<int>(rule.kind));
        for (const int first : {0, 3}) {
            const auto report = run_on(path{3},
                                       [&](auto& self) -> task<> {
                                           if (self.id() != 1) {
                                               co_await self.relay();
                                               co_return;
                                           }
                                           bool caught = false;
                                           try {
                                               auto made = numbered_body{[&](auto& at, int before) {
                                                   if (before < first) {
                                                       return wait_for::next_slot();
                                                   }
                                                   std::uint64_t content = 7;
                                                   for (const port through : rule.sends) {
                                                       at.send(through, {content});
                                                       ++content;
                                                   }
                                                   return wait_for::nothing();
                                               }};
                                               co_await tutti::each_slot(self, made);
                                           } catch (const tutti::model_violation&) {
                                               caught = true;
                                           }
                                           if (caught) {
                                               co_await self.next_slot();
                                           }
                                       },
                                       {.ports = rule.ports});

            CHECK(report.violation == rule.kind);
            REQUIRE(report.place);
            CHECK(report.place->at == first);
            CHECK(report.place->node == 1);
            CHECK(report.place->through == rule.sends.back());
        }
    }
}

TEST_CASE("a body that breaks the model, catches it and goes on is found out for that") {
    const auto report = run_on(path{3}, [&](auto& self) -> task<> {
        if (self.id() != 1) {
            self.send(self.has(0) ? 0 : 1, {1});
            co_return;
        }
        auto made = numbered_body{[](auto& at, int before) {
            if (before == 1) {
                CHECK_THROWS_AS(at.send(9, {1}), tutti::model_violation);
            }
            return before < 3 ? wait_for::next_slot() : wait_for::nothing();
        }};
        co_await tutti::each_slot(self, made);
    });

    CHECK(report.violation == violation_kind::no_such_port);
    REQUIRE(report.place);
    CHECK(report.place->at == 1);
    CHECK(report.place->through == 9);
}

TEST_CASE("a body that does not look at its mail, or at all of it, is found out") {
    for (const int last : {0, 1}) {
        for (const bool looks_at_one : {false, true}) {
            CAPTURE(last);
            CAPTURE(looks_at_one);
            const auto report = run_on(path{3}, [&](auto& self) -> task<> {
                if (self.id() != 1) {
                    self.send(self.has(0) ? 0 : 1, {1});
                    co_return;
                }
                auto made = numbered_body{[&](auto& at, int before) {
                    if (before == 1 && looks_at_one) {
                        CHECK(at.received(0) != nullptr);
                    }
                    return before < 1 + last ? wait_for::next_slot() : wait_for::nothing();
                }};
                co_await tutti::each_slot(self, made);
            });

            CHECK(report.violation == violation_kind::unread_mail);
            REQUIRE(report.place);
            CHECK(report.place->at == 0);
            CHECK(report.place->node == 1);
            CHECK(report.place->through == (looks_at_one ? 1 : 0));
        }
    }
}

TEST_CASE("a node in a loop may receive no more than its ports allow") {
    const auto kind_of = [](port_model ports) {
        return run_on(path{3},
                      [](auto& self) -> task<> {
                          if (self.id() != 1) {
                              self.send(self.has(0) ? 0 : 1, {1});
                              co_return;
                          }
                          auto made = numbered_body{[](auto& at, int before) {
                              std::ignore = at.inbox();
                              return before < 3 ? wait_for::next_slot() : wait_for::nothing();
                          }};
                          co_await tutti::each_slot(self, made);
                      },
                      {.ports = ports})
            .violation;
    };

    CHECK_FALSE(kind_of(port_model::all_port).has_value());
    CHECK(kind_of(port_model::single_port_full_duplex) == violation_kind::second_reception);
}

TEST_CASE("a loop that waits for mail that never comes stalls the run") {
    const auto report = run_on(path{2}, [](auto& self) -> task<> {
        auto made = numbered_body{[](auto& /*at*/, int before) {
            return before < 4 ? wait_for::next_slot() : wait_for::mail();
        }};
        co_await tutti::each_slot(self, made);
    });

    CHECK(report.ending == tutti::run_ending::stalled);
    REQUIRE(report.waiting.size() == 2);
    CHECK(report.waiting[0].what == "mail");
    CHECK(report.waiting[0].since == 4);
}

}  // TEST_SUITE("machine/each_slot")
