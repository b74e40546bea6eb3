#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/ring/tour_broadcast.hpp"
#include "algorithms/trial.hpp"
#include "one_port.hpp"
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

}  // TEST_SUITE("multinode-broadcast/hamiltonian")
