#include "topology/networks/shape.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "topology/axioms.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/properties.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/networks/shape.hpp") {

namespace {

using tutti::graph;
using tutti::graph_shape;
using tutti::network;
using tutti::node_id;
using tutti::port;

graph graph_named(std::string_view text) { return std::get<graph>(tutti::parse_network(text)); }

/// The neighbours by port; the port's number where there is none is -1.
std::vector<int> ports_of(const graph& links, node_id node) {
    std::vector<int> ports;
    for (port through = 0; through < links.port_limit(node); ++through) {
        ports.push_back(
            links.has_port(node, through) ? static_cast<int>(links.neighbour(node, through)) : -1);
    }
    return ports;
}

}  // namespace

TEST_CASE("cube-connected cycles have ports down, up and across") {
    const graph ccc = graph_named("ccc:4");
    CHECK(ccc.node_count() == 64);
    CHECK(ccc.link_count() == 192);
    // (5, 2): to (5, 1), (5, 3) and (1, 2)
    CHECK(ports_of(ccc, 2 * 16 + 5) == std::vector{1 * 16 + 5, 3 * 16 + 5, 2 * 16 + 1});
    CHECK(ports_of(ccc, 0) == std::vector{3 * 16, 1 * 16, 1});
    CHECK(ccc.far_port(0, 0) == 1);
}

TEST_CASE("butterflies have ports up and down, straight before across") {
    const graph butterfly = graph_named("butterfly:3");
    CHECK(butterfly.node_count() == 24);
    CHECK(butterfly.link_count() == 96);
    // (5, 2): up to (5, 0) and (5 xor 4, 0), down to (5, 1) and (5 xor 2, 1)
    CHECK(ports_of(butterfly, 2 * 8 + 5) == std::vector{5, 1, 8 + 5, 8 + 7});
    CHECK(butterfly.far_port(2 * 8 + 5, 1) == 3);

    const graph small = graph_named("butterfly:2");
    CHECK(small.node_count() == 8);
    CHECK(small.link_count() == 24);
    // (2, 0): up to (2, 1) and (3, 1), down to (0, 1)
    CHECK(ports_of(small, 2) == std::vector{4 + 2, 4 + 3, -1, 4 + 0});
}

TEST_CASE("de Bruijn graphs and complete ones number neighbours by id") {
    CHECK(ports_of(graph_named("debruijn:1"), 0) == std::vector{1});
    CHECK(ports_of(graph_named("debruijn:3"), 0) == std::vector{1, 4});
    CHECK(ports_of(graph_named("debruijn:3"), 2) == std::vector{1, 4, 5});
    CHECK(ports_of(graph_named("debruijn:3"), 3) == std::vector{1, 5, 6, 7});
    CHECK(ports_of(graph_named("complete:4"), 2) == std::vector{0, 1, 3});
}

TEST_CASE("a product of lines is the grid, a product of cubes the cube, port by port") {
    const std::vector<std::pair<std::string, std::string>> pairs{
        {"product(path:3,path:4)", "array:3x4"},
        {"product(path:3,ring:5,path:2)", "product(array:3,torus:5x2)"},
        {"product(ring:3,ring:4,ring:5)", "torus:3x4x5"},
        {"product(hypercube:2,hypercube:3)", "hypercube:5"},
        {"product(product(ring:3,ring:4),ring:5)", "torus:3x4x5"}};
    for (const auto& [text, same] : pairs) {
        CAPTURE(text);
        const graph built = graph_named(text);
        const network other = tutti::parse_network(same);
        CHECK(std::visit([&](const auto& shape) { return support::differences(built, shape); },
                         other) == 0);
    }
}

TEST_CASE("a shape that is out of range or too large is refused") {
    const auto build = [](const graph_shape& shape) { return graph{shape}; };
    CHECK_THROWS_WITH(build(tutti::complete_shape{.nodes = 0}),
                      "nodes run from 1 to 1073741824, not 0");
    CHECK_THROWS_WITH(build(tutti::ccc_shape{.levels = 2}), "levels run from 3 to 20, not 2");
    CHECK_THROWS_WITH(build(tutti::butterfly_shape{.levels = 21}),
                      "levels run from 2 to 20, not 21");
    CHECK_THROWS_WITH(build(tutti::debruijn_shape{.bits = 0}), "bits run from 1 to 30, not 0");
    CHECK_THROWS_AS(build(tutti::complete_shape{.nodes = 100'000}), std::invalid_argument);
    CHECK_THROWS_AS(build(tutti::listed_shape{}), std::invalid_argument);
    CHECK_THROWS_AS(tutti::product_shape{std::vector<network>{}}, std::invalid_argument);
}

}  // TEST_SUITE("topology/networks/shape.hpp")
