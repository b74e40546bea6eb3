#include "algorithms/hypercube/simultaneous_broadcast/greedy_antipode.hpp"

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

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/greedy_antipode.hpp") {

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

TEST_CASE("the packet to the antipode goes before those that wait longer") {
    const auto packet = [](node_id origin) {
        return tutti::cube_packet::of({.origin = origin, .number = 0, .payload = origin},
                                      tutti::cube_packet_kind::data);
    };
    std::vector<tutti::cube_packet> waiting{packet(5), packet(4), packet(6)};
    // At node 7 those from 4 have crossed dimensions 0 and 1.
    CHECK(tutti::take_antipodal(waiting, 7, 2) == packet(4));
    CHECK(tutti::take_antipodal(waiting, 7, 2) == packet(5));
    CHECK(waiting == std::vector{packet(6)});
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/greedy_antipode.hpp")
