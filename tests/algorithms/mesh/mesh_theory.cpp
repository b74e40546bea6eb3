#include "algorithms/mesh/mesh_theory.hpp"

#include <cstdint>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/multinode_broadcast/line_rounds.hpp"
#include "algorithms/mesh/routing/exchange_theory.hpp"
#include "algorithms/mesh/routing/two_leg_routing.hpp"
#include "promise.hpp"
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

TEST_CASE("programs go through as many rounds as the closed forms say") {
    for (const support::mesh& mesh : support::meshes(9, 4, 7000)) {
        const grid shape = std::get<grid>(tutti::parse_network(mesh.text()));
        CAPTURE(mesh.text());
        const bool is_torus = shape.edge() == grid_edge::closed;
        for (const std::uint64_t m : telling_counts(shape)) {
            CAPTURE(m);
            const auto most = static_cast<std::uint32_t>(m);
            const tutti::slot rounds = tutti::rounds_for_packed(shape, m);
            CHECK(rounds == mesh.sigma(m));
            CHECK(line_rounds_steps(shape, is_torus ? round_mode::halves : round_mode::line,
                                    most) == (mesh.p - 1) * rounds);
            CHECK(line_rounds_steps(shape, is_torus ? round_mode::whole : round_mode::line, most) ==
                  tutti::farthest_on_line(shape) * rounds);
            if (is_torus) {
                CHECK(line_rounds_steps(shape, round_mode::alternating, most) ==
                      tutti::alternating_steps(shape, m));
            }
        }
    }
}

TEST_CASE("a sweep and the way to the farthest node of a line are as long as they are") {
    CHECK(tutti::sweep_slots(grid{{4, 4, 4}, grid_edge::open}) == 9);
    CHECK(tutti::sweep_slots(grid{{5}, grid_edge::closed}) == 4);
    CHECK(tutti::farthest_on_line(grid{{6, 6}, grid_edge::open}) == 5);
    CHECK(tutti::farthest_on_line(grid{{6, 6}, grid_edge::closed}) == 3);
    CHECK(tutti::farthest_on_line(grid{{7, 7}, grid_edge::closed}) == 3);
}

TEST_CASE("programs stop two-leg routing at the deadline of the closed form") {
    for (const int p : {2, 3, 4, 5, 10, 33}) {
        const grid shape{{p, p}, grid_edge::open};
        for (std::uint64_t active = 0; active <= shape.node_count(); ++active) {
            CAPTURE(p);
            CAPTURE(active);
            CHECK(tutti::two_leg_slots(shape, active) == tutti::exchange_deadline(shape, active));
        }
    }
}

}  // TEST_SUITE("algorithms/mesh/mesh_theory.hpp")
