#include "tutti/topology/cut_node.hpp"

#include <string>

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("tutti/topology/cut_node.hpp");

TEST_CASE("networks fall into as many parts as their middle holds together") {
    const auto parts = [](const std::string& name) {
        return tutti::most_parts_without_a_node(tutti::parse_network(name));
    };
    CHECK(parts("star:9") == 8);
    CHECK(parts("star:2") == 1);
    CHECK(parts("star:1") == 0);
    CHECK(parts("tree:4") == 3);
    CHECK(parts("path:5") == 2);
    CHECK(parts("path:2") == 1);
    CHECK(parts("path:1") == 0);
    CHECK(parts("wheel:6") == 1);
    CHECK(parts("petersen") == 1);
    CHECK(parts("bipartite:1x4") == 4);
    CHECK(parts("hypercube:3") == 1);
    CHECK(parts("random-graph:12.0.1") >= 2);
}

TEST_SUITE_END();
