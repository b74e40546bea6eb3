#include "tutti/topology/graph.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "topology/axioms.hpp"

TEST_SUITE("tutti/topology/graph.hpp") {

namespace {

using links = std::vector<tutti::graph::link>;

std::vector<tutti::node_id> neighbours(const tutti::graph& network, tutti::node_id node) {
    std::vector<tutti::node_id> order;
    order.reserve(static_cast<std::size_t>(network.degree(node)));
    for (tutti::port through = 0; through < network.degree(node); ++through) {
        order.push_back(network.neighbour(node, through));
    }
    return order;
}

/// Each possible link with probability 1/3, its ends in either order, the list in any order.
links random_links(tutti::node_id node_count) {
    links drawn;
    for (tutti::node_id a = 0; a < node_count; ++a) {
        for (tutti::node_id b = 0; b < a; ++b) {
            const int toss = *rc::gen::inRange(0, 6);
            if (toss < 2) {
                drawn.push_back(toss == 0 ? std::pair{a, b} : std::pair{b, a});
            }
        }
    }
    for (std::size_t i = drawn.size(); i > 1; --i) {
        std::swap(drawn[i - 1], drawn[*rc::gen::inRange<std::size_t>(0, i)]);
    }
    return drawn;
}

}  // namespace

TEST_CASE("a random graph has the links it was given, and its ports number them by id") {
    CHECK(rc::check([] {
        const auto node_count = *rc::gen::inRange<tutti::node_id>(1, 12);
        const links drawn_links = random_links(node_count);
        std::vector<std::set<tutti::node_id>> expected(node_count);
        for (const auto& [a, b] : drawn_links) {
            expected[a].insert(b);
            expected[b].insert(a);
        }

        const tutti::graph network{node_count, drawn_links};

        RC_ASSERT(network.node_count() == node_count);
        RC_ASSERT(network.link_count() == 2 * drawn_links.size());
        RC_ASSERT(support::broken_axioms(network) == 0U);
        for (tutti::node_id node = 0; node < node_count; ++node) {
            RC_ASSERT(std::ranges::equal(neighbours(network, node), expected[node]));
        }
    }));
}

TEST_CASE("a graph that is none is refused with the first link that makes it so") {
    const auto build = [](std::size_t node_count, const links& pairs) {
        return tutti::graph{node_count, pairs};
    };

    CHECK_THROWS_AS(build(0, {}), std::invalid_argument);
    CHECK_THROWS_AS(build((std::size_t{1} << 30U) + 1, {}), std::invalid_argument);
    CHECK_THROWS_WITH(build(3, {{0, 1}, {1, 3}}),
                      "link 1-3 leaves the graph, whose ids run from 0 to 2");
    CHECK_THROWS_WITH(build(3, {{0, 1}, {2, 2}}), "link 2-2 is a self-loop");
    CHECK_THROWS_WITH(build(3, {{0, 1}, {0, 1}}), "link 0-1 is named twice");
    CHECK_THROWS_AS(build(3, {{0, 1}, {1, 0}}), std::invalid_argument);
}

}  // TEST_SUITE("tutti/topology/graph.hpp")
