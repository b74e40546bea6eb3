#include "topology/trees/spanning_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/topology/graph.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/trees/spanning_tree.hpp") {

namespace {

using tutti::node_id;
using tutti::spanning_tree;
using tutti::tree_rule;

const std::vector<std::string>& networks() {
    static const std::vector<std::string> names{"path:1",      "path:2",
                                                "ring:9",      "star:7",
                                                "wheel:9",     "bipartite:3x7",
                                                "petersen",    "tree:4",
                                                "hypercube:4", "torus:4x5",
                                                "butterfly:3", "complete:6",
                                                "array:3x3x3", "random-graph:40.25.7",
                                                "debruijn:4",  "random-graph:60.5.3"};
    return names;
}

/// Nodes on the far side of an arc, and the largest distance from its end there.
struct side {
    std::set<node_id> nodes;
    std::uint32_t height = 0;
};

side beyond(const spanning_tree& tree, node_id from, node_id to) {
    side part{.nodes = {to}};
    std::vector<node_id> level{to};
    for (std::uint32_t distance = 0; !level.empty(); ++distance) {
        part.height = distance;
        std::vector<node_id> next;
        for (const node_id node : level) {
            for (const auto& each : tree.arcs(node)) {
                if (!(node == to && each.to == from) && part.nodes.insert(each.to).second) {
                    next.push_back(each.to);
                }
            }
        }
        level = next;
    }
    return part;
}

}  // namespace

TEST_CASE("arcs know what lies beyond them, and those at a node have different colours") {
    for (const std::string& name : networks()) {
        const tutti::network net = tutti::parse_network(name);
        for (const tree_rule rule : {tree_rule::low_degree, tree_rule::breadth_first}) {
            CAPTURE(name);
            const spanning_tree tree{net, rule};
            CHECK(tree.arc_count() == 2 * (tutti::node_count(net) - 1));
            for (node_id node = 0; node < tree.node_count(); ++node) {
                std::set<int> colours;
                for (const spanning_tree::arc& each : tree.arcs(node)) {
                    const side far = beyond(tree, node, each.to);
                    CHECK(far.nodes.size() == each.beyond);
                    CHECK_FALSE(far.nodes.contains(node));
                    CHECK(far.height == each.height);
                    CHECK(each.through == tutti::port_towards(net, node, each.to));
                    CHECK(each.back == tutti::port_towards(net, each.to, node));
                    CHECK(each.colour < tree.degree());
                    colours.insert(each.colour);
                }
                CHECK(colours.size() == tree.arcs(node).size());
            }
        }
    }
}

TEST_CASE("both ends of a link have its colour, and all messages go over it") {
    for (const std::string& name : networks()) {
        CAPTURE(name);
        const spanning_tree tree{tutti::parse_network(name), tree_rule::low_degree};
        for (node_id node = 0; node < tree.node_count(); ++node) {
            for (const spanning_tree::arc& each : tree.arcs(node)) {
                const auto there = tree.arcs(each.to);
                const auto back = std::ranges::find(there, node, &spanning_tree::arc::to);
                REQUIRE(back != there.end());
                CHECK(back->colour == each.colour);
                CHECK(tree.due(each) + tree.due(*back) == tree.node_count());
            }
        }
    }
}

TEST_CASE("a tree of low degree is one where there is one") {
    const auto degree = [](const std::string& name, tree_rule rule) {
        return spanning_tree{tutti::parse_network(name), rule}.degree();
    };
    CHECK(degree("star:7", tree_rule::low_degree) == 6);
    CHECK(degree("wheel:9", tree_rule::low_degree) == 2);
    CHECK(degree("wheel:9", tree_rule::breadth_first) == 8);
    CHECK(degree("petersen", tree_rule::low_degree) == 2);
    CHECK(degree("petersen", tree_rule::breadth_first) == 3);
    CHECK(degree("bipartite:2x5", tree_rule::low_degree) == 3);
}

TEST_CASE("a network in two parts has none") {
    const tutti::network torn = tutti::graph{4, std::vector<tutti::graph::link>{{0, 1}, {2, 3}}};
    CHECK_FALSE(tutti::is_connected(torn));
    CHECK_THROWS_AS((spanning_tree{torn, tree_rule::low_degree}), std::invalid_argument);
    CHECK(tutti::is_connected(tutti::parse_network("path:1")));
}

}  // TEST_SUITE("topology/trees/spanning_tree.hpp")
