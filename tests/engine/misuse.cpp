#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include <doctest/doctest.h>

#include "support/testbed.hpp"
#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

TEST_SUITE("machine/misuse") {

namespace {

using tutti::hypercube;
using tutti::task;
using node = tutti::node<hypercube, std::uint64_t>;

/// Text of the exception of `run` if `make` makes the programs of the 1-cube.
template <class Make>
std::string thrown_by(const Make& make) {
    try {
        tutti::run(hypercube{1}, {.threads = 1, .algorithm = "mine"}, make);
    } catch (const tutti::program_error& wrong) {
        return wrong.what();
    }
    return "nothing";
}

/// The same if every node sends to the other in slot 0, and node 1 then runs `program`.
std::string thrown_in_slot_2(const std::function<task<>(node&)>& program) {
    return thrown_by([&](node& self) -> task<> {
        self.send(0, self.id());
        co_await self.next_slot();
        std::ignore = self.inbox();
        if (self.id() == 1) {
            co_await program(self);
        }
    });
}

std::string in_slot(int number, const std::string& what) {
    return "mine: slot " + std::to_string(number) + ", node 1: the program threw: " + what;
}

const std::string before_it_began = "mine: before slot 1, node 0: the program threw: ";
const std::string empty_task =
    "an empty task was awaited or given as a program: use the task that a call of a coroutine "
    "returns";
const std::string old_inbox =
    "an inbox was read after its slot: take what is in it before the next co_await, and ask for "
    "another inbox() after it";

// A program without its `co_return`, which clang++ warns of and g++ does not.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wreturn-type"
task<int> forgetful(bool remembers) {
    if (remembers) {
        co_return 1;
    }
}
#pragma GCC diagnostic pop

task<> nothing_at_all(node& /*self*/) { co_return; }

}  // namespace

TEST_CASE("what leaves a program says where, and holds what was thrown") {
    try {
        tutti::run(hypercube{1}, {.threads = 1}, [](node& /*self*/) -> task<> {
            throw std::domain_error{"boom"};
            co_return;
        });
        FAIL("nothing was thrown");
    } catch (const tutti::program_error& wrong) {
        CHECK(wrong.place() == tutti::fault_place{.at = 0, .node = 0, .through = {}});
        CHECK_THROWS_WITH_AS(wrong.rethrow_nested(), "boom", std::domain_error);
    }
}

TEST_CASE(
    "tasks, packets and inboxes that are not there are not used, and the text says what to do") {
    for (const auto& [text, program] : {
             std::pair<std::string, std::function<task<>(node&)>>{in_slot(2, "boom"),
                                                                  [](node& /*self*/) -> task<> {
                                                                      throw std::domain_error{
                                                                          "boom"};
                                                                      co_return;
                                                                  }},
             {"nothing", [](node& /*self*/) -> task<> { std::ignore = co_await forgetful(true); }},
             {in_slot(2,
                      "a task that owes a value ended without one: every way through it has to end "
                      "with co_return and the value"),
              [](node& /*self*/) -> task<> { std::ignore = co_await forgetful(false); }},
             {in_slot(2, empty_task), [](node& /*self*/) -> task<> { co_await task<>{}; }},
             {in_slot(2, "a task was awaited twice: call its coroutine again for another one"),
              [](node& self) -> task<> {
                  auto twice = nothing_at_all(self);
                  co_await std::move(twice);
                  co_await std::move(twice);  // NOLINT(bugprone-use-after-move): what is tested
              }},
             {in_slot(3,
                      "nothing came through port 0 in this slot: test received(0) before using it"),
              [](node& self) -> task<> {
                  CHECK(*self.received(0) == 0);
                  co_await self.next_slot();
                  CHECK_FALSE(self.received(0));
                  std::ignore = *self.received(0);
              }},
             {in_slot(3,
                      "nothing came in this slot: test inbox().empty() before using "
                      "inbox().front()"),
              [](node& self) -> task<> {
                  std::ignore = self.inbox().front();
                  co_await self.next_slot();
                  std::ignore = self.inbox().front();
              }},
             {in_slot(3, old_inbox),
              [](node& self) -> task<> {
                  for (const auto& each : self.inbox()) {
                      std::ignore = each;
                      co_await self.next_slot();
                  }
              }},
             {in_slot(3, old_inbox),
              [](node& self) -> task<> {
                  const auto mail = self.inbox();
                  co_await self.next_slot();
                  std::ignore = mail.empty();
              }},
         }) {
        CHECK(thrown_in_slot_2(program) == text);
    }
    CHECK(thrown_by([](node& /*self*/) { return task<>{}; }) == before_it_began + empty_task);
}

TEST_CASE("a node does nothing before its program has begun") {
    using row = std::pair<std::string, std::function<void(node&)>>;
    for (const row& each : {
             row{"", [](node& self) { std::ignore = self.slot(); }},
             {"send", [](node& self) { self.send(0, 1U); }},
             {"inbox", [](node& self) { std::ignore = self.inbox(); }},
             {"received", [](node& self) { std::ignore = self.received(0); }},
             {"deliver", [](node& self) { self.deliver({}); }},
             {"mark", [](node& self) { self.mark("end"); }},
             {"random", [](node& self) { std::ignore = self.random(); }},
             {"for_each_arrival",
              [](node& self) { tutti::for_each_arrival(self, [](tutti::port, std::uint64_t) {}); }},
         }) {
        const std::string refusal =
            before_it_began + each.first +
            " at node 0 before its program has begun: a program that does something is a "
            "coroutine, with a co_await or co_return of its own";
        CHECK(thrown_by([&](node& self) -> task<> {
                  each.second(self);
                  return nothing_at_all(self);
              }) == (each.first.empty() ? "nothing" : refusal));
    }
}

TEST_CASE("a node acts in its own program only") {
    node* other = nullptr;
    for (const bool waits : {false, true}) {
        CHECK(thrown_by([&, waits](node& self) -> task<> {
                  if (self.id() == 0) {
                      other = &self;
                  }
                  co_await self.next_slot();
                  if (self.id() == 1 && waits) {
                      co_await other->mail();
                  } else if (self.id() == 1) {
                      other->send(0, 1U);
                  }
              }) == in_slot(2, std::string{waits ? "co_await" : "send"} +
                                   " at node 0 outside of that node's turn: a node acts in its own "
                                   "program only, while that runs"));
    }
}

TEST_CASE("nothing at all is refused without a port") {
    CHECK_THROWS_WITH(static_cast<void>(*tutti::received_packet<std::uint64_t>{}),
                      "nothing came: test what was received before using it");
}

}  // TEST_SUITE("machine/misuse")
