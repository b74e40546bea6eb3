/// @file
/// Naming of nodes: names beside ids in texts, and in their place in what users write.
#include "topology/node_naming.hpp"

#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "topology/networks/network_listing.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("topology/node_naming.hpp") {

namespace {

using tutti::network;
using tutti::node_naming;

network named_path() {
    return tutti::graph{
        tutti::network_listing{.nodes = 3,
                               .links = {{.from = 0, .to = 1}, {.from = 1, .to = 2}},
                               .names = {"left", "node 2", "right"}}};
}

std::string refusal(const node_naming& nodes, const std::string& text) {
    try {
        (void)nodes.parse(text);
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return "none";
}

}  // namespace

TEST_CASE("a node is its id or its name, and is shown with both") {
    const network net = named_path();
    const node_naming nodes{net};
    CHECK(nodes.text(0) == "0 (left)");
    CHECK(nodes.width() == 10);
    CHECK(nodes.parse("right") == 2);
    CHECK(nodes.parse("node 2") == 1);
    CHECK(nodes.parse("2") == 2);
    CHECK(refusal(nodes, "rigth") == "'rigth' is not a node id or name; did you mean 'right'?");
    CHECK(refusal(nodes, "3") == "'3' is not a node id or name; ids run from 0 to 2");
}

TEST_CASE("without names, all is as with numbers") {
    const network net = tutti::hypercube{3};
    for (const node_naming& nodes : {node_naming{net}, node_naming{8}}) {
        CHECK(nodes.text(5) == "5");
        CHECK(nodes.width() == 8);
        CHECK(nodes.parse("5") == 5);
        CHECK(refusal(nodes, "left") ==
              "'left' is not valid; it takes a whole number, in plain digits, from 0 to 7");
    }
    CHECK(tutti::with_node_names("node 1", net) == "node 1");
}

TEST_CASE("texts get the names of nodes, once") {
    const network net = named_path();
    const auto named = [&](const std::string& text) {
        const std::string once = tutti::with_node_names(text, net);
        CHECK(tutti::with_node_names(once, net) == once);
        return once;
    };
    CHECK(named("slot 2, node 0, port 1: node 1 and node 2.") ==
          "slot 2, node 0 (left), port 1: node 1 (node 2) and node 2 (right).");
    CHECK(named("of node 0 through port 0 to 2; 1 idle") ==
          "of node 0 (left) through port 0 to 2 (right); 1 idle");
    CHECK(named("nodes:0,2: 2 nodes") == "nodes:0 (left),2 (right): 2 nodes");
    CHECK(named("nodes:0-1,2") == "nodes:0-1,2 (right)");
    for (const std::string other :
         {"node 3", "subnode 1", "nodes 1", "1 to 2", "node", "node ", ""}) {
        CHECK(named(other) == other);
    }
}

}  // TEST_SUITE("topology/node_naming.hpp")
