#include "tutti/topology/properties.hpp"

#include <bit>

#include <doctest/doctest.h>

#include "tutti/topology/hypercube.hpp"

TEST_SUITE_BEGIN("tutti/topology/properties.hpp");

TEST_CASE("a cube has d ports at every node, is bipartite and looks the same from every node") {
    for (const int d : {0, 1, 2, 7, 30}) {
        const tutti::network_properties known = tutti::properties_of(tutti::hypercube{d});
        CAPTURE(d);
        CHECK(known.least_degree == d);
        CHECK(known.most_degree == d);
        CHECK(known.is_bipartite);
        CHECK(known.is_vertex_transitive);
    }
}

TEST_CASE("every link of a cube joins an id with an even to one with an odd number of ones") {
    const tutti::hypercube cube{7};
    int within_a_half = 0;
    for (tutti::node_id node = 0; node < cube.node_count(); ++node) {
        for (tutti::port through = 0; through < cube.degree(node); ++through) {
            const int ones = std::popcount(node) + std::popcount(cube.neighbour(node, through));
            within_a_half += ones % 2 == 0 ? 1 : 0;
        }
    }
    CHECK(within_a_half == 0);
}

TEST_SUITE_END();
