#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "topology/random.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/greedy.cpp") {

namespace {

using tutti::node_id;

/// Slot in which each node declares its end.
std::vector<std::pair<node_id, tutti::slot>> ends_of(std::string_view algorithm, int d,
                                                     const tutti::broadcaster_set& senders) {
    support::event_recorder log;
    const tutti::result outcome = support::run_logged(
        support::on_cube(support::entry(algorithm), d, support::written(senders)), log);
    CHECK(support::verdict_line(outcome) == "complete");
    std::vector<std::pair<node_id, tutti::slot>> ends;
    for (const tutti::mark& each : log.marks()) {
        ends.emplace_back(each.node, each.at);
    }
    std::ranges::sort(ends);
    return ends;
}

bool is_same_order(int d, const tutti::broadcaster_set& senders) {
    return ends_of("simultaneous-broadcast/greedy", d, senders) ==
           ends_of("simultaneous-broadcast/greedy-antipode", d, senders);
}

/// Origins of the packets that cross a link of the 3-cube, in order, where nodes 0, 1 and 3
/// broadcast.
std::vector<node_id> origins_over(std::string_view algorithm, node_id from, tutti::port through) {
    support::event_recorder log;
    (void)support::run_logged(support::on_cube(support::entry(algorithm), 3, "nodes:0,1,3"), log);
    std::vector<node_id> origins;
    for (const tutti::transmission& each : log.transmissions()) {
        if (each.from == from && each.through == through) {
            origins.push_back(each.content.value_or(tutti::message{}).origin);
        }
    }
    return origins;
}

}  // namespace

// spec/remaining.md, section 7.2: queues grow and shrink in the same way, whichever packet is
// served.
TEST_CASE("the service order changes no node's last slot") {
    for (std::uint64_t members = 0; members < 256; ++members) {
        CHECK(is_same_order(3, support::subset(members)));
    }
    tutti::split_mix random{72};
    for (int i = 0; i < 40; ++i) {
        const int d = 2 + i % 5;
        CHECK(is_same_order(d, support::drawn_senders(d, std::uint64_t{3} << d, random)));
    }
}

// Packets of nodes 0 and 1 wait for the link from node 2 to node 6, the antipode of node 1. That of
// node 0 came first.
TEST_CASE("the packet to the antipode goes before those that wait longer") {
    CHECK(origins_over("simultaneous-broadcast/greedy", 2, 2) == std::vector<node_id>{3, 0, 1});
    CHECK(origins_over("simultaneous-broadcast/greedy-antipode", 2, 2) ==
          std::vector<node_id>{3, 1, 0});
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/greedy.cpp")
