#include "topology/trees/shortest_path_tree.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "support/distances.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/trees/shortest_path_tree.hpp") {

namespace {

using tutti::node_id;
using tutti::port;
using tutti::shortest_path_tree;

/// Calls `claim(network, distances, tree, root)` for all roots of networks of every kind.
template <class Claim>
void for_every_root(const Claim& claim) {
    for (const std::string& name : support::connected_networks()) {
        const tutti::network net = tutti::parse_network(name);
        const auto distances = support::all_distances(net);
        for (node_id root = 0; root < tutti::node_count(net); ++root) {
            CAPTURE(name);
            CAPTURE(root);
            claim(net, distances, shortest_path_tree{net, root}, root);
        }
    }
}

/// Ports of a node that lead to neighbours, by increasing number.
std::vector<port> ports_of(const tutti::network& net, node_id node) {
    std::vector<port> ports;
    std::visit(
        [&](const auto& shape) {
            for (port through = 0; through < shape.port_limit(node); ++through) {
                if (shape.has_port(node, through)) {
                    ports.push_back(through);
                }
            }
        },
        net);
    return ports;
}

}  // namespace

TEST_CASE("every node goes on to its first neighbour, by port, that is nearer to the root") {
    for_every_root([](const auto& links, const auto& distances, const auto& tree, node_id root) {
        CHECK(tree.node_count() == distances.size());
        CHECK(tree.height() == std::ranges::max(distances[root]));
        for (node_id node = 0; node < tree.node_count(); ++node) {
            const int distance = distances[root][node];
            const std::vector<port> ports = ports_of(links, node);
            const auto first = std::ranges::find_if(ports, [&](port through) {
                return distances[root][support::neighbour(links, node, through)] == distance - 1;
            });
            CHECK(tree.distance(node) == distance);
            CHECK(tree.towards_root(node) ==
                  (first == ports.end() ? shortest_path_tree::none : *first));
        }
    });
}

TEST_CASE("a tree is cut back to the paths of participants") {
    for (const std::string& name : support::connected_networks()) {
        CAPTURE(name);
        const tutti::network net = tutti::parse_network(name);
        const auto count = static_cast<node_id>(tutti::node_count(net));
        std::vector<node_id> nodes;
        for (node_id node = count / 5; node < count; node += 3) {
            nodes.push_back(node);
        }
        const node_id root = nodes.back();
        const shortest_path_tree whole{net, root};
        std::set<node_id> kept{root};
        int height = 0;
        for (node_id node : nodes) {
            height = std::max(height, whole.distance(node));
            while (kept.insert(node).second) {
                node = support::neighbour(net, node, whole.towards_root(node));
            }
        }
        const shortest_path_tree tree{net, root, {nodes, count}};
        CHECK(tree.height() == height);
        CHECK(tree.link_count() + 1 == kept.size());
        for (node_id node = 0; node < count; ++node) {
            CHECK(tree.leads_to_participant(node) == kept.contains(node));
            CHECK(tree.towards_root(node) == whole.towards_root(node));
        }
    }
}

TEST_CASE("what cannot be reached is at distance -1 and goes nowhere") {
    const tutti::network torn = tutti::graph{5, std::vector<tutti::graph::link>{{0, 1}, {2, 3}}};
    const shortest_path_tree tree{torn, 2};
    CHECK(tree.height() == 1);
    CHECK(tree.distance(3) == 1);
    for (const node_id apart : {0U, 1U, 4U}) {
        CHECK(tree.distance(apart) == -1);
        CHECK(tree.towards_root(apart) == shortest_path_tree::none);
    }
}

}  // TEST_SUITE("topology/trees/shortest_path_tree.hpp")
