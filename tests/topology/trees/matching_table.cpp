#include "topology/trees/matching_table.hpp"

#include <array>
#include <cstddef>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/topology/grid.hpp"

TEST_SUITE("topology/trees/matching_table.hpp") {

namespace {

using tutti::grid;
using tutti::matching_table;
using tutti::node_id;

grid torus(int side, int dimensions) {
    return grid{std::vector<int>(static_cast<std::size_t>(dimensions), side),
                tutti::grid_edge::closed};
}

/// The largest side that is tried, by the number of dimensions from 1.
constexpr std::array most_sides{40, 25, 9, 5, 4, 3};

template <class Claim>
void for_all(const Claim& claim) {
    int dimensions = 0;
    for (const int most : most_sides) {
        ++dimensions;
        for (int side = 3; side <= most; ++side) {
            CAPTURE(side);
            CAPTURE(dimensions);
            claim(torus(side, dimensions), dimensions);
        }
    }
}

}  // namespace

// No proof is known that it is so for every torus.
TEST_CASE("the table has as many slots as a node's links need for the others") {
    for_all([](const grid& grid, int dimensions) {
        const std::size_t links = 2 * static_cast<std::size_t>(dimensions);
        CHECK(matching_table{grid}.slots() == (grid.node_count() - 1 + links - 1) / links);
    });
}

TEST_CASE("every node is reached once, from one that was reached before, a port a slot") {
    for_all([](const grid& grid, int /*dimensions*/) {
        const matching_table table{grid};
        std::set<node_id> reached{0};
        int wrong = 0;
        for (std::size_t at = 0; at < table.slots(); ++at) {
            std::set<tutti::port> ports;
            for (const auto& [through, to, from] : table.hops(at)) {
                wrong += grid.neighbour(from, through) == to ? 0 : 1;
                wrong += reached.contains(from) && !reached.contains(to) ? 0 : 1;
                wrong += ports.insert(through).second ? 0 : 1;
            }
            for (const matching_table::hop& each : table.hops(at)) {
                wrong += reached.insert(each.to).second ? 0 : 1;
            }
        }
        CHECK(wrong == 0);
        CHECK(reached.size() == grid.node_count());
    });
}

}  // TEST_SUITE("topology/trees/matching_table.hpp")
