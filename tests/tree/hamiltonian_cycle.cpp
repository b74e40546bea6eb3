#include "tutti/tree/hamiltonian_cycle.hpp"

#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"

namespace {

using tutti::hypercube;
using tutti::node_id;
using nodes = std::vector<node_id>;

/// Whether some port of `from` leads to `to`.
bool are_neighbours(const hypercube& cube, node_id from, node_id to) {
    for (tutti::port through = 0; through < cube.degree(from); ++through) {
        if (cube.neighbour(from, through) == to) {
            return true;
        }
    }
    return false;
}

}  // namespace

TEST_SUITE_BEGIN("tutti/tree/hamiltonian_cycle.hpp");

TEST_CASE("a cube's cycle has every node once, each beside the next, and begins at node 0") {
    for (int d = 1; d <= 12; ++d) {
        const hypercube cube{d};
        const nodes cycle = tutti::hamiltonian_cycle(cube, 5000).value_or(nodes{});
        CAPTURE(d);
        REQUIRE(cycle.size() == cube.node_count());
        std::vector<int> visits(cube.node_count());
        int wrong = 0;
        for (std::size_t i = 0; i < cycle.size(); ++i) {
            REQUIRE(cycle[i] < cube.node_count());
            ++visits[cycle[i]];
            wrong += are_neighbours(cube, cycle[i], cycle[(i + 1) % cycle.size()]) ? 0 : 1;
        }
        CHECK(wrong == 0);
        CHECK(visits == std::vector<int>(cube.node_count(), 1));
        CHECK(cycle.front() == 0);
    }
}

TEST_CASE("only the beginning of a cycle is made if that is all that is wanted") {
    CHECK(tutti::hamiltonian_cycle(hypercube{30}, 5) == nodes{0, 1, 3, 2, 6});
    CHECK(tutti::hamiltonian_cycle(hypercube{3}, 0) == nodes{});
    CHECK(tutti::hamiltonian_cycle(hypercube{1}, 9) == nodes{0, 1});
    CHECK(tutti::hamiltonian_cycle(hypercube{0}, 9) == nodes{0});
}

TEST_CASE("a ring is its own cycle, and small grids are; those of others are not known yet") {
    using tutti::grid;
    using tutti::grid_edge;
    CHECK(tutti::hamiltonian_cycle(grid{{1}, grid_edge::closed}, 9) == nodes{0});
    CHECK(tutti::hamiltonian_cycle(grid{{2}, grid_edge::closed}, 9) == nodes{0, 1});
    CHECK(tutti::hamiltonian_cycle(grid{{5}, grid_edge::closed}, 9) == nodes{0, 1, 2, 3, 4});
    CHECK(tutti::hamiltonian_cycle(grid{{5}, grid_edge::closed}, 3) == nodes{0, 1, 2});
    CHECK_FALSE(tutti::hamiltonian_cycle(grid{{3}, grid_edge::open}, 9).has_value());
    CHECK_FALSE(tutti::hamiltonian_cycle(grid{{3, 3}, grid_edge::open}, 9).has_value());
}

TEST_SUITE_END();
