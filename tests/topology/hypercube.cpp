#include "tutti/topology/hypercube.hpp"

#include <bit>
#include <cstddef>
#include <stdexcept>

#include <doctest/doctest.h>

#include "topology/axioms.hpp"

TEST_SUITE("tutti/topology/hypercube.hpp") {

namespace {}  // namespace

TEST_CASE("port m flips bit m of the id") {
    const tutti::hypercube cube{4};

    CHECK(cube.neighbour(0b0101, 0) == 0b0100);
    CHECK(cube.neighbour(0b0101, 1) == 0b0111);
    CHECK(cube.neighbour(0b0101, 3) == 0b1101);
    for (tutti::port through = 0; through < 4; ++through) {
        CHECK(std::popcount(cube.neighbour(0b0101, through) ^ 0b0101U) == 1);
    }
}

TEST_CASE("a cube of d dimensions has 2^d nodes, d 2^d links and the diameter d") {
    for (int dimensions = 0; dimensions <= tutti::hypercube::most_dimensions; ++dimensions) {
        CAPTURE(dimensions);
        const tutti::hypercube cube{dimensions};
        const std::size_t nodes = std::size_t{1} << static_cast<unsigned>(dimensions);

        CHECK(cube.dimensions() == dimensions);
        CHECK(cube.node_count() == nodes);
        CHECK(cube.link_count() == static_cast<std::size_t>(dimensions) * nodes);
        CHECK(cube.diameter() == dimensions);
    }
}

TEST_CASE("cubes of fewer than 0 or more than 30 dimensions are refused") {
    CHECK_THROWS_AS(tutti::hypercube{-1}, std::invalid_argument);
    CHECK_THROWS_AS(tutti::hypercube{31}, std::invalid_argument);
    CHECK_THROWS_WITH(tutti::hypercube{31}, "a hypercube has from 0 to 30 dimensions, not 31");
}

TEST_CASE("the ports within a range of nodes are those before the first that leads out") {
    for (int dimensions = 0; dimensions <= 5; ++dimensions) {
        const tutti::hypercube cube{dimensions};
        for (std::size_t first = 0; first < cube.node_count(); ++first) {
            for (std::size_t last = first + 1; last <= cube.node_count(); ++last) {
                CAPTURE(dimensions);
                CAPTURE(first);
                CAPTURE(last);
                CHECK(tutti::ports_within(cube, first, last) ==
                      support::first_port_out_of(cube, first, last));
            }
        }
    }
}

}  // TEST_SUITE("tutti/topology/hypercube.hpp")
