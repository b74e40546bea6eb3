#include "topology/trees/disjoint_trees.hpp"

#include <cstdint>

#include <doctest/doctest.h>

#include "topology/networks/dimension_set.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("topology/trees/disjoint_trees.hpp") {

namespace {

using tutti::dimension_set;
using tutti::disjoint_trees;
using tutti::hypercube;
using tutti::node_id;

constexpr int most_dimensions = 10;

// Reference of spec/hypercube.md, section 1, in its terms: dimensions and trees run from 1 to d.
namespace book {

int bit(node_id z, int i) { return static_cast<int>(z >> (i - 1) & 1U); }

node_id e(int i) { return node_id{1} << (i - 1); }

int cyc(int i, int d) { return (i - 1) % d + 1; }

/// The first j in the cyclic order m, m+1, ..., m-1 with bit j of z equal to 1; 0 for z = 0.
int owner(node_id z, int m, int d) {
    for (int step = 0; step < d; ++step) {
        const int j = cyc(m + step, d);
        if (bit(z, j) == 1) {
            return j;
        }
    }
    return 0;
}

/// First i in the cyclic order j, j-1, ..., j+1 with bit i of (z ^ e_j) equal to 1.
int up(node_id z, int j, int d) {
    for (int step = 0; step < d; ++step) {
        const int i = cyc(j - step + d, d);
        if (bit(z ^ e(j), i) == 1) {
            return i;
        }
    }
    return 0;
}

/// Dimensions over which a node of tree `j` passes on: those whose link belongs to the tree.
dimension_set children(node_id z, int j, int d) {
    std::uint32_t bits = 0;
    for (int m = 1; m <= d; ++m) {
        bits |= owner(z, m, d) == j ? e(m) : 0;
    }
    return dimension_set{bits};
}

}  // namespace book

}  // namespace

TEST_CASE("the ways down and up in each tree are those of the specification") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const hypercube cube{d};
        const disjoint_trees trees{cube};
        int wrong = 0;
        for (node_id node = 0; node < cube.node_count(); ++node) {
            for (int j = 0; j < d; ++j) {
                wrong += trees.children(node, j) == book::children(node, j + 1, d) ? 0 : 1;
                if (node != disjoint_trees::root(j)) {
                    const int up = trees.parent(node, j);
                    wrong += up == book::up(node, j + 1, d) - 1 ? 0 : 1;
                    wrong += trees.children(cube.neighbour(node, up), j).contains(up) ? 0 : 1;
                }
            }
        }
        CAPTURE(d);
        CHECK(wrong == 0);
    }
}

}  // TEST_SUITE("topology/trees/disjoint_trees.hpp")
