#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "support/random_network.hpp"
#include "support/reference_machine.hpp"
#include "support/testbed.hpp"
#include "support/wandering.hpp"

TEST_SUITE("machine/emulator") {

namespace {

using support::outline;
using support::reference_machine;
using support::summary;
using support::testbed;
using support::wandering;

/// Runs `plan` on the reference machine and on the emulator with every team.
template <tutti::topology Network>
void compare(const Network& network, const wandering& plan, std::uint64_t seed) {
    CAPTURE(seed);
    reference_machine<Network> reference{network, seed};
    const std::string expected = outline(reference.run(plan));
    const std::string report = summary(testbed<Network>{network}.run(plan, {.seed = seed}));
    for (const support::team& threads : support::teams()) {
        CAPTURE(threads.threads);
        testbed<Network> bed{network, threads};

        const tutti::run_report measured = bed.run(plan, {.seed = seed});

        CHECK(outline(measured) == expected);
        CHECK(summary(measured) == report);
        CHECK(bed.log().events.size() == reference.log().events.size());
        CHECK(bed.log().events == reference.log().events);
    }
}

/// Some plans, sparse and dense, with all kinds of waits, and phases taken step by step.
wandering plan_of(std::uint64_t seed) {
    return {.density = seed % 3 == 0 ? 256U : 100U,
            .may_stall = seed % 4 == 1,
            .marches = seed % 5 < 3};
}

}  // namespace

TEST_CASE("cubes run as on the reference machine") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        compare(tutti::hypercube{static_cast<int>(seed % 5)}, plan_of(seed), seed);
    }
}

TEST_CASE("random graphs run as on the reference machine") {
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        const std::size_t nodes = 1 + seed * seed % 150;
        compare(support::random_graph(nodes, nodes * (seed % 4), seed), plan_of(seed), seed);
    }
}

TEST_CASE("stars run as on the reference machine, with degrees beyond a word of flags") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        compare(support::star(2 + 60 * seed), plan_of(seed), seed);
    }
}

TEST_CASE("rings run as on the reference machine") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        compare(support::ring{3 * seed - 2}, plan_of(seed), seed);
    }
}

TEST_CASE("paths, whose ends lack a port, run as on the reference machine") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        compare(support::path{15 * seed - 14}, plan_of(seed), seed);
    }
}

TEST_CASE("slots with work for all threads run as on the reference machine") {
    for (const bool marches : {false, true}) {
        const wandering dense{.steps = 14, .silence = 20, .density = 240, .marches = marches};

        compare(tutti::hypercube{10}, dense, 5);
        compare(support::random_graph(2500, 6000, 6), dense, 6);
    }
}

}  // TEST_SUITE("machine/emulator")
