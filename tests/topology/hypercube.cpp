#include "tutti/topology/hypercube.hpp"

#include <bit>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "topology/axioms.hpp"

TEST_SUITE("tutti/topology/hypercube.hpp") {

namespace {

/// Number of nodes or ports of `cube` that violate `tutti::regular_topology`.
std::size_t broken_axioms(const tutti::hypercube& cube) {
    std::size_t broken = 0;
    for (tutti::node_id node = 0; node < cube.node_count(); ++node) {
        broken += cube.degree(node) == cube.uniform_ports() ? 0U : 1U;
        broken += cube.port_limit(node) == cube.uniform_ports() ? 0U : 1U;
        for (tutti::port through = 0; through < cube.degree(node); ++through) {
            const tutti::node_id other = cube.neighbour(node, through);
            const bool leads_back = cube.has_port(node, through) && other != node &&
                                    other < cube.node_count() &&
                                    cube.neighbour(other, cube.far_port(node, through)) == node;
            broken += leads_back ? 0U : 1U;
        }
    }
    return broken;
}

}  // namespace

TEST_CASE("every port of every node leads to another node, and back through the far port") {
    for (int dimensions = 0; dimensions <= 10; ++dimensions) {
        CAPTURE(dimensions);
        CHECK(broken_axioms(tutti::hypercube{dimensions}) == 0);
    }
}

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

TEST_CASE("two nodes are as far from each other as a search finds") {
    for (int dimensions = 0; dimensions <= 6; ++dimensions) {
        const tutti::hypercube cube{dimensions};
        for (tutti::node_id node = 0; node < cube.node_count(); ++node) {
            const std::vector<int> distances = support::distances_from(cube, node);
            for (tutti::node_id other = 0; other < cube.node_count(); ++other) {
                REQUIRE(cube.distance(node, other) == distances[other]);
            }
        }
    }
}

TEST_CASE("ports outside 0 to d-1 do not exist") {
    for (const int dimensions : {0, 1, 5}) {
        CAPTURE(dimensions);
        const tutti::hypercube cube{dimensions};

        CHECK_FALSE(cube.has_port(0, -1));
        CHECK_FALSE(cube.has_port(0, dimensions));
    }
}

TEST_CASE("cubes of fewer than 0 or more than 30 dimensions are refused") {
    CHECK_THROWS_AS(tutti::hypercube{-1}, std::invalid_argument);
    CHECK_THROWS_AS(tutti::hypercube{31}, std::invalid_argument);
    CHECK_THROWS_WITH(tutti::hypercube{31}, "a hypercube has from 0 to 30 dimensions, not 31");
}

TEST_CASE("cubes are equal if their dimensions are") {
    CHECK(tutti::hypercube{3} == tutti::hypercube{3});
    CHECK(tutti::hypercube{3} != tutti::hypercube{4});
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
