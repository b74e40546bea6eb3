#include "topology/embeddings/hamiltonian_cycle.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include "topology/embeddings/hamiltonian_map.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/embeddings/hamiltonian_cycle.hpp") {

namespace {

using tutti::answer;
using tutti::graph;
using tutti::grid_edge;
using tutti::hamiltonian_map;
using tutti::hypercube;
using tutti::network;
using tutti::node_id;
using nodes = std::vector<node_id>;

/// The first nodes, at most `most`, of the cycle that is found; null if none is.
std::optional<nodes> hamiltonian_cycle(const network& any, std::size_t most) {
    const tutti::hamiltonian_answer answer = tutti::find_hamiltonian_cycle(any);
    return answer.at ? std::optional{answer.first(std::min(tutti::node_count(any), most))}
                     : std::nullopt;
}

/// Error in a cycle; empty if it is right.
std::string wrong_with(const network& any, const nodes& cycle) {
    const std::size_t size = tutti::node_count(any);
    std::vector<int> visits(size);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const node_id next = cycle[(i + 1) % cycle.size()];
        if (cycle[i] >= size || ++visits[cycle[i]] > 1) {
            return fmt::format("node {} at {} again", cycle[i], i);
        }
        if (size > 1 && tutti::port_towards(any, cycle[i], next) < 0) {
            return fmt::format("no link {}-{}", cycle[i], next);
        }
    }
    if (cycle.size() != size) {
        return fmt::format("{} of {} nodes", cycle.size(), size);
    }
    return cycle.front() == 0 ? "" : fmt::format("begins at {}", cycle.front());
}

/// Error in the cycle that the library finds; empty if it is right.
std::string wrong_with(const network& any) {
    const auto cycle = hamiltonian_cycle(any, ~std::size_t{0});
    return cycle ? wrong_with(any, *cycle) : tutti::find_hamiltonian_cycle(any).inapplicable_reason;
}

/// Nodes of a cycle whose map has another position or port.
std::size_t wrong_places(const network& any, const nodes& order) {
    const hamiltonian_map map{any, order, grid_edge::closed};
    std::size_t wrong = map.length() == order.size() ? 0 : 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const hamiltonian_map::place here = map.at(order[i]);
        const node_id next = order[(i + 1) % order.size()];
        wrong += here.position == i ? 0U : 1U;
        if (order.size() == 1) {
            wrong += here.next == -1 ? 0U : 1U;
            continue;
        }
        std::visit(
            [&](const auto& shape) {
                wrong += shape.neighbour(order[i], here.next) == next &&
                                 shape.far_port(order[i], here.next) == map.at(next).previous
                             ? 0U
                             : 1U;
            },
            any);
    }
    return wrong;
}

/// True if some order of the nodes is a cycle.
bool has_cycle(const graph& links) {
    nodes order(links.node_count());
    for (node_id node = 0; node < order.size(); ++node) {
        order[node] = node;
    }
    bool is_found = false;
    for (bool more = true; more && !is_found;
         more = std::next_permutation(order.begin() + 1, order.end())) {
        is_found = wrong_with(links, order).empty();
    }
    return is_found;
}

}  // namespace

TEST_CASE("a cycle has every node once, each beside the next, begins at node 0 and has a map") {
    std::vector<std::string> names{"path:2",
                                   "torus:2x2x2",
                                   "torus:2x3x3",
                                   "torus:3x4x5",
                                   "torus:5x3x7",
                                   "torus:3x3x3x3",
                                   "torus:7x5x3x2",
                                   "torus:3x5x3x5x3",
                                   "array:2x3",
                                   "array:3x2",
                                   "array:4x3",
                                   "array:3x3x2",
                                   "array:2x3x3",
                                   "array:3x4x5",
                                   "array:5x7x2x3",
                                   "array:4x4x4",
                                   "product(complete:3,complete:3)",
                                   "product(complete:2,complete:3,complete:4)",
                                   "product(ring:3,path:4)",
                                   "product(path:3,ring:5)",
                                   "product(path:5,ring:3,path:3)",
                                   "product(path:3,path:3,path:2)",
                                   "product(product(path:3,path:3),path:2)",
                                   "product(ccc:3,debruijn:3)",
                                   "product(butterfly:3,ring:5)",
                                   "product(ring:1,path:2,complete:1)",
                                   "product(hypercube:3,array:3x3)",
                                   "product(product(product(ring:3,ring:5),complete:7),path:3)"};
    const auto add = [&](const std::string& family, int least, int most) {
        for (int size = least; size <= most; ++size) {
            names.push_back(fmt::format("{}:{}", family, size));
        }
    };
    add("hypercube", 1, 12);
    add("ring", 1, 9);
    add("complete", 1, 12);
    add("butterfly", 2, 12);
    add("ccc", 3, 12);
    add("debruijn", 1, 14);
    for (int p = 2; p <= 9; ++p) {
        for (int q = 2; q <= 9; ++q) {
            names.push_back(fmt::format("torus:{}x{}", p, q));
        }
    }
    for (const std::string& name : names) {
        CAPTURE(name);
        const network any = tutti::parse_network(name);
        CHECK(wrong_with(any) == "");
        CHECK(tutti::find_hamiltonian_cycle(any).exists == answer::yes);
        const nodes order = tutti::find_hamiltonian_cycle(any).first(tutti::node_count(any));
        CHECK(wrong_places(any, order) == 0);
    }
}

TEST_CASE("open lines with an odd number of nodes have no cycle, nor have their products") {
    for (const std::string name :
         {"array:3x3", "array:3x5", "array:3x3x3", "array:5x7x3", "path:3", "path:4", "array:100",
          "product(path:3,path:5)", "product(path:3,product(path:3,array:3x3))",
          "product(path:3,ring:1)"}) {
        CAPTURE(name);
        CHECK(tutti::find_hamiltonian_cycle(tutti::parse_network(name)).exists == answer::no);
    }
}

TEST_CASE("only the beginning of a cycle is made if that is all that is wanted") {
    CHECK(hamiltonian_cycle(hypercube{30}, 5) == nodes{0, 1, 3, 2, 6});
    CHECK(hamiltonian_cycle(hypercube{3}, 0) == nodes{});
    CHECK(hamiltonian_cycle(hypercube{1}, 9) == nodes{0, 1});
    CHECK(hamiltonian_cycle(hypercube{0}, 9) == nodes{0});
    CHECK(hamiltonian_cycle(tutti::parse_network("torus:32768x32768"), 3) == nodes{0, 1, 2});
}

TEST_CASE("a search finds the cycles of listed links, or says why there are none") {
    const tutti::hamiltonian_answer none =
        tutti::find_hamiltonian_cycle(tutti::parse_network("petersen"));
    CHECK(none.exists == answer::no);
    CHECK(none.inapplicable_reason == "a search has tried all ways");

    const std::vector<graph::link> tail{{0, 1}, {1, 2}, {0, 2}, {2, 3}};
    CHECK(tutti::find_hamiltonian_cycle(graph{4, tail}).inapplicable_reason ==
          "node 3 has one link only");
    const std::vector<graph::link> bow{{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {4, 2}};
    CHECK(tutti::find_hamiltonian_cycle(graph{5, bow}).inapplicable_reason ==
          "without node 2 it falls apart");
    const std::vector<graph::link> halves{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}};
    CHECK(tutti::find_hamiltonian_cycle(graph{5, halves}).inapplicable_reason ==
          "every link joins 2 nodes to the other 3");
    CHECK(wrong_with(network{graph{1, {}}}) == "");
    CHECK(wrong_with(network{graph{2, std::vector<graph::link>{{0, 1}}}}) == "");
}

TEST_CASE("what the search says of a random graph is so") {
    CHECK(rc::check([] {
        const auto size = *rc::gen::inRange<node_id>(3, 8);
        std::vector<graph::link> links;
        for (node_id a = 0; a < size; ++a) {
            for (node_id b = 0; b < a; ++b) {
                if (*rc::gen::inRange(0, 5) < 3) {
                    links.emplace_back(a, b);
                }
            }
        }
        const graph drawn{size, links};

        const tutti::hamiltonian_answer search = tutti::find_hamiltonian_cycle(drawn);

        RC_ASSERT(search.exists != answer::unknown);
        RC_ASSERT((search.exists == answer::yes) == has_cycle(drawn));
        RC_ASSERT(search.exists == answer::no || wrong_with(network{drawn}).empty());
        RC_ASSERT(search.inapplicable_reason.empty() == (search.exists == answer::yes));
    }));
}

TEST_CASE("no map is made of what is no cycle") {
    const auto map_of = [](const std::vector<node_id>& claimed) {
        return hamiltonian_map{tutti::parse_network("ring:5"), claimed, grid_edge::closed};
    };
    CHECK_NOTHROW(map_of({0, 1, 2, 3, 4}));
    CHECK_THROWS_AS(map_of({0, 2, 4, 1, 3}), std::invalid_argument);
    CHECK_THROWS_AS(map_of({0, 1, 0, 1, 0}), std::invalid_argument);
    CHECK_THROWS_AS(map_of({}), std::invalid_argument);
    const network path = tutti::parse_network("path:3");
    CHECK_NOTHROW(hamiltonian_map{path, {0, 1, 2}, grid_edge::open});
    CHECK_THROWS_AS((hamiltonian_map{path, {0, 1, 2}, grid_edge::closed}), std::invalid_argument);
}

}  // TEST_SUITE("topology/embeddings/hamiltonian_cycle.hpp")
