#include "topology/trees/binomial_tree.hpp"

#include <bit>
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

}  // TEST_SUITE("topology/trees/binomial_tree.hpp")
