#include "topology/embeddings/hamiltonian_cycle.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include "support/distances.hpp"
#include "topology/embeddings/hamiltonian_map.hpp"
#include "topology/embeddings/hamiltonian_path.hpp"
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

/// Error in a cycle or path; empty if it is right.
std::string wrong_with(const network& any, const nodes& order, grid_edge edge = grid_edge::closed) {
    const std::size_t size = tutti::node_count(any);
    std::vector<int> visits(size);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const node_id next = order[(i + 1) % order.size()];
        const bool goes_on = edge == grid_edge::closed ? size > 1 : i + 1 < size;
        if (order[i] >= size || ++visits[order[i]] > 1) {
            return fmt::format("node {} at {} again", order[i], i);
        }
        if (goes_on && tutti::port_towards(any, order[i], next) < 0) {
            return fmt::format("no link {}-{}", order[i], next);
        }
    }
    if (order.size() != size) {
        return fmt::format("{} of {} nodes", order.size(), size);
    }
    return order.front() == 0 ? "" : fmt::format("begins at {}", order.front());
}

/// Nodes of a cycle or path whose map has another position or port.
std::size_t wrong_places(const network& any, const nodes& order, grid_edge edge) {
    const hamiltonian_map map{any, order, edge};
    const auto port_to = [&](std::size_t i, std::size_t step, std::size_t end) {
        const bool is_end = order.size() == 1 || (edge == grid_edge::open && i == end);
        return is_end ? hamiltonian_map::none
                      : tutti::port_towards(any, order[i], order[(i + step) % order.size()]);
    };
    std::size_t wrong = map.length() == order.size() ? 0 : 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const hamiltonian_map::place here = map.at(order[i]);
        wrong += here.position == i && here.next == port_to(i, 1, order.size() - 1) &&
                         here.previous == port_to(i, order.size() - 1, 0)
                     ? 0U
                     : 1U;
    }
    return wrong;
}

std::string refusal(const std::string& name, const nodes& order, grid_edge edge) {
    try {
        (void)hamiltonian_map{tutti::parse_network(name), order, edge};
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
    return {};
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
    std::vector<std::string> names = support::words(
        "path:2 torus:2x2x2 torus:2x3x3 torus:3x4x5 "
        "torus:5x3x7 torus:3x3x3x3 torus:7x5x3x2 torus:3x5x3x5x3 "
        "array:2x3 array:3x2 array:4x3 array:3x3x2 "
        "array:2x3x3 array:3x4x5 array:5x7x2x3 array:4x4x4 "
        "product(complete:3,complete:3) product(complete:2,complete:3,complete:4) "
        "product(ring:3,path:4) product(path:3,ring:5) "
        "product(path:5,ring:3,path:3) product(path:3,path:3,path:2) "
        "product(product(path:3,path:3),path:2) product(ccc:3,debruijn:3) "
        "product(butterfly:3,ring:5) product(ring:1,path:2,complete:1) "
        "product(hypercube:3,array:3x3) "
        "product(product(product(ring:3,ring:5),complete:7),path:3) ");
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
        const tutti::hamiltonian_answer found = tutti::find_hamiltonian_cycle(any);
        REQUIRE(found.exists == answer::yes);
        const nodes order = found.first(tutti::node_count(any));
        CHECK(wrong_with(any, order) == "");
        CHECK(wrong_places(any, order, grid_edge::closed) == 0);
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
    CHECK(tutti::find_hamiltonian_cycle(hypercube{30}).first(5) == nodes{0, 1, 3, 2, 6});
    CHECK(tutti::find_hamiltonian_cycle(tutti::parse_network("torus:32768x32768")).first(3) ==
          nodes{0, 1, 2});
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
    CHECK(tutti::find_hamiltonian_cycle(graph{1, {}}).exists == answer::yes);
    const std::vector<graph::link> pair{{0, 1}};
    CHECK(tutti::find_hamiltonian_cycle(graph{2, pair}).exists == answer::yes);
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
        RC_ASSERT((search.exists == answer::no || wrong_with(drawn, search.first(size)).empty()));
        RC_ASSERT(search.inapplicable_reason.empty() == (search.exists == answer::yes));
    }));
}

TEST_CASE("through arrays and tori winds a path from node 0, the last digit fastest") {
    const auto path_of = [](const network& any, std::size_t most) {
        return tutti::hamiltonian_path(any, most).value_or(nodes{});
    };
    CHECK(path_of(tutti::parse_network("array:2x3"), 6) == nodes{0, 2, 4, 5, 3, 1});
    CHECK(path_of(tutti::parse_network("path:4"), 2) == nodes{0, 1});
    for (const std::string& name :
         support::words("path:1 path:7 array:3x3 array:2x3x4 array:5x2 torus:3x4 ring:5")) {
        CAPTURE(name);
        const network any = tutti::parse_network(name);
        const nodes order = path_of(any, tutti::node_count(any));
        CHECK(wrong_with(any, order, grid_edge::open) == "");
        CHECK(wrong_places(any, order, grid_edge::open) == 0);
    }
    CHECK(path_of(tutti::parse_network("hypercube:3"), 8).empty());
    CHECK(path_of(tutti::parse_network("complete:3"), 3).empty());
}

TEST_CASE("what leaves out nodes or links, or comes twice to a node, has no map") {
    constexpr auto open = grid_edge::open;
    CHECK(refusal("ring:4", {0, 1, 2}, open) == "not a Hamiltonian path: 3 of 4 nodes");
    CHECK(refusal("ring:4", {0, 1, 2, 1}, open) == "not a Hamiltonian path: position 3, node 1");
    CHECK(refusal("ring:4", {0, 1, 2, 4}, open) == "not a Hamiltonian path: position 3, node 4");
    CHECK(refusal("path:4", {0, 2, 1, 3}, open) ==
          "not a Hamiltonian path: no link from node 0 to 2");
    for (const nodes& order : {nodes{}, nodes{0, 2, 4, 1, 3}, nodes{0, 1, 0, 1, 0}}) {
        CHECK(refusal("ring:5", order, grid_edge::closed) != "");
    }
    CHECK(refusal("path:3", {0, 1, 2}, grid_edge::closed) != "");
}

}  // TEST_SUITE("topology/embeddings/hamiltonian_cycle.hpp")
