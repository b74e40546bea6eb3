#include "topology/trees/balanced_tree.hpp"

#include <bit>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/topology/hypercube.hpp"

TEST_SUITE("topology/trees/balanced_tree.hpp") {

namespace {

using tutti::balanced_tree;
using tutti::hypercube;
using tutti::node_id;

constexpr int most_dimensions = 16;

/// The parents of the nodes from 1 on.
std::vector<node_id> parents(int d) {
    const balanced_tree tree{hypercube{d}};
    std::vector<node_id> numbers;
    for (node_id node = 1; node < node_id{1} << d; ++node) {
        numbers.push_back(tree.parent(node));
    }
    return numbers;
}

/// Number of nodes for which `holds(node)` is false.
template <class Claim>
int exceptions(int d, const Claim& holds) {
    int wrong = 0;
    for (node_id node = 1; node < node_id{1} << d; ++node) {
        wrong += holds(node) ? 0 : 1;
    }
    return wrong;
}

}  // namespace

TEST_CASE("the trees of up to four dimensions are those of the specification") {
    CHECK(parents(1) == std::vector<node_id>{0});
    CHECK(parents(2) == std::vector<node_id>{0, 0, 1});
    CHECK(parents(3) == std::vector<node_id>{0, 0, 0b001, 0, 0b100, 0b010, 0b011});
    CHECK(parents(4) == std::vector<node_id>{0, 0, 0b0001, 0, 0b0001, 0b0010, 0b0011, 0, 0b1000,
                                             0b0010, 0b1001, 0b0100, 0b1100, 0b0110, 0b1101});
}

TEST_CASE("a parent is one dimension nearer to node 0, and in the same subtree") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const balanced_tree tree{hypercube{d}};
        CAPTURE(d);
        CHECK(exceptions(d, [&](node_id node) {
                  const node_id parent = tree.parent(node);
                  const bool is_nearer =
                      (parent & node) == parent && std::popcount(parent) + 1 == std::popcount(node);
                  const bool is_crossed = (parent ^ node) == node_id{1}
                                                                 << tree.last_dimension(node);
                  const bool is_same_subtree = parent == 0
                                                   ? tree.subtree(node) == tree.last_dimension(node)
                                                   : tree.subtree(node) == tree.subtree(parent);
                  return is_nearer && is_crossed && is_same_subtree;
              }) == 0);
    }
}

TEST_CASE("the subtrees differ by one node at most, the first being one of the largest") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const balanced_tree tree{hypercube{d}};
        const std::size_t others = (std::size_t{1} << d) - 1;
        const auto dimensions = static_cast<std::size_t>(d);
        std::size_t sum = 0;
        CAPTURE(d);
        for (int i = 0; i < d; ++i) {
            const std::size_t size = tree.farthest_first(i).size();
            CHECK(size == tree.size(node_id{1} << i));
            CHECK(size >= others / dimensions);
            CHECK(size <= (others + dimensions - 1) / dimensions);
            sum += size;
        }
        CHECK(sum == others);
        CHECK(tree.farthest_first(0).size() == (others + dimensions - 1) / dimensions);
        CHECK(tree.size(0) == others + 1);
    }
}

}  // TEST_SUITE("topology/trees/balanced_tree.hpp")
