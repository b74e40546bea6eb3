#include "topology/embeddings/hamiltonian_path.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "topology/embeddings/hamiltonian_map.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/embeddings/hamiltonian_path.hpp") {

namespace {

using tutti::grid_edge;
using tutti::hamiltonian_map;
using tutti::hamiltonian_path;
using tutti::node_id;

std::string refusal(const std::string& specification, const std::vector<node_id>& order) {
    try {
        (void)hamiltonian_map{tutti::parse_network(specification), order, grid_edge::open};
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
    return {};
}

std::vector<node_id> path_of(const std::string& specification, std::size_t most) {
    return hamiltonian_path(tutti::parse_network(specification), most).value();
}

}  // namespace

TEST_CASE("through arrays and tori winds a path from node 0, the last digit fastest") {
    CHECK(path_of("array:2x3", 6) == std::vector<node_id>{0, 2, 4, 5, 3, 1});
    CHECK(path_of("path:4", 9) == std::vector<node_id>{0, 1, 2, 3});
    CHECK(path_of("path:4", 2) == std::vector<node_id>{0, 1});
    for (const std::string specification :
         {"path:1", "path:7", "array:3x3", "array:2x3x4", "array:5x2", "torus:3x4", "ring:5"}) {
        const std::vector<node_id> order =
            path_of(specification, tutti::node_count(tutti::parse_network(specification)));
        CAPTURE(specification);
        CHECK(refusal(specification, order).empty());
        CHECK(order.front() == 0);
    }
    CHECK_FALSE(hamiltonian_path(tutti::parse_network("hypercube:3"), 8).has_value());
    CHECK_FALSE(hamiltonian_path(tutti::parse_network("complete:3"), 3).has_value());
}

TEST_CASE("a node knows its position and the ports to both neighbours") {
    const hamiltonian_map way{tutti::parse_network("path:3"), {2, 1, 0}, grid_edge::open};
    CHECK(way.length() == 3);
    CHECK(way.at(2).position == 0);
    CHECK(way.at(2).previous == hamiltonian_map::none);
    CHECK(way.at(2).next == 0);
    CHECK(way.at(1).position == 1);
    CHECK(way.at(1).previous == 1);
    CHECK(way.at(1).next == 0);
    CHECK(way.at(0).next == hamiltonian_map::none);
    CHECK(way.at(0).previous == 1);
}

TEST_CASE("what leaves out nodes or links, or comes twice to a node, is no Hamiltonian path") {
    CHECK(refusal("ring:4", {0, 1, 2}) == "not a Hamiltonian path: 3 of 4 nodes");
    CHECK(refusal("ring:4", {0, 1, 2, 1}) == "not a Hamiltonian path: position 3, node 1");
    CHECK(refusal("ring:4", {0, 1, 2, 4}) == "not a Hamiltonian path: position 3, node 4");
    CHECK(refusal("path:4", {0, 2, 1, 3}) == "not a Hamiltonian path: no link from node 0 to 2");
    CHECK(refusal("path:4", {0, 1, 2, 3}).empty());
}

}  // TEST_SUITE("topology/embeddings/hamiltonian_path.hpp")
