#include "topology/trees/edge_trees.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/topology/hypercube.hpp"

TEST_SUITE("topology/trees/edge_trees.hpp") {

namespace {

using tutti::edge_tree;
using tutti::gray_group;
using tutti::hypercube;
using tutti::node_id;

/// Those for which tests grow a tree.
constexpr int tried[]{2, 3, 5, 7, 11};

node_id count(int d) { return node_id{1} << d; }

}  // namespace

TEST_CASE("every move crosses one link, and the d moves from a node cross all of its links") {
    for (int d = 1; d <= 9; ++d) {
        const gray_group group{hypercube{d}};
        const std::vector<node_id> generators = group.generators();
        CAPTURE(d);
        REQUIRE(generators.size() == static_cast<std::size_t>(d));
        CHECK(generators[0] == gray_group::first_generator);
        int wrong = 0;
        for (node_id element = 0; element < count(d); ++element) {
            node_id crossed = 0;
            for (const node_id generator : generators) {
                const node_id link =
                    group.node(element) ^ group.node(group.sum(element, generator));
                wrong += link == node_id{1} << group.dimension(element, generator) ? 0 : 1;
                crossed |= link;
            }
            wrong += crossed == count(d) - 1 ? 0 : 1;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE(
    "the tree grows from a link by d elements a step, one by every move, and spans the cube") {
    for (const int d : tried) {
        const hypercube cube{d};
        const gray_group group{cube};
        const edge_tree tree{cube};
        std::vector<node_id> moves = group.generators();
        std::ranges::sort(moves);
        std::set<node_id> grown{0, gray_group::first_generator};
        int strays = 0;
        for (std::size_t step = 0; step < tree.steps(); ++step) {
            std::vector<node_id> used;
            std::set<node_id> added;
            for (const auto& [element, generator] : tree.links(step)) {
                strays += grown.contains(group.difference(element, generator)) ? 0 : 1;
                used.push_back(generator);
                added.insert(element);
            }
            std::ranges::sort(used);
            strays += used == moves ? 0 : 1;
            grown.insert(added.begin(), added.end());
        }
        CAPTURE(d);
        CHECK(strays == 0);
        CHECK(tree.steps() * static_cast<std::size_t>(d) == cube.node_count() - 2);
        CHECK(grown.size() == cube.node_count());
    }
}

TEST_CASE("the tree of three dimensions is that of the specification") {
    const edge_tree tree{hypercube{3}};
    std::vector<std::pair<node_id, node_id>> links;
    for (std::size_t step = 0; step < tree.steps(); ++step) {
        for (const auto& [element, generator] : tree.links(step)) {
            links.emplace_back(element, generator);
        }
    }
    CHECK(links ==
          std::vector<std::pair<node_id, node_id>>{{2, 1}, {3, 3}, {4, 4}, {5, 1}, {7, 3}, {6, 4}});
}

TEST_CASE("no tree is made for a number of dimensions that is not prime, or untested") {
    for (const int d : {1, 4, 6, 8, 9, 10, 12, 15, 17}) {
        CAPTURE(d);
        CHECK(tutti::edge_tree_mismatch(hypercube{d}) ==
              "needs a prime number of dimensions, 13 at most");
        CHECK_THROWS_AS((void)edge_tree{hypercube{d}}, std::invalid_argument);
    }
    CHECK(tutti::edge_tree_mismatch(hypercube{13}).empty());
}

}  // TEST_SUITE("topology/trees/edge_trees.hpp")
