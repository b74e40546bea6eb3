// Faulty and broken programs, each with the verdict that it must get.
#include <array>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "engine/memory/out_of_memory.hpp"
#include "faulty_program.hpp"
#include "node/violation.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

using support::at_once;
using support::check_verdict;
using support::data;
using support::faulty_node;
using support::faulty_program;
using support::heard;
using support::in_slot;
using support::node_interface_view;
using support::throwing;
using tutti::message;
using tutti::node_id;
using tutti::short_packet;
using tutti::slot;
using tutti::task;

// Two lines, a byte that is no UTF-8, and what clears a screen.
constexpr const char* unprintable = "caf\xe9\nau lait\x1b[2J";

/// An exception that has nothing to say.
struct wordless final : std::exception {
    [[nodiscard]] const char* what() const noexcept override { return nullptr; }
};

}  // namespace

TEST_CASE("faulty programs: a correct one is complete") {
    check_verdict({.name = "honest", .outcome = "complete"});
}

TEST_CASE("faulty programs: wrong deliveries are incorrect") {
    constexpr std::string_view not_had = "incorrect: delivery, possession";
    check_verdict({"changes the highest bit of what it passes on", not_had, "with a wrong payload",
                   heard(1, [](message&, message& passed) { passed.payload ^= 1ULL << 63U; })});
    check_verdict({"names another origin", not_had, "2 missing, 0 twice, 2 unexpected",
                   heard(1, [](message& delivered, message&) { delivered.origin = 6; })});
    check_verdict({"names the greatest of all nodes", not_had, "2 unexpected",
                   heard(1, [](message& delivered, message&) { delivered.origin = ~node_id{0}; })});
    check_verdict(
        {"counts from the end", not_had, "2 unexpected",
         heard(1, [](message& delivered, message&) { delivered.number = ~std::uint32_t{0}; })});
    check_verdict({"takes one origin for the other", not_had, "with a wrong payload",
                   heard(1, [](message& delivered, message&) { delivered.origin ^= 5U; })});
    check_verdict(
        {.name = "guesses before it has heard",
         .outcome = "incorrect: delivery, causality, possession",
         .text = "0 missing, 0 twice, 1 unexpected",
         .first = at_once([](node_interface_view& self) { self.deliver({.origin = 0}); })});
    check_verdict(
        {.name = "tells what nobody has said, after the end",
         .outcome = "incorrect: delivery, possession, silence-after-end",
         .text = "1 unexpected",
         .last = in_slot(20, [](node_interface_view& self) { self.deliver({.origin = 1}); })});
}

TEST_CASE("faulty programs: a message before its arrival is incorrect") {
    // Node 0 puts its message where node 3 finds it a slot later, two links away.
    message shared;
    check_verdict({.name = "finds a message before it has come",
                   .outcome = "incorrect: causality, possession",
                   .text = "1 delivery of what cannot have come, the first at node 3 in slot 2",
                   .hears =
                       [&shared](node_interface_view& self, message& delivered, message&) {
                           if (self.id() == 0 && delivered.origin == 0) {
                               shared = delivered;
                           }
                           return self.id() == faulty_node && delivered.origin == 0 ? 0 : 1;
                       },
                   .first = [&shared](node_interface_view& self) -> task<> {
                       if (self.id() == faulty_node) {
                           co_await self.until(1);
                           self.deliver(shared);
                       }
                   }});
}

TEST_CASE("faulty programs: a message after the end is incorrect") {
    message stored;
    check_verdict(
        {.name = "tells long after the end what it has heard",
         .outcome = "incorrect: silence-after-end",
         .text = "a message was delivered in slot 500, after the end in slot",
         .hears =
             [&stored](node_interface_view& self, message& delivered, message&) {
                 const bool keeps = self.id() == faulty_node && delivered.origin == 0;
                 stored = keeps ? delivered : stored;
                 return keeps ? 0 : 1;
             },
         .last = in_slot(500, [&stored](node_interface_view& self) { self.deliver(stored); })});
}

TEST_CASE("faulty programs: breaking a rule in a destructor after the end has no effect") {
    struct last_words {
        node_interface_view* self;
        ~last_words() {
            self->send(9, data({.origin = 0}));
            (void)self->received(9);
        }
    };
    check_verdict({.name = "sends through no port when all is over",
                   .outcome = "complete",
                   .last = [](node_interface_view& self) -> task<> {
                       const last_words ending{&self};
                       co_await self.relay();
                   }});
}

TEST_CASE("faulty programs: actions from another thread obey the same rules") {
    const auto from_a_thread = [](const std::function<void()>& action) {
        std::exception_ptr thrown;
        std::thread other{[&] {
            try {
                action();
            } catch (...) {
                thrown = std::current_exception();
            }
        }};
        other.join();
        if (thrown) {
            std::rethrow_exception(thrown);
        }
    };
    check_verdict({.name = "sends in another thread",
                   .outcome = "model-violation",
                   .text = "node 3, port 3",
                   .first = at_once([=](node_interface_view& self) {
                       from_a_thread([&] { self.send(3, data({.origin = 0})); });
                   })});
}

TEST_CASE("faulty programs: more in a slot than it carries is a violation") {
    constexpr std::string_view broken = "model-violation";
    const auto carries = [](tutti::rational share) {
        return [share](tutti::algorithm& algorithm) {
            algorithm.phases = [share](const tutti::problem&) {
                return std::vector<tutti::phase>{{.name = "broadcast",
                                                  .slot_length = tutti::rational{1, 3},
                                                  .carries = share,
                                                  .most_slots = 12}};
            };
        };
    };
    check_verdict({.name = "sends whole messages in thirds of a slot",
                   .outcome = broken,
                   .text = "slot 1, node 0, port 0: a packet with more of a message than",
                   .describes = carries({1, 3})});
    check_verdict({.name = "sends messages where control alone may go",
                   .outcome = broken,
                   .text = "slot 1, node 0, port 0: a packet with more of a message than",
                   .describes = carries(0)});
}

TEST_CASE("faulty programs: breaking a rule of the links is a violation") {
    constexpr std::string_view broken = "model-violation";
    const short_packet any = data({.origin = 0, .payload = 1});
    check_verdict(
        {.name = "sends nothing",
         .outcome = broken,
         .text = "node 3, port 0",
         .first = at_once([](node_interface_view& self) { self.send(0, short_packet::none()); })});
    check_verdict({.name = "listens at a port that is not there",
                   .outcome = broken,
                   .text = "node 3, port 9",
                   .first = at_once([](node_interface_view& self) { (void)self.received(9); })});
    check_verdict({.name = "sends when all others have ended",
                   .outcome = broken,
                   .text = "node 2, port 0",
                   .last = in_slot(20, [=](node_interface_view& self) { self.send(0, any); })});
    check_verdict(
        {.name = "does not look at its mail", .outcome = broken, .text = "node 3", .looks = false});
}

TEST_CASE("faulty programs: messages declared as control are incorrect") {
    check_verdict({.name = "calls a message control",
                   .outcome = "incorrect: possession, control, transmissions, journeys",
                   .text = "packet-hops of control, not 0",
                   .disguises = true});
}

TEST_CASE("faulty programs: superfluous packets are incorrect") {
    const auto sends = [](tutti::packet_kind kind) {
        return [kind](node_interface_view& self) -> task<> {
            co_await self.until(9);
            if (self.id() == faulty_node) {
                self.send(0, short_packet::of({.payload = 1}, kind));
            }
            co_await self.next_slot();
            (void)self.inbox().empty();
        };
    };
    check_verdict({.name = "sends data after the end",
                   .outcome = "incorrect: possession, transmissions, silence-after-end",
                   .last = sends(tutti::packet_kind::data)});
    check_verdict({.name = "sends control after the end",
                   .outcome = "incorrect: transmissions, silence-after-end",
                   .last = sends(tutti::packet_kind::total)});
}

TEST_CASE("faulty programs: waiting for mail that does not come does not end") {
    check_verdict({.name = "waits for mail that nobody sends",
                   .outcome = "stalled",
                   .last = [](node_interface_view& self) -> task<> { co_await self.mail(); }});
    check_verdict({.name = "never ends",
                   .outcome = "budget-exceeded",
                   .last = [](node_interface_view& self) -> task<> {
                       for (;;) {
                           co_await self.next_slot();
                       }
                   }});
    check_verdict({.name = "sleeps for ever",
                   .outcome = "budget-exceeded",
                   .last = in_slot(slot{1} << 40U, [](node_interface_view& /*self*/) {})});
    check_verdict({.name = "waits for what is not the machine's",
                   .outcome = "program-error",
                   .last = [](node_interface_view& self) -> task<> {
                       if (self.id() == faulty_node) {
                           co_await std::suspend_always{};
                       }
                   }});
    std::array<node_interface_view*, 8> views{};
    check_verdict({.name = "waits in another node's name",
                   .outcome = "program-error",
                   .first = [&views](node_interface_view& self) -> task<> {
                       views.at(self.id()) = &self;
                       co_return;
                   },
                   .last = [&views](node_interface_view& self) -> task<> {
                       // The other one is there still.
                       co_await self.until(self.id() == faulty_node ? 9 : 10);
                       if (self.id() == faulty_node) {
                           co_await views.front()->next_slot();
                       }
                   }});
}

TEST_CASE("faulty programs: any exception of a program is a program error") {
    constexpr std::string_view error = "program-error";
    check_verdict({.name = "throws a number",
                   .outcome = error,
                   .text = "not a std::exception",
                   .first = throwing(42)});
    check_verdict({.name = "throws, and has nothing to say",
                   .outcome = error,
                   .text = "an exception without a text",
                   .first = throwing(wordless{})});
    check_verdict({.name = "throws what no terminal should see",
                   .outcome = "program-error",
                   .text = R"(caf\xe9\nau lait\x1b[2J)",
                   .first = throwing(std::runtime_error{unprintable})});
    check_verdict({.name = "says that it was interrupted",
                   .outcome = error,
                   .text = "stop it",
                   .first = throwing(tutti::run_interrupted{"stop it"})});
    check_verdict({.name = "throws in a later slot",
                   .outcome = error,
                   .text = "slot 13, node 3",
                   .last = in_slot(
                       12, [](node_interface_view& /*self*/) { throw std::range_error{"far"}; })});
    check_verdict({.name = "throws while it tells",
                   .outcome = error,
                   .text = "heard",
                   .hears = [](node_interface_view& self, message&, message&) -> int {
                       return self.id() == faulty_node ? throw std::runtime_error{"heard"} : 1;
                   }});
}

TEST_CASE("faulty programs: lack of memory is not the program's error") {
    const faulty_program starved{
        .name = "has no memory", .outcome = "none", .first = throwing(std::bad_alloc{})};

    CHECK_THROWS_WITH_AS(check_verdict(starved),
                         "simultaneous-broadcast/creature: out of memory in slot 1 at node 3",
                         tutti::out_of_memory);
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
