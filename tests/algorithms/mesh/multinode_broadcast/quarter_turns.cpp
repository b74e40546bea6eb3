#include "algorithms/mesh/multinode_broadcast/quarter_turns.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/testbed.hpp"
#include "topology/embeddings/torus_folding.hpp"
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

/// The slots in which each node heard from each other, as ids of the torus have it; a slot counts
/// `length` slots of the log.
using hearings = std::vector<std::tuple<node_id, node_id, slot>>;

template <class Name>
hearings hearings_in(const support::event_recorder& log, slot length, const Name& name_of) {
    hearings heard_slots;
    for (const tutti::delivery& each : log.deliveries()) {
        CHECK(each.at % length == 0);
        heard_slots.emplace_back(name_of(each.to), name_of(each.content.origin), each.at / length);
    }
    std::ranges::sort(heard_slots);
    return heard_slots;
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

TEST_CASE("on an array it takes exactly twice the slots of the torus, which is optimal") {
    for (int p = 3; p <= 8; ++p) {
        CAPTURE(p);
        const tutti::fold shape{grid{{p, p}, grid_edge::open}};
        const grid& torus = shape.torus();
        support::event_recorder on_torus;
        support::event_recorder on_array;

        (void)support::run_logged(on("torus", p), on_torus);
        const tutti::result outcome = support::run_logged(on("array", p), on_array);

        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.units == 2 * ((p * p + 2) / 4));
        CHECK(outcome.units == outcome.lower_bound.units.ceil());
        CHECK(outcome.transmissions ==
              static_cast<std::uint64_t>(2 * p * (p - 1)) * (torus.node_count() - 1));
        CHECK(hearings_in(on_array, 2, [&](node_id node) { return shape.on_torus(node); }) ==
              hearings_in(on_torus, 1, [](node_id node) { return node; }));
        if (p % 2 == 1) {
            const std::vector<std::uint64_t> all_busy(static_cast<std::size_t>(outcome.slots),
                                                      outcome.links);
            CHECK(sent_by_slot(on_array) == all_busy);
        }
    }
}

TEST_CASE("on four nodes two slots are enough") {
    const tutti::result outcome = support::run(on("array", 2));
    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.slots == 2);
    CHECK(outcome.transmissions == 12);
    CHECK(outcome.lower_bound.units == tutti::rational{2});
}

TEST_CASE("the broadcast by quarter turns is the same on any threads and executor") {
    for (const tutti::experiment& plan :
         {on("torus", 5), on("torus", 6), on("array", 6), on("array", 7)}) {
        const tutti::result alone = support::run(plan);
        for (const support::team& team : support::teams()) {
            const tutti::result outcome = support::run(plan, team);
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.digest == alone.digest);
            CHECK(outcome.slots == alone.slots);
        }
    }
}

TEST_CASE("the broadcast by quarter turns wants two equal sides, of 3 on a torus") {
    const auto inapplicable_reason = [](const std::string& network) {
        return entry().inapplicable_reason(tutti::parse_network(network));
    };
    CHECK(inapplicable_reason("array:2x2").empty());
    CHECK(inapplicable_reason("torus:3x3").empty());
    CHECK(inapplicable_reason("torus:2x2") == "needs sides of 3 or more on a torus");
    CHECK(inapplicable_reason("torus:3x4") == "needs equal sides, as torus:3x3");
    CHECK(inapplicable_reason("array:5x4") == "needs equal sides, as array:4x4");
    CHECK(inapplicable_reason("array:3x3x3") == "needs two dimensions");
    CHECK(inapplicable_reason("ring:9") == "needs two dimensions");
    CHECK(inapplicable_reason("hypercube:4") == "runs on arrays and tori only");
}

}  // TEST_SUITE("algorithms/mesh/multinode_broadcast/quarter_turns.hpp")
