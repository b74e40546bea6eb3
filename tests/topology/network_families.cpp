#include "topology/networks/network_families.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "topology/embeddings/hamiltonian_cycle.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/network_kinds.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/networks/network_families.hpp") {

namespace {

using numbers = std::span<const std::uint64_t>;
using tutti::network_families;
using tutti::network_family;
using tutti::network_specification;

/// A ring of `size` nodes whose ids are `step` apart.
tutti::network rotated_ring(numbers given) {
    std::vector<tutti::graph::link> links;
    for (std::uint64_t i = 0; i < given[0]; ++i) {
        links.emplace_back(i * given[1] % given[0], (i + 1) * given[1] % given[0]);
    }
    return tutti::graph{given[0], links};
}

network_family rotated() {
    return {.name = "rotated",
            .meaning = "A ring.",
            .parameters = {{.name = "size", .meaning = "nodes", .least = 3, .most = 5'000},
                           {.name = "step", .meaning = "between ids", .least = 1, .most = 9}},
            .build = rotated_ring};
}

network_families with(network_family added) {
    network_families families;
    families.add(std::move(added));
    return families;
}

std::string refusal_of(const std::string& text, const network_families& families) {
    try {
        static_cast<void>(network_specification::parse(text, families).build());
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return {};
}

}  // namespace

TEST_CASE("a network of a family that was added has its specification as its name") {
    const network_families families = with(rotated());
    const auto named = network_specification::parse("rotated:7.2", families);
    const tutti::network net = named.build();
    CHECK(named.text() == "rotated:7.2");
    CHECK(named.kind() == "rotated");
    CHECK(tutti::node_count(net) == 7);
    CHECK(tutti::port_towards(net, 0, 2) >= 0);
    CHECK(named.may_name(net));
    CHECK_FALSE(network_specification::parse("rotated:7.3", families).may_name(net));
    CHECK(network_specification::of(net).text() == "rotated:7.2");
    CHECK(named.smaller(0).front().text() == "rotated:3.2");
}

TEST_CASE("families that were added are factors like others") {
    const network_families families = with(rotated());
    const auto named =
        network_specification::parse("product(rotated:5.2,product(path:2,rotated:3.1))", families);
    CHECK(tutti::node_count(named.build()) == 30);
    CHECK(named.may_name(named.outline()));
    CHECK_THROWS_WITH((void)network_specification::parse("product(rotated:5.2,path:2)"),
                      "'rotated:5.2' is an unknown network; valid: hypercube, torus, array, "
                      "folded-torus, ring, path, complete, ccc, butterfly, debruijn, star, wheel, "
                      "bipartite, petersen, tree, random-graph, random-regular, circulant, "
                      "generalized-hypercube, star-graph, slim-fly, fat-tree, dragonfly, clos, "
                      "switch, box, graph6, graph, product, in "
                      "'product(rotated:5.2,path:2)'");
}

TEST_CASE("numbers outside of their ranges are refused by the parameter's name") {
    const network_families families = with(rotated());
    CHECK(refusal_of("rotated:7", families) ==
          "'rotated:7' has 1 number; it takes 2: write rotated:SIZE.STEP");
    CHECK(refusal_of("rotated:2.1", families) ==
          "'rotated:2.1' has '2' for size; use 3 to 5000, in plain digits");
    CHECK(refusal_of("rotated:7.x", families) ==
          "'rotated:7.x' has 'x' for step; use 1 to 9, in plain digits");
    CHECK(refusal_of("rotated", families) == "'rotated' lacks its size; write rotated:SIZE.STEP");
    CHECK(refusal_of("rotate:7.2", families) ==
          "'rotate:7.2' is an unknown network; did you mean 'rotated'?");
    // What the builder refuses has the specification in front.
    CHECK(refusal_of("rotated:6.2", families) == "'rotated:6.2': link 0-2 is named twice");
}

TEST_CASE("a family that lacks a field, or whose name is taken, is refused") {
    using change = std::function<void(network_family&)>;
    for (const auto& [why, spoil] : {
             std::pair<std::string, change>{
                 "'a b' is not a name for a network family; letters, digits, `-` and `_` make one",
                 [](network_family& family) { family.name = "a b"; }},
             {"the network family torus: the name is taken",
              [](network_family& family) { family.name = "torus"; }},
             {"the network family rotated lacks its `build`",
              [](network_family& family) { family.build = nullptr; }},
             {"the network family rotated: the parameter 'step' runs from 10 to 9; no number does",
              [](network_family& family) { family.parameters[1].least = 10; }},
         }) {
        network_family spoilt = rotated();
        spoil(spoilt);
        CHECK_THROWS_WITH_AS((void)with(spoilt), why.c_str(), std::invalid_argument);
    }
}

TEST_CASE("a network that is too large is refused before it is built") {
    network_family large = rotated();
    large.build = [](numbers) -> tutti::network { throw std::runtime_error{"built"}; };
    large.node_count = [](numbers given) { return given[0] << 20U; };
    const network_families families = with(large);
    CHECK(refusal_of("rotated:4000.1", families) ==
          "'rotated:4000.1' has more than 1073741824 nodes, the most that can be built");
    CHECK(network_specification::parse("rotated:4.1", families).node_count() == 4U << 20U);
    CHECK(refusal_of("rotated:4.1", families) == "'rotated:4.1': built");
}

TEST_CASE("a stated diameter counts between the bounds of a search that took too long") {
    const auto diameter_with = [](int stated, std::uint64_t most_links) {
        network_family family = rotated();
        family.diameter = [stated](numbers) { return stated; };
        const network_families families = with(family);
        return tutti::diameter_of(network_specification::parse("rotated:1000.1", families).build(),
                                  most_links);
    };
    CHECK(diameter_with(500, 1) == tutti::diameter_bound{.links = 500, .is_exact = true});
    CHECK_FALSE(diameter_with(499, 1).is_exact);  // below what the search found
    CHECK(diameter_with(700, tutti::most_links_searched).links == 500);
}

TEST_CASE("a stated Hamiltonian cycle is walked, and refused if it is none") {
    const auto answer_with = [](std::vector<tutti::node_id> cycle) {
        network_family family = rotated();
        family.hamiltonian_cycle = [cycle](numbers) { return cycle; };
        const network_families families = with(family);
        return tutti::find_hamiltonian_cycle(
            network_specification::parse("rotated:5.2", families).build());
    };
    CHECK(answer_with({0, 2, 4, 1, 3}).first(5) == std::vector<tutti::node_id>{0, 2, 4, 1, 3});
    CHECK_THROWS_WITH((void)answer_with({0, 1, 2, 3, 4}),
                      "the Hamiltonian cycle that the family of 'rotated:5.2' states is none");
    CHECK_THROWS_AS((void)answer_with({0, 2, 4, 1}), std::invalid_argument);
}

TEST_CASE("a network that was built in code is named by its structure or its graph") {
    const auto text_of = [](const tutti::network& net) {
        return network_specification::of(net).text();
    };
    for (const std::string named :
         {"hypercube:4", "torus:3x4", "array:3x4", "folded-torus:3x3", "ring:5", "path:5",
          "complete:5", "ccc:3", "butterfly:3", "debruijn:3", "star:5", "product(ring:3,star:4)"}) {
        CHECK(text_of(tutti::parse_network(named)) == named);
    }
    const std::vector<tutti::graph::link> links{{0, 1}, {1, 2}};
    const tutti::graph mine{3, links, "my-net"};
    CHECK(text_of(mine) == "my-net");
    CHECK(network_specification::of(mine).may_name(mine));
    CHECK(text_of(tutti::graph{tutti::product_shape{{mine, tutti::hypercube{1}}}}) ==
          "product(my-net,hypercube:1)");
    CHECK_THROWS_WITH((void)text_of(tutti::graph{3, links}),
                      "the network of 3 nodes has no name; give the graph one: "
                      "graph{nodes, links, name}");
    CHECK_THROWS_AS((void)text_of(tutti::graph{3, links, "two words"}), std::invalid_argument);
}

}  // TEST_SUITE
