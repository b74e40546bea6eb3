#include "topology/networks/diameter.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "topology/axioms.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/networks/diameter.hpp") {

namespace {

using tutti::diameter_bound;
using tutti::graph;
using tutti::node_id;

/// By a search from every node; of several parts, the largest within one.
int diameter_of_all(const graph& links) {
    int largest = 0;
    for (node_id node = 0; node < links.node_count(); ++node) {
        largest = std::max(largest, std::ranges::max(support::distances_from(links, node)));
    }
    return largest;
}

graph random_graph(node_id size, int of_ten) {
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

/// 0 - 1 - 2 - ..
graph path_of(node_id size) {
    std::vector<graph::link> links;
    for (node_id node = 1; node < size; ++node) {
        links.emplace_back(node - 1, node);
    }
    return {size, links};
}

}  // namespace

TEST_CASE("the diameter of a random graph is what searches from all nodes say") {
    CHECK(rc::check([] {
        const graph drawn =
            random_graph(*rc::gen::inRange<node_id>(1, 30), *rc::gen::inRange(0, 10));

        RC_ASSERT(tutti::diameter_of(drawn) ==
                  (diameter_bound{.links = diameter_of_all(drawn), .is_exact = true}));
    }));
}

TEST_CASE("a search that is cut short says that it has a bound, and keeps it") {
    CHECK(rc::check([] {
        const graph drawn =
            random_graph(*rc::gen::inRange<node_id>(1, 30), *rc::gen::inRange(0, 10));
        const auto most = *rc::gen::inRange<std::uint64_t>(0, 2000);

        const diameter_bound bound = tutti::diameter_of(drawn, most);

        RC_ASSERT(bound.links >= diameter_of_all(drawn));
        RC_ASSERT(!bound.is_exact || bound.links == diameter_of_all(drawn));
    }));
    // The first search, from an end, is made in any case; no way is more than twice as long.
    CHECK(tutti::diameter_of(path_of(9), 0) == diameter_bound{.links = 16, .is_exact = false});
    CHECK(tutti::diameter_of(path_of(9)) == diameter_bound{.links = 8, .is_exact = true});
}

TEST_CASE("a product with a factor that has a bound has one") {
    const std::vector<graph::link> star{{1, 0}, {1, 2}, {1, 3}, {0, 4}, {4, 5}};
    const graph star_graph{6, star};
    REQUIRE_FALSE(tutti::diameter_of(star_graph, 0).is_exact);

    const tutti::network product = graph{tutti::graph_shape{
        tutti::product_shape{{tutti::network{star_graph}, tutti::network{star_graph}}}}};

    CHECK(tutti::diameter_of(product) == diameter_bound{.links = 8, .is_exact = true});
    const diameter_bound cut = tutti::diameter_of(product, 0);
    CHECK_FALSE(cut.is_exact);
    CHECK(cut.links >= 8);
}

}  // TEST_SUITE("topology/networks/diameter.hpp")
