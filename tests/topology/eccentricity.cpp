#include "topology/networks/eccentricity.hpp"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "topology/axioms.hpp"
#include "topology/networks/diameter.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/networks/eccentricity.hpp") {

namespace {

using tutti::farthest_from;
using tutti::network;
using tutti::node_id;

int by_search(const network& net, node_id from) {
    return std::visit(
        [&](const auto& links) { return std::ranges::max(support::distances_from(links, from)); },
        net);
}

}  // namespace

TEST_CASE("the farthest node is as far as a search finds, from every node and from all") {
    for (const std::string name : {"hypercube:1",
                                   "hypercube:4",
                                   "path:1",
                                   "path:2",
                                   "path:7",
                                   "ring:2",
                                   "ring:5",
                                   "ring:6",
                                   "array:3x4",
                                   "array:2x3x4",
                                   "torus:2x5",
                                   "torus:4x4",
                                   "torus:3x3x3",
                                   "complete:1",
                                   "complete:6",
                                   "ccc:3",
                                   "butterfly:2",
                                   "butterfly:3",
                                   "debruijn:1",
                                   "debruijn:5",
                                   "product(ring:5,path:3)",
                                   "product(complete:3,debruijn:3)"}) {
        const network net = tutti::parse_network(name);
        CAPTURE(name);
        std::vector<node_id> numbers;
        int most = 0;
        for (node_id node = 0; node < tutti::node_count(net); ++node) {
            CAPTURE(node);
            const std::vector<node_id> one{node};
            const int distance = farthest_from(net, one);
            CHECK(distance == by_search(net, node));
            most = std::max(most, distance);
            numbers.push_back(node);
        }
        CHECK(farthest_from(net, numbers) == most);
        CHECK(most == tutti::diameter(net));
        CHECK(farthest_from(net, {}) == 0);
    }
}

TEST_CASE("where searches take too long, the first node is searched from") {
    const network net = tutti::parse_network("product(path:9,debruijn:3)");
    const std::vector<node_id> middle_first{4, 0};
    CHECK(farthest_from(net, middle_first, 1) == by_search(net, 4));
    CHECK(farthest_from(net, middle_first) == by_search(net, 0));
}

}  // TEST_SUITE("topology/networks/eccentricity.hpp")
