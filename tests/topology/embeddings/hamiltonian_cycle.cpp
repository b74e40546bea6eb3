#include "topology/embeddings/hamiltonian_cycle.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
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
using tutti::port;
using nodes = std::vector<node_id>;

/// True if some port of `from` leads to `to`.
bool are_neighbours(const network& any, node_id from, node_id to) {
    return std::visit(
        [&](const auto& shape) {
            for (port through = 0; through < shape.port_limit(from); ++through) {
                if (shape.has_port(from, through) && shape.neighbour(from, through) == to) {
                    return true;
                }
            }
            return false;
        },
        any);
}

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
        if (size > 1 && !are_neighbours(any, cycle[i], next)) {
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

std::string wrong_with(const std::string& text) { return wrong_with(tutti::parse_network(text)); }

answer exists(const std::string& text) {
    return tutti::find_hamiltonian_cycle(tutti::parse_network(text)).exists;
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

graph petersen() {
    std::vector<graph::link> links;
    for (node_id i = 0; i < 5; ++i) {
        links.emplace_back(i, (i + 1) % 5);
        links.emplace_back(i, i + 5);
        links.emplace_back(5 + i, 5 + (i + 2) % 5);
    }
    return {10, links};
}

}  // namespace

TEST_CASE("a cube's cycle has every node once, each beside the next, and begins at node 0") {
    for (int d = 1; d <= 12; ++d) {
        CAPTURE(d);
        CHECK(wrong_with(network{hypercube{d}}) == "");
    }
}

TEST_CASE("only the beginning of a cycle is made if that is all that is wanted") {
    CHECK(hamiltonian_cycle(hypercube{30}, 5) == nodes{0, 1, 3, 2, 6});
    CHECK(hamiltonian_cycle(hypercube{3}, 0) == nodes{});
    CHECK(hamiltonian_cycle(hypercube{1}, 9) == nodes{0, 1});
    CHECK(hamiltonian_cycle(hypercube{0}, 9) == nodes{0});
    CHECK(hamiltonian_cycle(tutti::parse_network("torus:32768x32768"), 3) == nodes{0, 1, 2});
}

TEST_CASE("a ring is its own cycle, and a path of up to two nodes is one") {
    using tutti::grid;
    using tutti::grid_edge;
    CHECK(hamiltonian_cycle(grid{{1}, grid_edge::closed}, 9) == nodes{0});
    CHECK(hamiltonian_cycle(grid{{2}, grid_edge::closed}, 9) == nodes{0, 1});
    CHECK(hamiltonian_cycle(grid{{5}, grid_edge::closed}, 9) == nodes{0, 1, 2, 3, 4});
    CHECK(hamiltonian_cycle(grid{{5}, grid_edge::closed}, 3) == nodes{0, 1, 2});
    CHECK(hamiltonian_cycle(grid{{2}, grid_edge::open}, 3) == nodes{0, 1});
    CHECK_FALSE(hamiltonian_cycle(grid{{3}, grid_edge::open}, 9).has_value());
    CHECK_FALSE(hamiltonian_cycle(grid{{1, 4, 1}, grid_edge::open}, 9).has_value());
}

TEST_CASE("tori of two dimensions have a cycle, whatever their sides") {
    for (int p = 2; p <= 9; ++p) {
        for (int q = 2; q <= 9; ++q) {
            CAPTURE(p);
            CAPTURE(q);
            CHECK(wrong_with(fmt::format("torus:{}x{}", p, q)) == "");
        }
    }
}

TEST_CASE("tori of more dimensions have one") {
    for (const std::string sides : {"2x2x2", "2x3x3", "3x3x3", "3x4x5", "5x3x7", "3x3x3x3",
                                    "4x4x4x4", "7x5x3x2", "3x5x3x5x3"}) {
        CHECK(wrong_with("torus:" + sides) == "");
    }
}

TEST_CASE("arrays with an even side have a cycle, others have none") {
    for (const std::string sides : {"2x2", "2x3", "3x2", "3x4", "4x3", "3x3x2", "2x3x3", "3x4x5",
                                    "5x7x2x3", "2x2x2", "4x4x4"}) {
        CHECK(wrong_with("array:" + sides) == "");
    }
    for (const std::string sides : {"3x3", "3x5", "3x3x3", "5x7x3", "3", "4", "100"}) {
        CAPTURE(sides);
        CHECK(exists("array:" + sides) == answer::no);
    }
}

TEST_CASE("complete graphs, butterflies, cube-connected cycles and de Bruijn graphs have one") {
    const auto check = [](const std::string& family, int least, int most) {
        for (int size = least; size <= most; ++size) {
            const std::string text = fmt::format("{}:{}", family, size);
            CAPTURE(text);
            CHECK(wrong_with(text) == "");
        }
    };
    check("complete", 1, 12);
    check("butterfly", 2, 12);
    check("ccc", 3, 12);
    check("debruijn", 1, 14);
}

TEST_CASE("products have a cycle if one of their lines closes or is even") {
    for (const std::string text :
         {"product(complete:3,complete:3)", "product(complete:2,complete:3,complete:4)",
          "product(ring:3,path:4)", "product(path:3,ring:5)", "product(path:5,ring:3,path:3)",
          "product(path:3,path:3,path:2)", "product(product(path:3,path:3),path:2)",
          "product(ccc:3,debruijn:3)", "product(butterfly:3,ring:5)",
          "product(ring:1,path:2,complete:1)", "product(hypercube:3,array:3x3)",
          "product(product(product(ring:3,ring:5),complete:7),path:3)"}) {
        CAPTURE(text);
        CHECK(wrong_with(text) == "");
    }
    CHECK(exists("product(path:3,path:5)") == answer::no);
    CHECK(exists("product(path:3,product(path:3,array:3x3))") == answer::no);
    CHECK(exists("product(path:3,ring:1)") == answer::no);
}

TEST_CASE("a search finds the cycles of listed links, or says why there are none") {
    const tutti::hamiltonian_answer none = tutti::find_hamiltonian_cycle(petersen());
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

TEST_CASE("a map of the cycle gives every node its position and its two ports") {
    for (const std::string text :
         {"ring:1", "ring:2", "ring:3", "hypercube:4", "array:3x4", "torus:3x5", "complete:6",
          "ccc:3", "butterfly:2", "debruijn:4", "product(path:3,complete:4)"}) {
        CAPTURE(text);
        const network any = tutti::parse_network(text);
        const std::vector<node_id> order =
            tutti::find_hamiltonian_cycle(any).first(tutti::node_count(any));
        const hamiltonian_map map{any, order, grid_edge::closed};
        REQUIRE(map.length() == order.size());
        std::size_t wrong = 0;
        std::visit(
            [&](const auto& shape) {
                for (std::size_t i = 0; i < order.size(); ++i) {
                    const hamiltonian_map::place here = map.at(order[i]);
                    const node_id next = order[(i + 1) % order.size()];
                    wrong += here.position == i ? 0U : 1U;
                    wrong +=
                        order.size() == 1
                            ? (here.next == -1 ? 0U : 1U)
                            : (shape.neighbour(order[i], here.next) == next &&
                                       shape.far_port(order[i], here.next) == map.at(next).previous
                                   ? 0U
                                   : 1U);
                }
            },
            any);
        CHECK(wrong == 0);
        CHECK(map.at(0).position == 0);
    }
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
