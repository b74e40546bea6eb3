#include "topology/trees/subtree_index.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "support/distances.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/trees/subtree_index.hpp") {

namespace {

using tutti::node_id;
using tutti::subtree_places;

/// The nodes on the way from a node to the root, both included.
std::vector<node_id> way_to_root(const tutti::network& net, const subtree_places& ways,
                                 node_id node) {
    std::vector<node_id> way{node};
    while (ways.tree().distance(way.back()) > 0) {
        way.push_back(support::neighbour(net, way.back(), ways.tree().towards_root(way.back())));
    }
    return way;
}

}  // namespace

TEST_CASE("each node on a path to the root finds the path back, and counts its subtree") {
    for (const std::string& name : support::connected_networks()) {
        const tutti::network net = tutti::parse_network(name);
        for (node_id root = 0; root < tutti::node_count(net); ++root) {
            CAPTURE(name);
            CAPTURE(root);
            const subtree_places ways{net, root};
            std::vector<std::uint32_t> beyond(tutti::node_count(net));
            for (node_id node = 0; node < beyond.size(); ++node) {
                const std::vector<node_id> way = way_to_root(net, ways, node);
                CHECK(way.back() == root);
                for (std::size_t i = 0; i < way.size(); ++i) {
                    ++beyond[way[i]];
                    CHECK((i == 0 || support::neighbour(net, way[i], ways.towards(way[i], node)) ==
                                         way[i - 1]));
                }
            }
            for (node_id node = 0; node < beyond.size(); ++node) {
                CHECK(ways.size(node) == beyond[node]);
            }
        }
    }
}

}  // TEST_SUITE("topology/trees/subtree_index.hpp")
