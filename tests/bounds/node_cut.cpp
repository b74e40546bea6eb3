#include "bounds/cuts/node_cut.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "topology/networks/network_listing.hpp"

TEST_SUITE("bounds/cuts/node_cut.hpp") {

namespace {

using tutti::network;
using tutti::node_id;

/// The most parts that are left of a network without this number of nodes: by trying all.
std::size_t parts_without(const network& any, int removed) {
    const auto nodes = static_cast<node_id>(tutti::node_count(any));
    std::size_t most = 0;
    for (std::uint64_t set = 0; set < std::uint64_t{1} << nodes; ++set) {
        if (std::popcount(set) != removed) {
            continue;
        }
        std::uint64_t met = set;
        std::size_t parts = 0;
        while (std::popcount(met) < static_cast<int>(nodes)) {
            ++parts;
            std::vector<node_id> waiting{static_cast<node_id>(std::countr_one(met))};
            met |= std::uint64_t{1} << waiting.back();
            while (!waiting.empty()) {
                const node_id from = waiting.back();
                waiting.pop_back();
                for (node_id to = 0; to < nodes; ++to) {
                    if ((met >> to & 1U) == 0 && tutti::port_towards(any, from, to) >= 0) {
                        met |= std::uint64_t{1} << to;
                        waiting.push_back(to);
                    }
                }
            }
        }
        most = std::max(most, parts);
    }
    return most;
}

/// Number of parts stated for a cut with this number of nodes.
std::size_t parts_said(const network& any, std::size_t nodes) {
    std::size_t most = 0;
    for (const tutti::node_cut& cut : tutti::node_cuts(any)) {
        most = cut.nodes == nodes ? std::max(most, cut.parts) : most;
    }
    return most;
}

/// The same network with one to three parallel links between neighbours.
network thickened(const network& any) {
    const auto nodes = static_cast<node_id>(tutti::node_count(any));
    tutti::network_listing listing{.nodes = nodes};
    for (node_id from = 0; from < nodes; ++from) {
        for (node_id to = from + 1; to < nodes; ++to) {
            if (tutti::port_towards(any, from, to) >= 0) {
                const int copies = 1 + static_cast<int>((from + to) % 3);
                listing.links.push_back({.from = from, .to = to, .copies = copies});
            }
        }
    }
    return tutti::graph{listing};
}

/// Compares the cuts of one and two nodes with all that there are.
void check_cuts(const network& any) {
    for (const int removed : {1, 2}) {
        CAPTURE(removed);
        const std::size_t parts = parts_without(any, removed);
        CHECK(parts_said(any, static_cast<std::size_t>(removed)) == (parts < 2 ? 0 : parts));
    }
}

}  // namespace

TEST_CASE("listed networks fall apart without one or two nodes as all pairs show") {
    for (const std::string name :
         {"star:9", "star:3", "tree:3", "wheel:6", "petersen", "bipartite:1x4", "bipartite:2x5",
          "bipartite:3x3", "random-graph:12.0.1", "random-graph:11.2.7", "random-graph:10.4.3"}) {
        CAPTURE(name);
        const network any = tutti::parse_network(name);
        check_cuts(any);
        check_cuts(thickened(any));
    }
}

TEST_CASE("parallel links hold a network together no more than one, and no less") {
    for (const std::string name : {"path:2", "path:4", "path:7", "ring:3", "ring:6"}) {
        CAPTURE(name);
        check_cuts(thickened(tutti::parse_network(name)));
    }
}

TEST_CASE("the smaller half of a bipartite network leaves the others alone") {
    const auto surplus = [](const std::string& name) {
        return tutti::surplus_of_halves(tutti::parse_network(name));
    };
    CHECK(surplus("bipartite:2x5") == 3);
    CHECK(surplus("star:9") == 7);
    CHECK(surplus("tree:4") == 5);
    CHECK(surplus("path:7") == 1);
    CHECK(surplus("path:8") == 0);
    CHECK(surplus("array:3x5") == 1);
    CHECK(surplus("array:3x4") == 0);
    CHECK(surplus("folded-torus:3x5") == 1);
    CHECK(surplus("torus:4x4") == 0);
    CHECK(surplus("torus:2x4") == 0);
    CHECK(surplus("hypercube:4") == 0);
    CHECK(surplus("product(star:4,star:5)") == 6);
    CHECK_FALSE(surplus("torus:3x4"));
    CHECK_FALSE(surplus("wheel:6"));
    CHECK_FALSE(surplus("petersen"));
    CHECK_FALSE(surplus("product(star:4,ring:3)"));
    CHECK_FALSE(surplus("complete:4"));
    const network half = tutti::parse_network("bipartite:3x7");
    CHECK(parts_said(half, 3) == 7);
    CHECK(parts_said(tutti::parse_network("path:5"), 1) == 2);
    CHECK(tutti::node_cuts(tutti::parse_network("star:1")).empty());
    CHECK(tutti::node_cuts(tutti::parse_network("complete:5")).empty());
}

}  // TEST_SUITE("bounds/cuts/node_cut.hpp")
