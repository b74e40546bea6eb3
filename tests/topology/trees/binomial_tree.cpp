#include "topology/trees/binomial_tree.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "topology/networks/dimension_set.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("topology/trees/binomial_tree.hpp") {

namespace {

using tutti::binomial_tree;
using tutti::dimension_set;
using tutti::hypercube;
using tutti::node_id;

/// Number of times that the tree reaches each node, from the root downwards.
std::vector<int> visits(const hypercube& cube, const binomial_tree& tree) {
    std::vector<int> times(cube.node_count());
    std::vector<node_id> open{tree.root()};
    while (!open.empty()) {
        const node_id node = open.back();
        open.pop_back();
        ++times[node];
        for (const int i : tree.children(node)) {
            open.push_back(cube.neighbour(node, i));
        }
    }
    return times;
}

/// The roots to try: every node of a small cube, a few of a larger one.
std::vector<node_id> roots_of(const hypercube& cube) {
    const auto last = static_cast<node_id>(cube.node_count() - 1);
    std::vector<node_id> roots{0, last, last / 3, last / 2};
    if (cube.dimensions() <= 5) {
        roots.clear();
        for (node_id root = 0; root <= last; ++root) {
            roots.push_back(root);
        }
    }
    return roots;
}

}  // namespace

TEST_CASE("the tree reaches every node once, from any root") {
    for (int d = 0; d <= 10; ++d) {
        const hypercube cube{d};
        for (const node_id root : roots_of(cube)) {
            CAPTURE(d);
            CAPTURE(root);
            CHECK(visits(cube, binomial_tree{cube, root}) ==
                  std::vector<int>(cube.node_count(), 1));
        }
    }
}

TEST_CASE("a parent is one step nearer to the root and has the node among its children") {
    for (int d = 1; d <= 10; ++d) {
        const hypercube cube{d};
        for (const node_id root : roots_of(cube)) {
            const binomial_tree tree{cube, root};
            int wrong = 0;
            for (node_id node = 0; node < cube.node_count(); ++node) {
                if (node == root) {
                    continue;
                }
                const int up = tree.parent(node);
                const node_id parent = cube.neighbour(node, up);
                const bool is_nearer = std::popcount(parent ^ root) < std::popcount(node ^ root);
                wrong += is_nearer && tree.children(parent).contains(up) ? 0 : 1;
            }
            CAPTURE(d);
            CAPTURE(root);
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("dimensions are crossed in increasing order") {
    const hypercube cube{6};
    const binomial_tree tree{cube, 37};

    for (node_id node = 0; node < cube.node_count(); ++node) {
        node_id at = node;
        int above = cube.dimensions();
        while (at != tree.root()) {
            const int up = tree.parent(at);
            CHECK(up < above);
            above = up;
            at = cube.neighbour(at, up);
        }
    }
}

TEST_CASE("the children in three dimensions are those of the textbook") {
    const hypercube cube{3};
    const std::vector<std::uint32_t> from_0{0b111, 0b110, 0b100, 0b100, 0, 0, 0, 0};

    for (const node_id root : {0U, 5U}) {
        const binomial_tree tree{cube, root};
        for (node_id relative = 0; relative < cube.node_count(); ++relative) {
            CHECK(tree.children(relative ^ root) == dimension_set{from_0[relative]});
        }
    }
}

}  // TEST_SUITE("topology/trees/binomial_tree.hpp")
