#include <exception>
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

/// Text of the exception of `run` if every node of the 1-cube sends to the other in slot 0, and
/// node 1 then runs `program`.
template <class Program>
std::string thrown_by(const Program& program) {
    try {
        tutti::run(hypercube{1}, {.threads = 1, .algorithm = "mine"}, [&](node& self) -> task<> {
            self.send(0, self.id());
            co_await self.next_slot();
            std::ignore = self.inbox();
            if (self.id() == 1) {
                co_await program(self);
            }
        });
    } catch (const tutti::program_error& wrong) {
        return wrong.what();
    }
    return "nothing";
}

/// Text of the exception of `run` if `make` makes the programs of the 1-cube.
template <class Make>
std::string thrown_while_made(const Make& make) {
    try {
        tutti::run(hypercube{1}, {.threads = 1, .algorithm = "mine"}, make);
    } catch (const tutti::program_error& wrong) {
        return wrong.what();
    }
    return "nothing";
}

const std::string in_slot_2 = "mine: slot 2, node 1: the program threw: ";
const std::string before_it_began = "mine: before slot 1, node 0: the program threw: ";

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
    const auto boom = [](node& /*self*/) -> task<> {
        throw std::domain_error{"boom"};
        co_return;
    };

    CHECK(thrown_by(boom) == in_slot_2 + "boom");
    try {
        tutti::run(hypercube{1}, {.threads = 1}, boom);
        FAIL("nothing was thrown");
    } catch (const tutti::program_error& wrong) {
        CHECK(wrong.place() == tutti::fault_place{.at = 0, .node = 0, .through = {}});
        CHECK_THROWS_WITH_AS(wrong.rethrow_nested(), "boom", std::domain_error);
    }
}

TEST_CASE("a task that ends without the value that it owes is an error") {
    CHECK(thrown_by([](node& /*self*/) -> task<> { std::ignore = co_await forgetful(true); }) ==
          "nothing");
    CHECK(thrown_by([](node& /*self*/) -> task<> { std::ignore = co_await forgetful(false); }) ==
          in_slot_2 +
              "a task that owes a value ended without one: every way through it has to end with "
              "co_return and the value");
}

TEST_CASE("a packet that did not come is not used") {
    const std::string missing =
        in_slot_2.substr(0, 11) + "3" + in_slot_2.substr(12) +
        "nothing came through port 0 in this slot: test received(0) before using it";
    CHECK(thrown_by([](node& self) -> task<> {
              CHECK(*self.received(0) == 0);
              co_await self.next_slot();
              CHECK_FALSE(self.received(0));
              std::ignore = *self.received(0);
          }) == missing);
    CHECK(thrown_by([](node& self) -> task<> {
              std::ignore = self.inbox().front();
              co_await self.next_slot();
              std::ignore = self.inbox().front();
          }) == in_slot_2.substr(0, 11) + "3" + in_slot_2.substr(12) +
                    "nothing came in this slot: test inbox().empty() before using "
                    "inbox().front()");
}

TEST_CASE("an inbox is not read after its slot") {
    const std::string old =
        in_slot_2.substr(0, 11) + "3" + in_slot_2.substr(12) +
        "an inbox was read after its slot: take what is in it before the next co_await, and ask "
        "for another inbox() after it";

    CHECK(thrown_by([](node& self) -> task<> {
              for (const auto& each : self.inbox()) {
                  std::ignore = each;
                  co_await self.next_slot();
              }
          }) == old);
    CHECK(thrown_by([](node& self) -> task<> {
              const auto mail = self.inbox();
              co_await self.next_slot();
              std::ignore = mail.empty();
          }) == old);
}

TEST_CASE("a node does nothing before its program has begun") {
    const auto refusal = [](const std::string& call) {
        return before_it_began + call +
               " at node 0 before its program has begun: a program that does something is a "
               "coroutine, with a co_await or co_return of its own";
    };
    const auto made_after = [](const auto& deed) {
        return thrown_while_made([&](node& self) -> task<> {
            deed(self);
            return nothing_at_all(self);
        });
    };

    CHECK(made_after([](node& self) { std::ignore = self.slot(); }) == "nothing");
    CHECK(made_after([](node& self) { self.send(0, 1U); }) == refusal("send"));
    CHECK(made_after([](node& self) { std::ignore = self.inbox(); }) == refusal("inbox"));
    CHECK(made_after([](node& self) { std::ignore = self.received(0); }) == refusal("received"));
    CHECK(made_after([](node& self) { self.deliver({}); }) == refusal("deliver"));
    CHECK(made_after([](node& self) { self.mark("end"); }) == refusal("mark"));
    CHECK(made_after([](node& self) { std::ignore = self.random(); }) == refusal("random"));
    CHECK(made_after([](node& self) {
              tutti::for_each_arrival(self, [](tutti::port, std::uint64_t) {});
          }) == refusal("for_each_arrival"));
}

TEST_CASE("a node acts in its own program only") {
    node* other = nullptr;
    const auto in_turn_of_1 = [&](const auto& deed) {
        return thrown_while_made([&, deed](node& self) -> task<> {
            if (self.id() == 0) {
                other = &self;
            }
            co_await self.next_slot();
            if (self.id() == 1) {
                co_await deed(*other);
            }
        });
    };
    const auto refusal = [](const std::string& call) {
        return in_slot_2 + call +
               " at node 0 outside of that node's turn: a node acts in its own program only, "
               "while that runs";
    };

    CHECK(in_turn_of_1([](node& self) -> task<> {
              self.send(0, 1U);
              co_return;
          }) == refusal("send"));
    CHECK(in_turn_of_1([](node& self) -> task<> { co_await self.mail(); }) == refusal("co_await"));
}

TEST_CASE("a task that is not there is not awaited") {
    const std::string empty =
        "an empty task was awaited or given as a program: use the task that a call of a coroutine "
        "returns";

    CHECK(thrown_by([](node& /*self*/) -> task<> { co_await task<>{}; }) == in_slot_2 + empty);
    CHECK(thrown_by([](node& self) -> task<> {
              auto twice = nothing_at_all(self);
              co_await std::move(twice);
              co_await std::move(twice);  // NOLINT(bugprone-use-after-move): what is tested
          }) == in_slot_2 + "a task was awaited twice: call its coroutine again for another one");
    CHECK(thrown_while_made([](node& /*self*/) { return task<>{}; }) == before_it_began + empty);
}

}  // TEST_SUITE("machine/misuse")
