#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "algorithms/ring/tour_broadcast.hpp"
#include "algorithms/trial.hpp"
#include "bounds/lower_bounds.hpp"
#include "one_port.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("multinode-broadcast/hamiltonian-path") {

namespace {

using support::full_duplex;
using support::half_duplex;
using tutti::duplex;
using tutti::path_schedule;
using tutti::path_turn;
using tutti::slot;

constexpr int most = 63;

const tutti::algorithm& entry() { return support::entry("multinode-broadcast/hamiltonian-path"); }

tutti::experiment on(const std::string& network, tutti::port_model ports) {
    return support::with_one_port(entry(), network, ports);
}

/// Number of packets that wait at a node to go one way, over the slots of a schedule.
struct depth {
    int now = 1;
    int least = 1;
    int most = 1;

    void move(bool is_sent, bool is_received) {
        now -= is_sent ? 1 : 0;
        least = std::min(least, now);
        now += is_received ? 1 : 0;
        most = std::max(most, now);
    }
};

/// True if the turn of a node contradicts the turn `above` of its neighbour above.
bool is_wrong(const path_turn& here, const path_turn& above, duplex mode) {
    const int sends = (here.sends_up ? 1 : 0) + (here.sends_down ? 1 : 0);
    const int receives = (here.receives_above ? 1 : 0) + (here.receives_below ? 1 : 0);
    const bool breaks_ports =
        sends > 1 || receives > 1 || (mode == duplex::half && sends + receives > 1);
    return breaks_ports || here.sends_up != above.receives_below ||
           here.receives_above != above.sends_down;
}

}  // namespace

TEST_CASE("timetables of longer paths are as long as the formula says") {
    for (const std::size_t n : {64U, 101U, 200U, 333U, 500U}) {
        for (const duplex mode : {duplex::full, duplex::half}) {
            CHECK(path_schedule{n, mode}.slots() == tutti::path_slots(n, mode));
        }
    }
}

TEST_CASE("in a timetable sender and receiver agree, and each has one port") {
    for (const duplex mode : {duplex::full, duplex::half}) {
        for (std::size_t n = 1; n <= most; ++n) {
            const path_schedule schedule{n, mode};
            int wrong = 0;
            for (slot at = 0; at < schedule.slots(); ++at) {
                for (std::uint32_t i = 0; i < n; ++i) {
                    const path_turn above = i + 1 < n ? schedule.turn(i + 1, at) : path_turn{};
                    wrong += is_wrong(schedule.turn(i, at), above, mode) ? 1 : 0;
                }
                const path_turn first = schedule.turn(0, at);
                wrong += first.sends_down || first.receives_below ? 1 : 0;
            }
            CAPTURE(n);
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("no more than two packets wait for one way, and there is one for each send") {
    for (const duplex mode : {duplex::full, duplex::half}) {
        for (std::size_t n = 2; n <= 150; ++n) {
            const path_schedule schedule{n, mode};
            int deepest = 0;
            int least = 1;
            for (std::uint32_t i = 0; i < n; ++i) {
                depth upwards;
                depth downwards;
                for (slot at = 0; at < schedule.slots(); ++at) {
                    const path_turn turn = schedule.turn(i, at);
                    upwards.move(turn.sends_up, turn.receives_below && i + 1 < n);
                    downwards.move(turn.sends_down, turn.receives_above && i > 0);
                }
                deepest = std::max({deepest, upwards.most, downwards.most});
                least = std::min({least, upwards.least, downwards.least});
            }
            CAPTURE(n);
            CHECK(least == 0);
            CHECK(deepest <= 2);
        }
    }
}

TEST_CASE("arrays whose sides are all odd are gone through from end to end") {
    struct figures {
        std::string network;
        slot full;
        slot half;
        int full_bound;
        int half_bound;
    };
    for (const figures& row :
         {figures{"array:3x3", 13, 21, 10, 18}, figures{"array:3x5", 22, 36, 16, 30},
          figures{"array:5x3", 22, 36, 16, 30}, figures{"array:5x5", 37, 61, 26, 50},
          figures{"array:3x3x3", 40, 66, 28, 54}}) {
        CAPTURE(row.network);
        const tutti::result whole = support::run(on(row.network, full_duplex));
        const tutti::result half = support::run(on(row.network, half_duplex));
        CHECK(support::verdict_line(whole) == "complete");
        CHECK(support::verdict_line(half) == "complete");
        CHECK(whole.slots == row.full);
        CHECK(half.slots == row.half);
        CHECK(whole.lower_bound.units == tutti::rational{row.full_bound});
        CHECK(half.lower_bound.units == tutti::rational{row.half_bound});
    }
}

}  // TEST_SUITE("multinode-broadcast/hamiltonian-path")
