#include "algorithms/hypercube/timed_tree.hpp"

#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/timed_tree.hpp") {

namespace {

using tutti::hypercube;
using tutti::node_id;
using tutti::slot;
using tutti::timed_tree;

constexpr int most_dimensions = 10;

}  // namespace

TEST_CASE("every node is reached once, those of a slot over different dimensions") {
    for (int d = 1; d <= most_dimensions; ++d) {
        const timed_tree tree{hypercube{d}};
        std::set<node_id> reached;
        for (slot in = 1; in <= tree.slots(); ++in) {
            std::set<int> dimensions;
            for (const node_id node : tree.nodes_reached(in)) {
                CHECK(tree.reached_in(node) == in);
                reached.insert(node);
                dimensions.insert(tree.last_dimension(node));
            }
            CHECK(dimensions.size() == tree.nodes_reached(in).size());
        }
        CHECK(reached.size() == hypercube{d}.node_count() - 1);
        CHECK(tree.slots() == (static_cast<slot>(hypercube{d}.node_count()) + d - 2) / d);
    }
}

TEST_CASE("the way to a node is one of neighbours, each reached before the next") {
    const timed_tree tree{hypercube{7}};
    for (node_id to = 1; to < 128; ++to) {
        slot before = 0;
        for (node_id at = 0; at != to;) {
            const node_id next = tree.next_towards(at, to);
            CHECK((at ^ next) == node_id{1} << tree.last_dimension(next));
            CHECK(tree.reached_in(next) > before);
            before = tree.reached_in(next);
            at = next;
        }
    }
}

}  // TEST_SUITE("algorithms/hypercube/timed_tree.hpp")
