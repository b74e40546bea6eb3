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

int by_search(const network& where, node_id from) {
    return std::visit(
        [&](const auto& links) { return std::ranges::max(support::distances_from(links, from)); },
        where);
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
        const network where = tutti::parse_network(name);
        CAPTURE(name);
        std::vector<node_id> all;
        int most = 0;
        for (node_id node = 0; node < tutti::node_count(where); ++node) {
            CAPTURE(node);
            const std::vector<node_id> one{node};
            const int found = farthest_from(where, one);
            CHECK(found == by_search(where, node));
            most = std::max(most, found);
            all.push_back(node);
        }
        CHECK(farthest_from(where, all) == most);
        CHECK(most == tutti::diameter(where));
        CHECK(farthest_from(where, {}) == 0);
    }
}

TEST_CASE("where searches take too long, the first node is searched from") {
    const network where = tutti::parse_network("product(path:9,debruijn:3)");
    const std::vector<node_id> middle_first{4, 0};
    CHECK(farthest_from(where, middle_first, 1) == by_search(where, 4));
    CHECK(farthest_from(where, middle_first) == by_search(where, 0));
}

}  // TEST_SUITE("topology/networks/eccentricity.hpp")
