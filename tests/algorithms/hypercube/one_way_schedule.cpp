#include "algorithms/hypercube/one_way_schedule.hpp"

#include <bit>
#include <cstddef>
#include <set>
#include <tuple>
#include <utility>

#include <doctest/doctest.h>

#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/one_way_schedule.hpp") {

namespace {

using tutti::hypercube;
using tutti::node_id;
using tutti::one_way_schedule;

constexpr int most_dimensions = 9;

bool is_odd(node_id node) { return std::popcount(node) % 2 != 0; }

/// Directions of the network's links that are used in a slot, by the node that sends.
std::set<std::pair<node_id, int>> used_in(const one_way_schedule& plan, std::size_t at, int d) {
    std::set<std::pair<node_id, int>> used;
    for (const one_way_schedule::link& each : plan.links(at)) {
        for (node_id node = 0; node < node_id{1} << d; ++node) {
            if (is_odd(node ^ each.parent()) == each.is_odd) {
                CHECK(used.emplace(node, each.dimension).second);
            }
        }
    }
    return used;
}

}  // namespace

TEST_CASE("origins of either parity reach every node once, each parent before its children") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const one_way_schedule plan{hypercube{d}};
        std::set<std::pair<bool, node_id>> reached{{false, 0}, {true, 0}};
        for (std::size_t at = 0; at < plan.slots(); ++at) {
            for (const one_way_schedule::link& each : plan.links(at)) {
                CHECK(reached.contains({each.is_odd, each.parent()}));
            }
            for (const one_way_schedule::link& each : plan.links(at)) {
                CHECK(reached.emplace(each.is_odd, each.child).second);
            }
        }
        CHECK(reached.size() == 2 * hypercube{d}.node_count());
    }
}

TEST_CASE("no link is used both ways, and the slots are the fewest") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const one_way_schedule plan{hypercube{d}};
        const std::size_t others = hypercube{d}.node_count() - 1;
        CHECK(plan.slots() ==
              (2 * others + static_cast<std::size_t>(d) - 1) / static_cast<std::size_t>(d));
        for (std::size_t at = 0; at < plan.slots(); ++at) {
            const auto used = used_in(plan, at, d);
            for (const auto& [node, dimension] : used) {
                CHECK_FALSE(used.contains({node ^ node_id{1} << dimension, dimension}));
            }
        }
    }
}

}  // TEST_SUITE("algorithms/hypercube/one_way_schedule.hpp")
