/// @file
/// Graphs that are built from listings: parallel links, orders of ports, switches and names.

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "topology/axioms.hpp"
#include "topology/embeddings/hamiltonian_cycle.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/network_listing.hpp"
#include "topology/networks/properties.hpp"
#include "topology/trees/spanning_tree.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/networks/network_listing.hpp") {

namespace {

using tutti::graph;
using tutti::network_listing;

/// A path of three nodes, with three links between the first two and two between the last two.
network_listing thick_path() {
    return {.nodes = 3,
            .links = {{.from = 1, .to = 0, .copies = 3}, {.from = 1, .to = 2, .copies = 2}}};
}

std::string refusal_of(const network_listing& listing) {
    try {
        const graph made{listing};
        return "none";
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
}

}  // namespace

TEST_CASE("each of parallel links has a port of its own, and copy c at one end is copy c at both") {
    const graph path{thick_path()};

    CHECK(support::broken_axioms(path) == 0U);
    CHECK(path.link_count() == 10U);
    CHECK(path.degree(1) == 5);
    for (tutti::port copy = 0; copy < 3; ++copy) {
        CHECK(path.neighbour(1, copy) == 0U);
        CHECK(path.far_port(1, copy) == copy);
    }
    CHECK(path.neighbour(1, 4) == 2U);
    CHECK(path.far_port(1, 4) == 1);
    CHECK(tutti::port_towards(path, 1, 2) == 3);
}

TEST_CASE("degrees count parallel links, and distances, halves, trees and cycles do not") {
    const graph path{thick_path()};
    const tutti::network_properties properties = properties_of(path);

    CHECK(properties.least_degree == 2);
    CHECK(properties.most_degree == 5);
    CHECK(properties.is_bipartite);
    CHECK(tutti::diameter(path) == 2);
    CHECK(tutti::find_hamiltonian_cycle(path).inapplicable_reason ==
          "node 0 has links to one node only");
    CHECK(tutti::spanning_tree{path, tutti::tree_rule::low_degree}.degree() == 2);
    const graph pair{network_listing{.nodes = 2, .links = {{.from = 0, .to = 1, .copies = 3}}}};
    CHECK(tutti::find_hamiltonian_cycle(pair).exists == tutti::answer::yes);
}

TEST_CASE("a product has the parallel links of its factors") {
    const graph product{
        tutti::product_shape{{graph{thick_path()}, tutti::grid{{3}, tutti::grid_edge::closed}}}};

    CHECK(support::broken_axioms(product) == 0U);
    CHECK(product.link_count() == 3U * 10 + 3U * 6);
    CHECK(product.switches().empty());
}

TEST_CASE("ports are in the order of their places, where a listing has some") {
    const graph ring{network_listing{
        .nodes = 3,
        .links = {{.from = 0, .to = 1}, {.from = 1, .to = 2, .copies = 2}, {.from = 2, .to = 0}},
        .places = {{1, 0}, {1, 0}, {1, 0}}}};

    CHECK(support::broken_axioms(ring) == 0U);
    CHECK(ring.neighbour(0, 0) == 2U);
    CHECK(ring.neighbour(0, 1) == 1U);
    CHECK(ring.neighbour(2, 1) == 1U);
    CHECK(ring.far_port(2, 1) == 2);
}

TEST_CASE("copies and renamed graphs keep switches and names, and other graphs have none") {
    network_listing listing = thick_path();
    listing.switches = {1};
    listing.names = {"left", "middle", "right"};
    listing.left_out = "weights";
    const graph named = graph{listing}.named({.name = "thick"});
    const tutti::network copied = named;

    const auto& copy = std::get<graph>(copied);
    CHECK(copy.switches().front() == 1U);
    CHECK(copy.switches().data() == named.switches().data());
    CHECK(copy.names()[2] == "right");
    CHECK(copy.left_out() == "weights");
    CHECK(graph{tutti::complete_shape{3}}.switches().empty());
    CHECK(graph{tutti::complete_shape{3}}.names().empty());
}

TEST_CASE("a listing that is no network is refused with what is wrong") {
    const auto refusal_with = [](auto change) {
        network_listing listing = thick_path();
        change(listing);
        return refusal_of(listing);
    };

    CHECK(refusal_of(thick_path()) == "none");
    CHECK(refusal_of({}) == "a graph has from 1 to 1073741824 nodes, not 0");
    CHECK(refusal_with([](auto& all) { all.links[0].copies = 65; }) ==
          "link 1-0 has 65 copies; use 1 to 64");
    CHECK(refusal_with([](auto& all) { all.links[1].copies = 0; }) ==
          "link 1-2 has 0 copies; use 1 to 64");
    CHECK(refusal_with([](auto& all) { all.links[1].to = 0; }) == "link 0-1 is named twice");
    CHECK(refusal_with([](auto& all) { all.links[1].to = 1; }) == "link 1-1 is a self-loop");
    CHECK(refusal_with([](auto& all) { all.links[1].to = 3; }) ==
          "link 1-3 leaves the graph, whose ids run from 0 to 2");
    CHECK(refusal_with([](auto& all) { all.switches = {3}; }) ==
          "switch 3 is no node; ids run from 0 to 2");
    CHECK(refusal_with([](auto& all) {
              all.switches = {1, 1};
          }) == "switch 1 comes after switch 1; list each once, by increasing id");
    CHECK(refusal_with([](auto& all) {
              all.names = {"a", "b"};
          }) == "2 names for 3 nodes; use one a node, or none");
    CHECK(refusal_with([](auto& all) {
              all.names = {"0", "1-1", "0-1"};
          }) == "node 2 has the name '0-1', which reads as ids of other nodes");
}

}  // TEST_SUITE("topology/networks/network_listing.hpp")
