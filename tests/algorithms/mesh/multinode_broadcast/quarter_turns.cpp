#include "algorithms/mesh/multinode_broadcast/quarter_turns.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/grid.hpp"
#include "util/value_syntax.hpp"

TEST_SUITE("algorithms/mesh/multinode_broadcast/quarter_turns.hpp") {

namespace {

using tutti::grid;
using tutti::grid_edge;
using tutti::node_id;
using tutti::quarter_turns;
using tutti::slot;
using tutti::torus_offset;

const tutti::algorithm& entry() { return support::entry("multinode-broadcast/quarter-turns"); }

std::string square(const std::string& family, int p) {
    return family + ":" + std::to_string(p) + "x" + std::to_string(p);
}

tutti::experiment on(const std::string& family, int p) {
    return support::on_network(entry(), square(family, p), "all");
}

/// Packets sent in each slot, from the first.
std::vector<std::uint64_t> sent_by_slot(const support::event_recorder& log) {
    std::vector<std::uint64_t> counts;
    for (const tutti::transmission& each : log.transmissions()) {
        counts.resize(std::max(counts.size(), static_cast<std::size_t>(each.at) + 1));
        ++counts[static_cast<std::size_t>(each.at)];
    }
    return counts;
}

}  // namespace

TEST_CASE("the turns of the base list are all offsets, each once") {
    for (int p = 3; p <= 12; ++p) {
        CAPTURE(p);
        std::map<std::pair<int, int>, int> reached;
        for (const torus_offset target : quarter_turns::base_list(p)) {
            for (int k = 0; k < 4; ++k) {
                const torus_offset turned = target.turned(k);
                ++reached[{(turned.x + p) % p, (turned.y + p) % p}];
            }
        }
        const int h = p / 2;
        // Offsets left for the last slot if p is even.
        const int left = p % 2 == 0 ? 3 : 0;
        CHECK(static_cast<int>(reached.size()) == p * p - 1 - left);
        CHECK_FALSE(reached.contains({0, 0}));
        CHECK(std::ranges::all_of(reached, [](const auto& each) { return each.second == 1; }));
        if (left != 0) {
            CHECK_FALSE(reached.contains({h, 0}));
            CHECK_FALSE(reached.contains({0, h}));
            CHECK_FALSE(reached.contains({h, h}));
        }
    }
    CHECK(quarter_turns::base_list(3) == std::vector<torus_offset>{{1, 0}, {1, 1}});
    CHECK(quarter_turns::base_list(4) == std::vector<torus_offset>{{1, 0}, {1, 1}, {2, 1}});
}

TEST_CASE("a node keeps four packets in each of p places at most, and plans p*p/4 slots") {
    for (int p = 3; p <= 40; ++p) {
        const quarter_turns plan{p};
        CHECK(plan.places() <= quarter_turns::most_places(p));
        CHECK(plan.places() + 1 >= quarter_turns::most_places(p));
        CHECK(plan.slots() == static_cast<std::size_t>((p * p + 2) / 4));
    }
}

TEST_CASE("on a torus every link is busy in every slot") {
    for (int p = 3; p <= 8; ++p) {
        CAPTURE(p);
        const auto nodes = static_cast<std::uint64_t>(p * p);
        support::event_recorder log;

        const tutti::result outcome = support::run_logged(on("torus", p), log);

        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.units == tutti::rational{p * p + 2, 4}.floor());
        CHECK(outcome.units == outcome.lower_bound.units.ceil());
        CHECK(outcome.transmissions == nodes * (nodes - 1));
        std::vector<std::uint64_t> counts(static_cast<std::size_t>(outcome.slots), 4 * nodes);
        if (p % 2 == 0) {
            counts.back() = 3 * nodes;
        }
        CHECK(sent_by_slot(log) == counts);
    }
}

}  // TEST_SUITE("algorithms/mesh/multinode_broadcast/quarter_turns.hpp")
