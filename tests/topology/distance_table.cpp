#include "topology/networks/distance_table.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/topology/network.hpp"

TEST_SUITE("topology/networks/distance_table.hpp") {

namespace {

using tutti::distance_table;
using tutti::graph;
using tutti::node_id;

graph graph_of(std::string_view text) {
    return std::get<graph>(tutti::built(tutti::parse_network(text)));
}

std::vector<node_id> every_node(const graph& links) {
    std::vector<node_id> numbers(links.node_count());
    std::iota(numbers.begin(), numbers.end(), node_id{0});
    return numbers;
}

/// Links between a node and all others, one ring after the other.
std::vector<int> distances_from(const graph& links, node_id from) {
    std::vector<int> distances(links.node_count(), -1);
    distances[from] = 0;
    std::vector<node_id> order{from};
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (tutti::port through = 0; through < links.port_limit(order[i]); ++through) {
            if (links.has_port(order[i], through)) {
                const node_id to = links.neighbour(order[i], through);
                if (distances[to] < 0) {
                    distances[to] = distances[order[i]] + 1;
                    order.push_back(to);
                }
            }
        }
    }
    return distances;
}

}  // namespace

TEST_CASE("the distances from all nodes are those of a search from each") {
    // Fewer than 64 nodes, more, and many more rings than 64.
    for (const std::string_view text :
         {"petersen", "ccc:4", "debruijn:7", "product(path:90,star:3)"}) {
        CAPTURE(text);
        const graph links = graph_of(text);
        const auto table = distance_table::of(links, every_node(links));
        REQUIRE(table.has_value());
        int longest = 0;
        std::vector<int> farthest(links.node_count());
        bool are_right = true;
        for (node_id from = 0; from < links.node_count(); ++from) {
            const std::vector<int> expected = distances_from(links, from);
            for (node_id to = 0; to < links.node_count(); ++to) {
                are_right = are_right && table->between(from, to) == expected[to];
                farthest[to] = std::max(farthest[to], expected[to]);
            }
            longest = std::max(longest, std::ranges::max(expected));
        }
        CHECK(are_right);
        CHECK(table->longest() == longest);
        CHECK(std::ranges::all_of(every_node(links), [&](node_id node) {
            return table->farthest(node) == farthest[node];
        }));
    }
}

TEST_CASE("of a node that is no origin it is known only that others are not there") {
    const graph links = graph_of("ccc:3");
    const auto table = distance_table::of(links, std::vector<node_id>{5, 2});
    REQUIRE(table.has_value());
    CHECK(table->has_origin(5));
    CHECK_FALSE(table->has_origin(4));
    CHECK(table->between(5, 20) == distances_from(links, 5)[20]);
    CHECK(table->between(4, 20) == 1);
    CHECK(table->between(4, 4) == 0);
}

TEST_CASE("a table that exceeds its limits is not made") {
    const graph links = graph_of("ccc:4");
    CHECK_FALSE(distance_table::of(links, every_node(links), 100).has_value());
    CHECK(distance_table::of(links, every_node(links), 100'000).has_value());
    // 10,240 nodes: 200 MiB.
    const graph large = graph_of("butterfly:10");
    CHECK_FALSE(distance_table::of(large, every_node(large)).has_value());
    CHECK(distance_table::of(large, std::vector<node_id>{0}).has_value());
}

}  // TEST_SUITE("topology/networks/distance_table.hpp")
