#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/ring/tour_broadcast.hpp"
#include "algorithms/trial.hpp"
#include "one_port.hpp"
#include "support/testbed.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("multinode-broadcast/hamiltonian") {

namespace {

using support::full_duplex;
using support::half_duplex;
using tutti::duplex;
using tutti::ring_schedule;
using tutti::ring_turn;
using tutti::slot;

constexpr int most = 63;

const tutti::algorithm& entry() { return support::entry("multinode-broadcast/hamiltonian"); }

tutti::experiment on(const std::string& network, tutti::port_model ports) {
    return support::with_one_port(entry(), network, ports);
}

slot formula(slot n, tutti::port_model ports) {
    if (ports == full_duplex || n == 1) {
        return n - 1;
    }
    return n % 2 == 0 ? 2 * (n - 1) : 2 * n;
}

/// The turns of all positions in a slot.
std::vector<ring_turn> turns_of(int n, duplex mode, slot at) {
    std::vector<ring_turn> turns;
    turns.reserve(static_cast<std::size_t>(n));
    for (int position = 0; position < n; ++position) {
        turns.push_back(ring_schedule{static_cast<std::size_t>(n), mode}.turn(
            static_cast<std::uint32_t>(position), at));
    }
    return turns;
}

}  // namespace

TEST_CASE("around a ring of n takes n-1 slots, half duplex 2(n-1) or 2n, which is optimal") {
    for (const tutti::port_model ports : support::one_port_models) {
        for (int n = 1; n <= most; ++n) {
            CAPTURE(n);
            CAPTURE(name_of(ports));
            const tutti::result outcome = support::run(on("ring:" + std::to_string(n), ports));
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.slots == formula(n, ports));
            CHECK(outcome.last_arrival == outcome.slots);
            CHECK(outcome.units == outcome.lower_bound.units);
            CHECK(outcome.transmissions == outcome.nodes * (outcome.nodes - 1));
        }
    }
}

TEST_CASE("around the Gray ring of the cube takes 2^d - 1 slots, half duplex twice as many") {
    for (int d = 1; d <= 9; ++d) {
        CAPTURE(d);
        const std::string cube = "hypercube:" + std::to_string(d);
        const slot others = (slot{1} << d) - 1;
        const tutti::result whole = support::run(on(cube, full_duplex));
        const tutti::result half = support::run(on(cube, half_duplex));
        CHECK(support::verdict_line(whole) == "complete");
        CHECK(support::verdict_line(half) == "complete");
        CHECK(whole.slots == others);
        CHECK(half.slots == 2 * others);
        CHECK(half.units == half.lower_bound.units);
    }
}

TEST_CASE("who sends is followed by one that receives, and nobody does both with half duplex") {
    for (const duplex mode : {duplex::full, duplex::half}) {
        for (int n = 2; n <= most; ++n) {
            int wrong = 0;
            for (slot at = 0; at < ring_schedule{static_cast<std::size_t>(n), mode}.slots(); ++at) {
                const std::vector<ring_turn> turns = turns_of(n, mode, at);
                for (std::size_t i = 0; i < turns.size(); ++i) {
                    const ring_turn& next = turns[(i + 1) % turns.size()];
                    wrong += turns[i].sends == next.receives ? 0 : 1;
                    wrong += mode == duplex::half && turns[i].sends && turns[i].receives ? 1 : 0;
                }
            }
            CAPTURE(n);
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("one node of an odd ring rests in each slot with half duplex") {
    for (int n = 3; n <= most; n += 2) {
        std::vector<int> rests(static_cast<std::size_t>(n));
        for (slot at = 0; at < slot{2} * n; ++at) {
            const std::vector<ring_turn> turns = turns_of(n, duplex::half, at);
            for (std::size_t i = 0; i < turns.size(); ++i) {
                rests[i] += turns[i].sends || turns[i].receives ? 0 : 1;
            }
        }
        CHECK(rests == std::vector<int>(static_cast<std::size_t>(n), 2));
    }
}

TEST_CASE("two packets wait at most, and with half duplex sometimes do") {
    for (const duplex mode : {duplex::full, duplex::half}) {
        for (int n = 2; n <= most; ++n) {
            const ring_schedule schedule{static_cast<std::size_t>(n), mode};
            int deepest = 0;
            int least = 1;
            for (int position = 0; position < n; ++position) {
                int waiting = 1;
                for (slot at = 0; at < schedule.slots(); ++at) {
                    const ring_turn turn = schedule.turn(static_cast<std::uint32_t>(position), at);
                    waiting -= turn.sends ? 1 : 0;
                    least = std::min(least, waiting);
                    waiting += turn.receives ? 1 : 0;
                    deepest = std::max(deepest, waiting);
                }
            }
            CAPTURE(n);
            CHECK(least == 0);
            CHECK(deepest == (mode == duplex::full ? 1 : 2));
        }
    }
}

TEST_CASE("around a ring is the same on any threads and executor") {
    for (const tutti::port_model ports : support::one_port_models) {
        for (const std::string network : {"ring:2", "ring:9", "ring:200", "hypercube:7"}) {
            const tutti::result alone = support::run(on(network, ports));
            for (const support::team& team : support::teams()) {
                CHECK(support::run(on(network, ports), team).digest == alone.digest);
            }
        }
    }
}

TEST_CASE("a ring with all ports free is gone around as with full duplex") {
    const tutti::result outcome = support::run(on("ring:9", tutti::port_model::all_port));
    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.slots == 8);
    CHECK(outcome.lower_bound.units == tutti::rational{4});
}

TEST_CASE("half duplex with one port obeys the model of those who shout too") {
    for (const std::string network : {"ring:8", "ring:9"}) {
        const tutti::result outcome =
            support::run(on(network, tutti::port_model::shout_and_whisper));
        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.units >= outcome.lower_bound.units);
    }
}

TEST_CASE("networks without a Hamiltonian cycle are told so, and what does without") {
    const auto inapplicable_reason = [](const std::string& network) {
        return entry().inapplicable_reason(tutti::parse_network(network));
    };
    CHECK(inapplicable_reason("ring:1").empty());
    CHECK(inapplicable_reason("ring:2").empty());
    CHECK(inapplicable_reason("path:2").empty());
    CHECK(inapplicable_reason("hypercube:1").empty());
    for (const std::string specification : {"path:3", "path:4"}) {
        CHECK(inapplicable_reason(specification) ==
              "needs a Hamiltonian cycle, and there is none: node 0 has one link only; "
              "hamiltonian-path does without");
    }
    CHECK(inapplicable_reason("array:3x5") ==
          "needs a Hamiltonian cycle, and there is none: every link joins one half of the nodes to "
          "the other, which is smaller by one; hamiltonian-path does without");
    const tutti::graph star{4, std::vector<tutti::graph::link>{{0, 1}, {0, 2}, {0, 3}}};
    CHECK(entry().inapplicable_reason(star).starts_with(
        "needs a Hamiltonian cycle, and there is none: "));
    CHECK_FALSE(entry().inapplicable_reason(star).ends_with("hamiltonian-path does without"));
}

}  // TEST_SUITE("multinode-broadcast/hamiltonian")
