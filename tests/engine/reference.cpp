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

}  // namespace

TEST_CASE("networks of every kind run as on the reference machine") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const wandering plan = support::wandering_of(seed);
        const std::size_t nodes = 1 + seed * seed % 150;
        compare(tutti::hypercube{static_cast<int>(seed % 5)}, plan, seed);
        compare(support::random_graph(nodes, nodes * (seed % 4), seed), plan, seed);
        compare(support::star(2 + 20 * seed), plan, seed);  // degrees beyond a word of flags
        compare(support::ring{3 * seed - 2}, plan, seed);
        compare(support::path{7 * seed - 6}, plan, seed);
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
