/// @file
/// Scatter and gather, hop by hop: a gather is the scatter backwards in time.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/gather_scatter/distance_order.hpp"
#include "algorithms/hypercube/hops.hpp"
#include "algorithms/trial.hpp"
#include "topology/trees/balanced_tree.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/gather_scatter") {

namespace {

using support::hop;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;

std::vector<hop> hops_of(std::string_view algorithm, int d, node_id root) {
    tutti::experiment plan = support::on_cube(support::entry(algorithm), d);
    plan.root = root;
    return support::hops_of(plan);
}

/// The same with time, links and messages turned round.
std::vector<hop> backwards(std::vector<hop> hops, slot slots) {
    for (hop& each : hops) {
        each.from = each.to();
        each.at = slots + 1 - each.at;
        std::swap(each.origin, each.destination);
    }
    std::ranges::sort(hops);
    return hops;
}

/// The hops that spec/hypercube.md, section 5, has: the root sends by decreasing distance, then by
/// increasing id, one a slot, and packets go on at once over the lowest dimension left.
std::vector<hop> book_hops(int d, node_id root) {
    std::vector<hop> hops;
    slot sent = 0;
    for (const node_id y : tutti::farthest_first(hypercube{d})) {
        slot at = ++sent;
        for (node_id here = 0; here != y; ++at) {
            const int through = std::countr_zero(here ^ y);
            hops.push_back({.at = at,
                            .from = here ^ root,
                            .through = through,
                            .origin = root,
                            .destination = y ^ root});
            here ^= node_id{1} << through;
        }
    }
    std::ranges::sort(hops);
    return hops;
}

/// Calls `check` with all roots of small cubes, and some of larger ones.
template <class Check>
void for_all_roots(const Check& check) {
    for (int d = 1; d <= 8; ++d) {
        const auto nodes = node_id{1} << d;
        for (node_id root = 0; root < nodes; root += d <= 4 ? 1 : nodes / 4 + 1) {
            CAPTURE(d);
            CAPTURE(root);
            check(d, root);
        }
    }
}

/// Hops of a gather over the balanced tree that are not those of a node's link to its parent, busy
/// from slot 1 to the size of its subtree.
int wrong_gather_hops(int d, node_id root) {
    const tutti::balanced_tree tree{hypercube{d}};
    std::map<node_id, slot> sent;
    int wrong = 0;
    for (const hop& each : hops_of("gather/balanced-tree", d, root)) {
        wrong += tree.parent(each.from ^ root) == (each.to() ^ root) ? 0 : 1;
        wrong += ++sent[each.from] == each.at ? 0 : 1;
    }
    for (const auto& [node, count] : sent) {
        wrong += count == static_cast<slot>(tree.size(node ^ root)) ? 0 : 1;
    }
    return wrong;
}

/// Hops of the root of a scatter that are not one a slot, those for the farthest nodes first.
int wrong_scatter_hops(int d, node_id root) {
    std::map<tutti::port, std::vector<int>> distances;
    int wrong = 0;
    for (const hop& each : hops_of("scatter/balanced-tree", d, root)) {
        if (each.from == root) {
            distances[each.through].push_back(std::popcount(each.destination ^ root));
            wrong += std::ssize(distances[each.through]) == each.at ? 0 : 1;
        }
    }
    for (const auto& [through, list] : distances) {
        wrong += std::ranges::is_sorted(list, std::ranges::greater{}) ? 0 : 1;
    }
    return wrong;
}

}  // namespace

TEST_CASE("with one port every packet crosses the links of the specification in its slots") {
    for_all_roots([](int d, node_id root) {
        const std::vector<hop> scatter = hops_of("scatter/single-port", d, root);
        CHECK(scatter == book_hops(d, root));
        CHECK(backwards(hops_of("gather/single-port", d, root), (slot{1} << d) - 1) == scatter);
    });
}

TEST_CASE("over the balanced tree the links of the root are busy from the first slot on") {
    for_all_roots([](int d, node_id root) {
        CHECK(wrong_gather_hops(d, root) == 0);
        CHECK(wrong_scatter_hops(d, root) == 0);
    });
}

TEST_CASE("the nodes that come before a node are counted as they stand in the list") {
    for (int d = 1; d <= 10; ++d) {
        const std::vector<node_id> order = tutti::farthest_first(hypercube{d});
        int wrong = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            wrong += tutti::nodes_farther(order[i], d) == static_cast<slot>(i) ? 0 : 1;
        }
        CHECK(wrong == 0);
        CHECK(std::ranges::is_sorted(order, std::ranges::greater{},
                                     [](node_id node) { return std::popcount(node); }));
    }
    // All but node 0 come before the farthest root link of the largest cube.
    CHECK(tutti::nodes_farther(node_id{1} << 29U, 30) == (slot{1} << 30) - 2);
    CHECK(tutti::nodes_farther((node_id{1} << 30U) - 1, 30) == 0);
}

}  // TEST_SUITE("algorithms/hypercube/gather_scatter")
