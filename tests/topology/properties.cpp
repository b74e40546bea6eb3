#include "topology/networks/properties.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("topology/networks/properties.hpp") {

namespace {

using tutti::grid;
using tutti::node_id;

/// Of all nodes, ascending.
std::vector<int> degrees_of(const grid& shape) {
    std::vector<int> degrees;
    for (node_id node = 0; node < shape.node_count(); ++node) {
        degrees.push_back(shape.degree(node));
    }
    std::ranges::sort(degrees);
    return degrees;
}

/// Of all nodes from one, in their order.
std::vector<int> distances_from(const grid& shape, node_id start) {
    std::vector<int> distances(shape.node_count(), -1);
    std::vector<node_id> order{start};
    distances[start] = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (tutti::port through = 0; through < shape.uniform_ports(); ++through) {
            if (shape.has_port(order[i], through) &&
                distances[shape.neighbour(order[i], through)] < 0) {
                order.push_back(shape.neighbour(order[i], through));
                distances[order.back()] = distances[order[i]] + 1;
            }
        }
    }
    return distances;
}

/// True if no link joins two nodes at even, or at odd distances from node 0.
bool is_two_coloured(const grid& shape) {
    const std::vector<int> distances = distances_from(shape, 0);
    for (node_id node = 0; node < shape.node_count(); ++node) {
        for (tutti::port through = 0; through < shape.uniform_ports(); ++through) {
            if (shape.has_port(node, through) &&
                (distances[node] + distances[shape.neighbour(node, through)]) % 2 == 0) {
                return false;
            }
        }
    }
    return true;
}

/// True if equally many nodes are at each distance from any node, which is so on grids if a
/// symmetry takes each to each, and not otherwise.
bool looks_the_same_from_everywhere(const grid& shape) {
    const auto sorted_from = [&](node_id node) {
        std::vector<int> distances = distances_from(shape, node);
        std::ranges::sort(distances);
        return distances;
    };
    for (node_id node = 1; node < shape.node_count(); ++node) {
        if (sorted_from(node) != sorted_from(0)) {
            return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("a cube has d ports at every node, is bipartite and looks the same from every node") {
    for (const int d : {0, 1, 2, 7, 30}) {
        const tutti::network_properties properties = tutti::properties_of(tutti::hypercube{d});
        CAPTURE(d);
        CHECK(properties.least_degree == d);
        CHECK(properties.most_degree == d);
        CHECK(properties.is_bipartite);
        CHECK(properties.vertex_transitive == tutti::answer::yes);
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

TEST_CASE("what is known of a grid is what one finds at its nodes") {
    for (const std::vector<int>& sides :
         {std::vector{1}, std::vector{2}, std::vector{3}, std::vector{4}, std::vector{2, 2},
          std::vector{3, 4}, std::vector{4, 2}, std::vector{1, 6}, std::vector{4, 6},
          std::vector{2, 3, 4}, std::vector{5, 5}}) {
        for (const tutti::grid_edge edge : {tutti::grid_edge::open, tutti::grid_edge::closed}) {
            const tutti::grid shape{sides, edge};
            const tutti::network_properties properties = tutti::properties_of(shape);
            CAPTURE(shape.node_count());
            CAPTURE(shape.side(0));
            CHECK(properties.least_degree == degrees_of(shape).front());
            CHECK(properties.most_degree == degrees_of(shape).back());
            CHECK(properties.is_bipartite == is_two_coloured(shape));
            CHECK((properties.vertex_transitive == tutti::answer::yes) ==
                  looks_the_same_from_everywhere(shape));
            CHECK(properties.vertex_transitive != tutti::answer::unknown);
        }
    }
}

}  // TEST_SUITE("topology/networks/properties.hpp")
