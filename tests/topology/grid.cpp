#include "tutti/topology/grid.hpp"

#include <cstddef>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "topology/axioms.hpp"

TEST_SUITE("tutti/topology/grid.hpp") {

namespace {

using tutti::grid;
using tutti::grid_edge;
using tutti::node_id;
using tutti::port;
using sides = std::vector<int>;

/// Shapes on which grids may differ: lines of 1, 2 and 3, sides that differ, many dimensions.
std::vector<grid> shapes() {
    std::vector<grid> grids;
    for (const sides& each :
         {sides{1}, sides{2}, sides{3}, sides{4}, sides{7}, sides{2, 2}, sides{2, 3}, sides{3, 2},
          sides{4, 5}, sides{1, 4}, sides{5, 1, 3}, sides{3, 3, 3}, sides{4, 3, 2},
          sides{2, 2, 2, 2}, sides{1, 1}, sides{5, 4, 3, 2}}) {
        grids.emplace_back(each, grid_edge::open);
        grids.emplace_back(each, grid_edge::closed);
    }
    return grids;
}

/// Number of ports that violate the definition: along a line of nodes that are a stride apart.
std::size_t broken_ports(const grid& shape) {
    std::size_t broken = 0;
    for (node_id node = 0; node < shape.node_count(); ++node) {
        node_id stride = 1;
        for (int i = 0; i < shape.dimensions(); ++i) {
            const auto side = static_cast<node_id>(shape.side(i));
            const node_id digit = node / stride % side;
            const bool wraps = shape.edge() == grid_edge::closed && side > 2;
            const auto leads_to = [&](port through, bool is_inside, node_id inside,
                                      node_id around) {
                return shape.has_port(node, through) == (is_inside || wraps) &&
                       (!shape.has_port(node, through) ||
                        shape.neighbour(node, through) == (is_inside ? inside : around));
            };
            const node_id back = (side - 1) * stride;
            broken += leads_to(2 * i, digit > 0, node - stride, node + back) ? 0U : 1U;
            broken += leads_to(2 * i + 1, digit + 1 < side, node + stride, node - back) ? 0U : 1U;
            broken += shape.stride(i) == stride ? 0U : 1U;
            stride *= side;
        }
    }
    return broken;
}

}  // namespace

TEST_CASE("every port leads to the next digit, around a closed line of three or more, and back") {
    for (const grid& shape : shapes()) {
        CAPTURE(shape.node_count());
        CAPTURE(shape.dimensions());
        CHECK(broken_ports(shape) == 0);
        CHECK(support::broken_axioms(shape) == 0);
    }
}

TEST_CASE("a grid with 2^30 nodes can be built, one with more or with other sides cannot") {
    const auto most = static_cast<int>(grid::most_nodes);
    CHECK(grid{{most}, grid_edge::closed}.link_count() == 2 * grid::most_nodes);
    CHECK(grid{{1 << 15, 1 << 15}, grid_edge::open}.diameter() == 65534);
    CHECK(grid{sides(30, 2), grid_edge::open}.node_count() == grid::most_nodes);
    CHECK(grid{{most, 1}, grid_edge::open}.node_count() == grid::most_nodes);

    constexpr const char* product_of_sides =
        "a grid cannot have the side 2; sides are at least 1, and their product is at most "
        "1073741824";
    CHECK_THROWS_WITH_AS((grid{{most, 2}, grid_edge::open}), product_of_sides,
                         std::invalid_argument);
    CHECK_THROWS_AS((grid{sides(31, 2), grid_edge::closed}), std::invalid_argument);
    CHECK_THROWS_AS((grid{{most + 1}, grid_edge::closed}), std::invalid_argument);
    CHECK_THROWS_AS((grid{{0}, grid_edge::open}), std::invalid_argument);
    CHECK_THROWS_AS((grid{{3, -1}, grid_edge::open}), std::invalid_argument);
    CHECK_THROWS_WITH_AS((grid{{}, grid_edge::open}), "a grid has at least one dimension",
                         std::invalid_argument);
    CHECK(grid{sides(32, 1), grid_edge::open}.node_count() == 1);
    CHECK_THROWS_WITH_AS((grid{sides(33, 1), grid_edge::open}),
                         "a grid cannot have 33 dimensions; it has at most 32",
                         std::invalid_argument);
}

TEST_CASE("no port within a range of nodes leads out, and of slabs the last two alone may do so") {
    for (const grid& shape : shapes()) {
        CAPTURE(shape.sides());
        for (std::size_t first = 0; first < shape.node_count(); ++first) {
            for (std::size_t last = first + 1; last <= shape.node_count(); ++last) {
                CHECK(tutti::ports_within(shape, first, last) <=
                      support::first_port_out_of(shape, first, last));
            }
        }
        const std::size_t slab = shape.stride(shape.dimensions() - 1);
        CHECK(tutti::ports_within(shape, 0, slab) >= shape.uniform_ports() - 2);
    }
}

}  // TEST_SUITE("tutti/topology/grid.hpp")
