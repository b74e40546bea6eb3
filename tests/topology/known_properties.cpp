#include <algorithm>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "support/distances.hpp"
#include "topology/axioms.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/distance_table.hpp"
#include "topology/networks/eccentricity.hpp"
#include "topology/networks/properties.hpp"
#include "topology/networks/shape.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/networks") {

namespace {

using tutti::graph;
using tutti::network;
using tutti::node_id;

/// Networks of all kinds on which closed forms may go wrong: lines of 1, 2 and 3, sides that
/// differ, the smallest of their kind, many dimensions, products in products.
const std::vector<std::string>& names() {
    static const std::vector<std::string> texts = support::words(
        "hypercube:1 hypercube:2 hypercube:6 path:1 path:2 path:7 "
        "ring:1 ring:2 ring:3 ring:4 ring:7 array:2x2 "
        "array:3x2 array:4x5 array:4x3x2 array:3x3x3 torus:2x2 torus:2x3 "
        "torus:4x2 torus:3x4 torus:4x6 torus:5x5 torus:2x3x4 torus:2x2x2x2 "
        "torus:5x4x3x2 complete:1 complete:2 complete:7 ccc:3 ccc:4 "
        "ccc:5 ccc:6 ccc:7 butterfly:2 butterfly:3 butterfly:4 "
        "butterfly:5 butterfly:6 butterfly:7 debruijn:1 debruijn:2 debruijn:3 "
        "debruijn:7 debruijn:8 product(ring:3,path:4) product(path:2,ring:2) "
        "product(ring:1,complete:1) product(complete:3,complete:4,complete:2) "
        "product(product(path:3,hypercube:2),butterfly:2) product(ccc:3,debruijn:2) "
        "product(array:3x2,torus:3x4) product(path:90,complete:3) ");
    return texts;
}

using table = std::vector<std::vector<int>>;

/// The distances from all nodes, by searches that know of links alone.
template <tutti::topology Network>
table searched(const Network& net) {
    table distances;
    for (node_id node = 0; node < net.node_count(); ++node) {
        distances.push_back(support::distances_from(net, node));
    }
    return distances;
}

template <tutti::topology Network>
void check_properties(const Network& net, const table& distances) {
    std::vector<int> degrees;
    bool is_bipartite = true;
    for (node_id node = 0; node < net.node_count(); ++node) {
        degrees.push_back(net.degree(node));
        for (tutti::port through = 0; through < net.port_limit(node); ++through) {
            is_bipartite = is_bipartite &&
                           (!net.has_port(node, through) ||
                            (distances[0][node] + distances[0][net.neighbour(node, through)]) % 2);
        }
    }
    const tutti::network_properties properties = tutti::properties_of(net);

    CHECK(properties.least_degree == std::ranges::min(degrees));
    CHECK(properties.most_degree == std::ranges::max(degrees));
    CHECK(properties.is_bipartite == is_bipartite);
    CHECK(properties.vertex_transitive ==
          (support::looks_the_same_from_everywhere(net) ? tutti::answer::yes : tutti::answer::no));
}

// What grids and cubes know in closed form.
template <tutti::topology Network>
void check_distances(const Network& net, const table& distances) {
    for (node_id node = 0; node < net.node_count(); ++node) {
        for (node_id other = 0; other < net.node_count(); ++other) {
            REQUIRE(net.distance(node, other) == distances[node][other]);
        }
    }
}

void check_distances(const graph& net, const table& distances) {
    std::vector<node_id> nodes(net.node_count());
    std::iota(nodes.begin(), nodes.end(), node_id{0});
    const auto made = tutti::distance_table::of(net, nodes);
    REQUIRE(made.has_value());
    for (const node_id node : nodes) {
        REQUIRE(made->farthest(node) == std::ranges::max(distances[node]));
        for (const node_id other : nodes) {
            REQUIRE(made->between(node, other) == distances[node][other]);
        }
    }
    const tutti::graph_size size = tutti::size_of(net.shape());
    CHECK(made->longest() == tutti::diameter(net));
    CHECK(size.nodes == net.node_count());
    CHECK(size.ports == net.port_count());
    CHECK(size.bytes() == net.memory_bytes());
}

}  // namespace

TEST_CASE("links lead back, and what is known of a network without them is what searches find") {
    for (const std::string& name : names()) {
        CAPTURE(name);
        const network any = tutti::parse_network(name);
        std::visit(
            [&](const auto& net) {
                CHECK(support::broken_axioms(net) == 0);
                const table distances = searched(net);
                check_properties(net, distances);
                check_distances(net, distances);

                std::vector<node_id> nodes;
                int longest = 0;
                for (node_id node = 0; node < net.node_count(); ++node) {
                    const int farthest = std::ranges::max(distances[node]);
                    CHECK(tutti::farthest_from(any, std::vector{node}) == farthest);
                    longest = std::max(longest, farthest);
                    nodes.push_back(node);
                }
                CHECK(tutti::farthest_from(any, nodes) == longest);
                CHECK(tutti::farthest_from(any, {}) == 0);
                CHECK(tutti::diameter_of(any) ==
                      tutti::diameter_bound{.links = longest, .is_exact = true});
            },
            any);
    }
}

}  // TEST_SUITE("topology/networks")
