#include "topology/trees/exchange_schedule.hpp"

#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/topology/hypercube.hpp"

TEST_SUITE("topology/trees/exchange_schedule.hpp") {

namespace {

using tutti::exchange_schedule;
using tutti::hypercube;
using tutti::node_id;

}  // namespace

// All nodes store alike: what a node receives over dimension k its neighbour had at the same place.
TEST_CASE("packets at the places of the schedule reach their destinations") {
    for (int d = 1; d <= 10; ++d) {
        const exchange_schedule schedule{hypercube{d}};
        std::vector<node_id> left(schedule.own().begin(), schedule.own().end());
        REQUIRE(schedule.size() == std::size_t{1} << (d - 1));
        REQUIRE(left.size() == (std::size_t{1} << d) - 1);
        int wrong = 0;
        for (std::size_t t = 0; t < schedule.size(); ++t) {
            const auto places = schedule.places(t);
            REQUIRE(places.size() == static_cast<std::size_t>(d));
            for (int k = 0; k < d; ++k) {
                node_id& packet = left[places[static_cast<std::size_t>(k)]];
                wrong += (packet >> k) == 1 ? 0 : 1;  // k is the highest dimension that is left
                packet ^= node_id{1} << k;
                wrong += schedule.forwarded(t).contains(k) == (packet != 0) ? 0 : 1;
            }
        }
        CAPTURE(d);
        CHECK(wrong == 0);
        CHECK(left == std::vector<node_id>(left.size()));
        CHECK(schedule.places(schedule.size()).empty());
    }
}

}  // TEST_SUITE("topology/trees/exchange_schedule.hpp")
