#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "topology/axioms.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/distance_table.hpp"
#include "topology/networks/eccentricity.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/networks") {

namespace {

using tutti::diameter_bound;
using tutti::distance_table;
using tutti::graph;
using tutti::network;
using tutti::node_id;
using nodes = std::vector<node_id>;

/// By a search from every node; of several parts, the largest within one.
int diameter_of_all(const graph& links) {
    int largest = 0;
    for (node_id node = 0; node < links.node_count(); ++node) {
        largest = std::max(largest, std::ranges::max(support::distances_from(links, node)));
    }
    return largest;
}

graph random_graph() {
    const auto size = *rc::gen::inRange<node_id>(1, 30);
    const int of_ten = *rc::gen::inRange(0, 10);
    std::vector<graph::link> links;
    for (node_id a = 0; a < size; ++a) {
        for (node_id b = 0; b < a; ++b) {
            if (*rc::gen::inRange(0, 10) < of_ten) {
                links.emplace_back(a, b);
            }
        }
    }
    return {size, links};
}

graph graph_of(std::string_view text) {
    return std::get<graph>(tutti::built(tutti::parse_network(text)));
}

}  // namespace

TEST_CASE("the diameter among participants is the largest distance between two of them") {
    for (const std::string_view name : {"torus:4x5", "hypercube:4", "array:3x4", "fat-tree:4",
                                        "random-graph:24.10.3", "debruijn:4"}) {
        CAPTURE(name);
        const network net = tutti::built(tutti::parse_network(name));
        const std::size_t count = node_count(net);
        CHECK(tutti::diameter_among(net, {}) == tutti::diameter_of(net));
        for (node_id step = 1; step < 7; ++step) {
            CAPTURE(step);
            nodes some;
            for (node_id node = step; node < count; node += step) {
                some.push_back(node);
            }
            int largest = 0;
            for (const node_id node : some) {
                const auto distances = std::visit(
                    [&](const auto& shape) { return support::distances_from(shape, node); }, net);
                for (const node_id other : some) {
                    largest = std::max(largest, distances[other]);
                }
            }
            CHECK(tutti::diameter_among(net, {some, count}) ==
                  diameter_bound{.links = largest, .is_exact = true});
        }
    }
}

TEST_CASE("the diameter of a random graph is what searches say, or a bound if they are cut short") {
    CHECK(rc::check([] {
        const graph drawn = random_graph();
        const int links = diameter_of_all(drawn);
        RC_ASSERT(tutti::diameter_of(drawn) == (diameter_bound{.links = links, .is_exact = true}));
        const auto bound = tutti::diameter_of(drawn, *rc::gen::inRange<std::uint64_t>(0, 2000));
        RC_ASSERT((bound.is_exact ? bound.links == links : bound.links >= links));
    }));
    // The first search, from an end, is made in any case; no way is more than twice as long.
    const graph tree = graph_of("tree:4");
    CHECK(tutti::diameter_of(tree) == diameter_bound{.links = 6, .is_exact = true});
    CHECK_FALSE(tutti::diameter_of(tree, 0).is_exact);
    const network product =
        graph{tutti::graph_shape{tutti::product_shape{{network{tree}, network{tree}}}}};
    CHECK(tutti::diameter_of(product) == diameter_bound{.links = 12, .is_exact = true});
    const diameter_bound cut = tutti::diameter_of(product, 0);
    CHECK_FALSE(cut.is_exact);
    CHECK(cut.links >= 12);
}

TEST_CASE("where searches for the farthest node take too long, the first node is searched from") {
    const network net = tutti::parse_network("product(path:9,debruijn:3)");
    const nodes middle_first{4, 0};
    const auto& links = std::get<graph>(net);
    CHECK(tutti::farthest_from(net, middle_first, 1) ==
          std::ranges::max(support::distances_from(links, 4)));
    CHECK(tutti::farthest_from(net, middle_first) ==
          std::ranges::max(support::distances_from(links, 0)));
}

TEST_CASE("of a node that is no origin it is known only that others are not there") {
    const graph links = graph_of("ccc:3");
    const auto table = distance_table::of(links, nodes{5, 2});
    REQUIRE(table.has_value());
    CHECK(table->has_origin(5));
    CHECK_FALSE(table->has_origin(4));
    CHECK(table->between(5, 20) == support::distances_from(links, 5)[20]);
    CHECK(table->between(4, 20) == 1);
    CHECK(table->between(4, 4) == 0);
}

TEST_CASE("a table of distances that exceeds its limits is not made") {
    const auto every_node = [](const graph& links) {
        nodes all;
        for (node_id node = 0; node < links.node_count(); ++node) {
            all.push_back(node);
        }
        return all;
    };
    const graph links = graph_of("ccc:4");
    CHECK_FALSE(distance_table::of(links, every_node(links), 100).has_value());
    CHECK(distance_table::of(links, every_node(links), 100'000).has_value());
    // 10,240 nodes: 200 MiB.
    const graph large = graph_of("butterfly:10");
    CHECK_FALSE(distance_table::of(large, every_node(large)).has_value());
    CHECK(distance_table::of(large, nodes{0}).has_value());
}

}  // TEST_SUITE("topology/networks")
