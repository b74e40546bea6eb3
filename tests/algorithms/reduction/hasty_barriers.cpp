#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <doctest/doctest.h>

#include "algorithms/partial_program.hpp"
#include "algorithms/trial.hpp"
#include "algorithms/verified_program.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/reduction_entry.hpp") {

namespace {

using tutti::hypercube;
using tutti::node_id;
using tutti::short_packet;
using tutti::slot;
using tutti::task;

using judged_node = tutti::erased_node<hypercube, short_packet>;

/// A barrier whose node 3 goes on of itself when it has called; the others as they should.
template <class Barrier>
std::string outcome_of_barrier(std::string_view name, std::uint64_t skew, const Barrier& barrier) {
    tutti::algorithm algorithm = support::entry(name);
    algorithm.program = [&](const tutti::setting& setting) {
        return support::judged<short_packet>(
            std::get<hypercube>(setting.network),
            [&](auto& self, const tutti::node_input& input, const tutti::knowledge& /*knowledge*/) {
                return barrier(self, input.call);
            });
    };
    tutti::experiment plan = support::on_cube(algorithm, 3);
    plan.parameters = {{"skew", skew}};
    return support::verdict_line(support::run(plan));
}

task<> never_waits(judged_node& self, slot call) {
    co_await self.until(call);
    self.deliver(tutti::message{});
    self.mark("barrier");
}

/// Sends and awaits all tokens, but goes on before.
task<> exchange_afterwards(judged_node& self, slot call) {
    const int stages = 3;
    std::array<bool, stages> came{};
    const auto take = [&] {
        for (const auto [through, token] : self.inbox()) {
            came.at(static_cast<std::size_t>(through)) = true;
        }
    };
    while (self.slot() < call) {
        co_await self.mail_or(call);
        take();
    }
    self.deliver(tutti::message{});
    for (int i = 0; i < stages; ++i) {
        self.send(i, short_packet::token(static_cast<std::uint32_t>(i)));
        co_await self.next_slot();
        take();
        while (!came.at(static_cast<std::size_t>(i))) {
            co_await self.mail();
            take();
        }
    }
    self.mark("barrier");
}

/// The catalogue's barrier.
task<> exchange_in_turn(judged_node& self, const tutti::any_program& barrier, slot call) {
    tutti::node_input input;
    input.call = call;
    (void)co_await barrier.start(self, std::move(input), tutti::knowledge{});
}

}  // namespace

TEST_CASE("a barrier that does not wait, or one of whose nodes does not, is found") {
    constexpr node_id hasty = 3;
    const tutti::any_program barrier =
        support::entry("barrier/dimension-exchange").program({.network = hypercube{3}});
    const auto in_turn = [&](judged_node& self, slot call) {
        return exchange_in_turn(self, barrier, call);
    };
    const auto hasty_exchange = [&](judged_node& self, slot call) {
        return self.id() == hasty ? exchange_afterwards(self, call) : in_turn(self, call);
    };
    for (const std::uint64_t skew : {0U, 9U}) {
        CAPTURE(skew);
        CHECK(outcome_of_barrier("barrier/dimension-exchange", skew, in_turn) == "complete");
        CHECK_FALSE(outcome_of_barrier("barrier/dimension-exchange", skew, never_waits)
                        .starts_with("complete"));
    }
    CHECK(outcome_of_barrier("barrier/dimension-exchange", 9, hasty_exchange) != "complete");
}

}  // TEST_SUITE("algorithms/reduction_entry.hpp")
