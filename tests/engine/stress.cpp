#include <cstdint>
#include <string>
#include <tuple>

#include <doctest/doctest.h>

#include "support/random_network.hpp"
#include "support/testbed.hpp"
#include "support/wandering.hpp"

TEST_SUITE("machine/emulator") {

namespace {

using support::run_on;
using support::summary;
using support::testbed;
using support::wandering;
using tutti::task;

constexpr auto kind = tutti::executor_kind::plain_threads;

/// All that `plan` does is the same on 1 thread and on more.
template <tutti::topology Network>
void stress(const Network& network, const wandering& plan, std::uint64_t seed) {
    testbed<Network> alone{network};
    const std::string expected = summary(alone.run(plan, {.seed = seed}));
    for (const int threads : {2, 3, 5, 8}) {
        CAPTURE(threads);
        testbed<Network> bed{network, {.threads = threads, .executor = kind}};

        CHECK(summary(bed.run(plan, {.seed = seed})) == expected);
        CHECK(bed.log().events == alone.log().events);
    }
}

}  // namespace

TEST_CASE("dense random programs on a cube do the same on any number of threads") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        stress(tutti::hypercube{10}, {.steps = 10, .silence = 24, .density = 200}, seed);
    }
}

TEST_CASE("random programs on irregular graphs do the same on any number of threads") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        stress(support::random_graph(4500, 9000, seed),
               {.steps = 10, .silence = 24, .may_stall = seed % 2 == 0}, seed);
    }
}

TEST_CASE("a star whose centre all threads wake does the same on any number of them") {
    stress(support::star(5000), {.steps = 10, .silence = 24, .density = 250}, 3);
}

TEST_CASE("runs that end early leave nothing behind for the next on the same threads") {
    const tutti::hypercube cube{10};
    const wandering plan{.steps = 6, .silence = 12, .density = 200};
    const std::string expected = summary(run_on(cube, plan));
    testbed<tutti::hypercube> bed{cube, {.threads = 3, .executor = kind}};
    const auto talk = [](auto& self) -> task<> {
        for (;;) {
            for (tutti::port through = 0; through < self.degree(); ++through) {
                self.send(through, {self.random() >> 2U});
            }
            co_await self.next_slot();
            std::ignore = self.inbox();
        }
    };
    for (tutti::slot budget = 0; budget < 6; ++budget) {
        CHECK(bed.run(talk, {.slot_budget = budget}).ending == tutti::run_ending::budget_exceeded);
        CHECK(summary(bed.run(plan)) == expected);
    }
}

}  // TEST_SUITE("machine/emulator")
