#include "algorithms/mesh/mesh_theory.hpp"

#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/multinode_broadcast/line_rounds.hpp"
#include "algorithms/mesh/routing/two_leg_routing.hpp"
#include "equal_sides.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("algorithms/mesh/mesh_theory.hpp") {

namespace {

using tutti::grid;
using tutti::grid_edge;
using tutti::line_rounds_steps;
using tutti::round_mode;

std::vector<std::uint64_t> telling_counts(const grid& shape) {
    const std::uint64_t nodes = shape.node_count();
    const auto p = static_cast<std::uint64_t>(shape.side(0));
    return {0, 1, 2, p - 1, p, p + 1, nodes / 2, nodes / 2 + 1, nodes - 1, nodes};
}

}  // namespace

TEST_CASE("rounds along all dimensions take the steps of the closed forms") {
    for (const support::mesh& mesh : support::meshes(9, 4, 7000)) {
        const grid shape = std::get<grid>(tutti::parse_network(mesh.text()));
        CAPTURE(mesh.text());
        const bool is_torus = shape.edge() == grid_edge::closed;
        for (const std::uint64_t m : telling_counts(shape)) {
            CAPTURE(m);
            const auto most = static_cast<std::uint32_t>(m);
            CHECK(line_rounds_steps(shape, tutti::split_mode(shape), most) == mesh.steps(m, 2));
            CHECK(line_rounds_steps(shape, is_torus ? round_mode::whole : round_mode::line, most) ==
                  mesh.round() * (mesh.steps(m, 2) / (mesh.p - 1)));
            if (is_torus) {
                CHECK(line_rounds_steps(shape, round_mode::alternating, most) == mesh.steps(m, 1));
            }
        }
    }
}

TEST_CASE("a sweep takes as long as the way from one corner to the opposite one") {
    CHECK(tutti::sweep_slots(grid{{4, 4, 4}, grid_edge::open}) == 9);
    CHECK(tutti::sweep_slots(grid{{5}, grid_edge::closed}) == 4);
}

TEST_CASE("two-leg routing is over after 2m(N-p) + 2(p-1) slots") {
    for (const int p : {2, 3, 4, 5, 10, 33}) {
        const grid shape{{p, p}, grid_edge::open};
        CHECK(tutti::two_leg_slots(shape, 0) == 0);
        for (std::uint64_t active = 1; active <= shape.node_count(); ++active) {
            CAPTURE(p);
            CAPTURE(active);
            const auto m = static_cast<tutti::slot>(std::sqrt(static_cast<double>(active)));
            CHECK(tutti::two_leg_slots(shape, active) == 2 * m * (p * p - p) + 2 * (p - 1));
        }
    }
}

}  // TEST_SUITE("algorithms/mesh/mesh_theory.hpp")
