#include "topology/trees/disjoint_trees.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
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

/// The distance of each node from the root of tree `j`, and how often the tree reaches it.
struct walk {
    std::vector<int> depths;
    std::vector<int> visits;
};

walk walk_down(const hypercube& cube, int j) {
    const disjoint_trees trees{cube};
    walk best{.depths = std::vector<int>(cube.node_count()),
              .visits = std::vector<int>(cube.node_count())};
    std::vector<std::pair<node_id, int>> open{{disjoint_trees::root(j), 0}};
    while (!open.empty()) {
        const auto [node, depth] = open.back();
        open.pop_back();
        best.depths[node] = depth;
        ++best.visits[node];
        for (const int i : trees.children(node, j)) {
            open.emplace_back(cube.neighbour(node, i), depth + 1);
        }
    }
    return best;
}

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

TEST_CASE("the roots of the d trees are the neighbours of node 0") {
    const disjoint_trees trees{hypercube{7}};

    CHECK(trees.count() == 7);
    for (int j = 0; j < 7; ++j) {
        CHECK(disjoint_trees::root(j) == book::e(j + 1));
        CHECK(disjoint_trees::is_root(book::e(j + 1)));
        CHECK(disjoint_trees::tree_of(book::e(j + 1)) == j);
    }
    CHECK_FALSE(disjoint_trees::is_root(0));
    CHECK_FALSE(disjoint_trees::is_root(3));
    CHECK_FALSE(disjoint_trees::is_root(127));
}

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

TEST_CASE("every tree reaches every node once, over a shortest path from its root") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const hypercube cube{d};
        for (int j = 0; j < d; ++j) {
            const walk walk = walk_down(cube, j);
            std::vector<int> distances(cube.node_count());
            for (node_id node = 0; node < cube.node_count(); ++node) {
                distances[node] = std::popcount(node ^ disjoint_trees::root(j));
            }
            CAPTURE(d);
            CAPTURE(j);
            CHECK(walk.visits == std::vector<int>(cube.node_count(), 1));
            CHECK(walk.depths == distances);
            CHECK(std::ranges::count(walk.depths, d) == 1);
        }
    }
}

TEST_CASE("node 0 is a leaf next to every root, and half of the nodes are leaves") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const hypercube cube{d};
        const disjoint_trees trees{cube};
        for (int j = 0; j < d; ++j) {
            CAPTURE(d);
            CAPTURE(j);
            CHECK(trees.children(0, j) == dimension_set{});
            CHECK(trees.parent(0, j) == j);
            CHECK(trees.children(disjoint_trees::root(j), j) == dimension_set::range(0, d));
            std::size_t leaves = 0;
            for (node_id node = 0; node < cube.node_count(); ++node) {
                const bool is_leaf = trees.children(node, j) == dimension_set{};
                leaves += is_leaf ? 1 : 0;
                CHECK(is_leaf == (book::bit(node, j + 1) == 0));
            }
            CHECK(leaves == cube.node_count() / 2);
        }
    }
}

TEST_CASE("the trees share no link and use all that do not leave node 0") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const hypercube cube{d};
        const disjoint_trees trees{cube};
        std::vector<int> uses(cube.link_count());
        for (node_id node = 0; node < cube.node_count(); ++node) {
            for (int j = 0; j < d; ++j) {
                for (const int m : trees.children(node, j)) {
                    ++uses[node * static_cast<std::size_t>(d) + static_cast<std::size_t>(m)];
                }
            }
        }
        std::vector<int> expected(cube.link_count(), 1);
        std::fill_n(expected.begin(), d, 0);
        CAPTURE(d);
        CHECK(uses == expected);
    }
}

TEST_CASE("the reversed trees share no link and use all that do not enter node 0") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const hypercube cube{d};
        const disjoint_trees trees{cube};
        std::vector<int> uses(cube.link_count());
        for (node_id node = 0; node < cube.node_count(); ++node) {
            for (int j = 0; j < d; ++j) {
                if (node != disjoint_trees::root(j)) {
                    const int m = trees.parent(node, j);
                    ++uses[node * static_cast<std::size_t>(d) + static_cast<std::size_t>(m)];
                }
            }
        }
        std::vector<int> expected(cube.link_count(), 1);
        for (int m = 0; m < d; ++m) {
            const std::size_t into_0 = book::e(m + 1) * static_cast<std::size_t>(d);
            expected[into_0 + static_cast<std::size_t>(m)] = 0;
        }
        CAPTURE(d);
        CHECK(uses == expected);
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

TEST_CASE("dimensions are crossed in the cyclic order that ends with the tree's own") {
    const int d = 6;
    const hypercube cube{d};
    const disjoint_trees trees{cube};

    for (int j = 0; j < d; ++j) {
        for (node_id node = 0; node < cube.node_count(); ++node) {
            // Places in the order j+1, j+2, ..., j; going up, they fall.
            int place = d;
            for (node_id at = node; at != disjoint_trees::root(j);) {
                const int up = trees.parent(at, j);
                const int next = (up - j - 1 + d) % d;
                CHECK(next < place);
                place = next;
                at = cube.neighbour(at, up);
            }
        }
    }
}

TEST_CASE("the children in three dimensions are those of the paper") {
    using lists = std::vector<std::uint32_t>;  // by node; bit 0 is dimension 1
    const std::vector<lists> by_tree{
        {0, 0b111, 0, 0b101, 0, 0b001, 0, 0b001},
        {0, 0, 0b111, 0b010, 0, 0, 0b011, 0b010},
        {0, 0, 0, 0, 0b111, 0b110, 0b100, 0b100},
    };

    for (int j = 0; j < 3; ++j) {
        const lists& children = by_tree[static_cast<std::size_t>(j)];
        const auto of_the_paper = [&](node_id node) { return dimension_set{children[node]}; };
        CHECK(nodes_with_other_children(hypercube{3}, j, of_the_paper).empty());
    }
}

TEST_CASE("in one dimension there is one tree of one link, from node 1 to node 0") {
    const disjoint_trees trees{hypercube{1}};

    CHECK(trees.count() == 1);
    CHECK(disjoint_trees::root(0) == 1);
    CHECK(trees.children(1, 0) == dimension_set{1});
    CHECK(trees.children(0, 0) == dimension_set{});
    CHECK(trees.parent(0, 0) == 0);
}

}  // TEST_SUITE("topology/trees/disjoint_trees.hpp")
