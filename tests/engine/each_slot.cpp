#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/numbered_body.hpp"
#include "support/testbed.hpp"
#include "tutti/node/node_interface.hpp"

TEST_SUITE("machine/each_slot") {

namespace {

using support::as_program;
using support::numbered_body;
using support::path;
using support::run_on;
using tutti::node_id;
using tutti::port;
using tutti::port_model;
using tutti::slot;
using tutti::task;
using tutti::violation_kind;
using tutti::wait_for;

// Port 1's is control, port 3's must not be sent.
const std::array<support::letter, 6> letters{
    {{9}, {std::uint64_t{1} << 62U}, {9}, support::letter::none(), {14}, {15}}};

}  // namespace

TEST_CASE("between calls a node waits for mail, or for a slot, which may be here") {
    std::vector<slot> calls;
    run_on(path{2}, [&](auto& self) -> task<> {
        if (self.id() == 0) {
            co_await self.until(3);
            self.send(1, {1});
            co_await self.until(9);
            self.send(1, {2});
            co_return;
        }
        auto made = numbered_body{[&](auto& at, int before) {
            calls.push_back(at.slot());
            std::ignore = at.inbox();
            constexpr std::array pauses{wait_for::mail(), wait_for::mail_or(6),
                                        wait_for::mail_or(6), wait_for::mail_or(20)};
            return before < 4 ? pauses.at(static_cast<std::size_t>(before)) : wait_for::nothing();
        }};
        co_await tutti::each_slot(self, made);
    }).rethrow();

    CHECK(calls == std::vector<slot>{0, 4, 6, 6, 10});
}

TEST_CASE("a hundred thousand loops that end at once take no stack and no slot") {
    std::uint64_t calls = 0;
    const auto report = run_on(path{1}, [&](auto& self) -> task<> {
        for (int i = 0; i < 100'000; ++i) {
            auto made = numbered_body{[&](auto& /*at*/, int /*before*/) {
                ++calls;
                return wait_for::nothing();
            }};
            co_await tutti::each_slot(self, made);
        }
    });

    CHECK(calls == 100'000);
    CHECK(report.clock_slots == 0);
}

TEST_CASE("what leaves a body is thrown where the program waits, which goes on") {
    for (const int throws_at : {0, 2}) {
        CAPTURE(throws_at);
        std::string caught;
        slot end = -1;
        const auto report = run_on(path{1}, [&](auto& self) -> task<> {
            try {
                auto made = numbered_body{[&](auto& /*at*/, int before) -> wait_for {
                    if (before == throws_at) {
                        throw std::runtime_error{"enough"};
                    }
                    return wait_for::next_slot();
                }};
                co_await tutti::each_slot(self, made);
            } catch (const std::runtime_error& error) {
                caught = error.what();
            }
            co_await self.next_slot();
            end = self.slot();
        });

        CHECK_NOTHROW(report.rethrow());
        CHECK(caught == "enough");
        CHECK(end == throws_at + 1);
    }
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

TEST_CASE("the store beside a body is fetched before the calls, and changes nothing") {
    const auto run = [](bool has_store, int& fetched) {
        support::testbed<path> bed{path{3}};
        const auto report = bed.run([&](auto& self) -> task<> {
            int calls = 0;
            auto count = [&] { ++fetched; };
            const tutti::look_ahead store{count};
            const auto body = [&](auto& at) {
                for (const auto& [through, packet] : at.inbox()) {
                    at.deliver({.origin = at.id(), .payload = packet.content});
                }
                at.send(at.has(0) ? 0 : 1, {7});
                return ++calls < 4 ? wait_for::next_slot() : wait_for::nothing();
            };
            if (has_store) {
                co_await tutti::each_slot(self, store, body);
            } else {
                co_await tutti::each_slot(self, body);
            }
            co_await self.next_slot();
            std::ignore = self.inbox();
        });
        return std::pair{support::summary(report), bed.log().events};
    };
    int fetched = 0;
    int unused = 0;

    const auto with_store = run(true, fetched);

    CHECK(with_store == run(false, unused));
    CHECK(fetched == 3 * 3);
    CHECK(unused == 0);
}

TEST_CASE("sending through a set of ports is sending through each, whatever is wrong with it") {
    enum class way : std::uint8_t { one_by_one, in_program, in_loop };
    struct attempt {
        std::uint64_t ports;
        port before;   // the port sent through before, or -1
        port thrower;  // the port for which there is no packet
    };
    const auto send = [](auto& at, const attempt& made, way direction) {
        const auto packet_of = [&](port through) -> const support::letter& {
            if (through == made.thrower) {
                throw std::runtime_error{"no packet"};
            }
            return letters.at(static_cast<std::size_t>(through));
        };
        if (made.before >= 0) {
            at.send(made.before, {9});
        }
        if (direction != way::one_by_one) {
            tutti::send_each(at, made.ports, packet_of);
            return;
        }
        for (port through = 0; through < 6; ++through) {
            if ((made.ports >> through & 1U) != 0) {
                at.send(through, packet_of(through));
            }
        }
    };
    const auto outcome = [&](const auto& network, node_id sender, const attempt& made,
                             way direction, port_model model) {
        support::testbed<std::remove_cvref_t<decltype(network)>> bed{network};
        const auto report = bed.run(
            [&](auto& self) -> task<> {
                auto sending = numbered_body{[&](auto& at, int taken) {
                    if (taken < 2) {
                        return wait_for::next_slot();
                    }
                    send(at, made, direction);
                    return wait_for::nothing();
                }};
                if (self.id() == sender && direction == way::in_loop) {
                    co_await tutti::each_slot(self, sending);
                } else if (self.id() == sender) {
                    co_await as_program(self, sending);
                }
                co_await self.relay();
                std::ignore = self.inbox();
            },
            {.ports = model});
        return std::pair{support::summary(report), bed.log().events};
    };
    const auto check = [&](const auto& network, node_id sender, port_model model) {
        for (std::uint64_t ports = 0; ports < 64; ++ports) {
            for (const port before : {-1, 0, 2}) {
                for (const port thrower : {-1, 0, 2}) {
                    CAPTURE(ports);
                    CAPTURE(before);
                    CAPTURE(thrower);
                    const attempt made{ports, before, thrower};
                    const auto expected = outcome(network, sender, made, way::one_by_one, model);
                    CHECK(outcome(network, sender, made, way::in_program, model) == expected);
                    CHECK(outcome(network, sender, made, way::in_loop, model) == expected);
                }
            }
        }
    };
    for (const auto model : {port_model::all_port, port_model::single_port_full_duplex,
                             port_model::shout_and_whisper}) {
        check(tutti::hypercube{3}, 5, model);
        check(tutti::hypercube{5}, 5, model);
        check(tutti::grid{{3, 3}, tutti::grid_edge::open}, 1, model);
        check(path{3}, 1, model);
    }
}

TEST_CASE("a run that ends early destroys the loops that its nodes are in") {
    int alive = 0;
    const auto counted = [&alive] {
        ++alive;
        return std::shared_ptr<int>{&alive, [](int* count) { --*count; }};
    };
    const auto report =
        run_on(path{5},
               [&](auto& self) -> task<> {
                   auto made = numbered_body{[held = counted()](auto& /*at*/, int /*before*/) {
                       return wait_for::next_slot();
                   }};
                   co_await tutti::each_slot(self, made);
               },
               {.slot_budget = 10});

    CHECK(report.ending == tutti::run_ending::budget_exceeded);
    CHECK(alive == 0);
}

}  // TEST_SUITE("machine/each_slot")
