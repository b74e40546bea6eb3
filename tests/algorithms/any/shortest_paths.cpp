#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/distances.hpp"
#include "topology/trees/shortest_path_tree.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("algorithms/any/shortest_paths.cpp") {

namespace {

using tutti::node_id;
using tutti::slot;

constexpr std::string_view scatter = "scatter/shortest-paths";
constexpr std::string_view gather = "gather/shortest-paths";

tutti::experiment asked_of(std::string_view algorithm, const std::string& network, node_id root) {
    tutti::experiment plan = support::on_network(support::entry(algorithm), network);
    plan.root = root;
    return plan;
}

/// The neighbour of the root that a node's way goes through.
node_id last_before_root(const tutti::network& net, const tutti::shortest_path_tree& tree,
                         node_id node) {
    while (tree.distance(node) > 1) {
        node = support::neighbour(net, node, tree.towards_root(node));
    }
    return node;
}

/// Lower bound for all orders of the messages over one link of the root: the last of any number of
/// them, farthest first, has its distance to go.
slot least_slots(const tutti::network& net, node_id root) {
    const tutti::shortest_path_tree tree{net, root};
    std::vector<std::vector<int>> beyond(tree.node_count());
    for (node_id node = 0; node < tree.node_count(); ++node) {
        if (node != root) {
            beyond[last_before_root(net, tree, node)].push_back(tree.distance(node));
        }
    }
    slot least = 0;
    for (std::vector<int>& distances : beyond) {
        std::ranges::sort(distances, std::ranges::greater{});
        for (std::size_t i = 0; i < distances.size(); ++i) {
            least = std::max(least, static_cast<slot>(i) + distances[i]);
        }
    }
    return least;
}

void check_from_every_root(const std::string& network) {
    const tutti::network net = tutti::parse_network(network);
    const auto distances = support::all_distances(net);
    for (node_id root = 0; root < distances.size(); ++root) {
        for (const std::string_view name : {scatter, gather}) {
            CAPTURE(network);
            CAPTURE(root);
            CAPTURE(name);
            const tutti::result outcome = support::run(asked_of(name, network, root));
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.slots == least_slots(net, root));
            CHECK(outcome.transmissions == std::accumulate(distances[root].begin(),
                                                           distances[root].end(),
                                                           std::uint64_t{0}));
            CHECK(outcome.expected_transmissions == outcome.transmissions);
        }
    }
}

}  // namespace

TEST_CASE("scatter and gather take the least time over their tree, from every root") {
    std::ranges::for_each(support::connected_networks(), check_from_every_root);
    for (int seed = 1; seed <= 15; ++seed) {
        check_from_every_root("random-graph:" + std::to_string(2 * seed) + "." +
                              std::to_string(seed * seed % 23) + "." + std::to_string(seed));
    }
}

TEST_CASE("where the links of the root share all nodes evenly, nothing is faster") {
    for (const char* const network :
         {"path:9", "ring:9", "ring:10", "star:9", "complete:9", "petersen"}) {
        for (const std::string_view name : {scatter, gather}) {
            const tutti::result outcome = support::run(asked_of(name, network, 0));
            CAPTURE(network);
            CHECK(outcome.units == outcome.lower_bound.units);
        }
    }
}

TEST_CASE("on hypercubes the tree is binomial, and takes half of all nodes as slots") {
    for (int d = 1; d <= 7; ++d) {
        const std::string cube = "hypercube:" + std::to_string(d);
        for (const std::string_view name : {scatter, gather}) {
            CHECK(support::run(asked_of(name, cube, 1)).slots == slot{1} << (d - 1));
        }
    }
}

TEST_CASE("what has too many links is refused, and so is what is not connected") {
    for (const std::string_view name : {scatter, gather}) {
        const auto& algorithm = support::entry(name);
        CHECK(algorithm.inapplicable_reason(tutti::parse_network("hypercube:20")).empty());
        CHECK(algorithm.inapplicable_reason(tutti::parse_network("hypercube:21")) ==
              "works trees out for 33554432 directed links at most, not 44040192");
        const tutti::network torn =
            tutti::graph{4, std::vector<tutti::graph::link>{{0, 1}, {2, 3}}};
        CHECK(algorithm.inapplicable_reason(torn) == "runs on connected networks only");
    }
}

}  // TEST_SUITE("algorithms/any/shortest_paths.cpp")
