#include "topology/trees/disjoint_trees.hpp"

#include <cstdint>
#include <vector>

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

}  // namespace book

/// The nodes of tree `j` whose children are not those that `wanted(node)` names.
template <class Wanted>
std::vector<node_id> nodes_with_other_children(const hypercube& cube, int j, const Wanted& wanted) {
    const disjoint_trees trees{cube};
    std::vector<node_id> wrong;
    for (node_id node = 0; node < cube.node_count(); ++node) {
        if (trees.children(node, j) != wanted(node)) {
            wrong.push_back(node);
        }
    }
    return wrong;
}

}  // namespace

TEST_CASE("a node passes on over the dimensions whose link belongs to the tree") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const hypercube cube{d};
        for (int j = 0; j < d; ++j) {
            const auto by_the_book = [&](node_id node) {
                std::uint32_t bits = 0;
                for (int m = 1; m <= d; ++m) {
                    bits |= book::owner(node, m, d) == j + 1 ? book::e(m) : 0;
                }
                return dimension_set{bits};
            };
            CAPTURE(d);
            CAPTURE(j);
            CHECK(nodes_with_other_children(cube, j, by_the_book).empty());
        }
    }
}

TEST_CASE("the way up is the way down") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const hypercube cube{d};
        const disjoint_trees trees{cube};
        int wrong = 0;
        for (node_id node = 0; node < cube.node_count(); ++node) {
            for (int j = 0; j < d; ++j) {
                if (node == disjoint_trees::root(j)) {
                    continue;
                }
                const int up = trees.parent(node, j);
                const bool is_child = trees.children(cube.neighbour(node, up), j).contains(up);
                wrong += is_child && up == book::up(node, j + 1, d) - 1 ? 0 : 1;
            }
        }
        CAPTURE(d);
        CHECK(wrong == 0);
    }
}

}  // TEST_SUITE("topology/trees/disjoint_trees.hpp")
