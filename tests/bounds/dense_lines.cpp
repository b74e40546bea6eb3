#include "collectives/dense_lines.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/collectives.hpp"
#include "collectives/named_nodes.hpp"
#include "topology/random.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("collectives/dense_lines.hpp") {

namespace {

using tutti::dense_lines;
using tutti::node_id;
using tutti::rational;

constexpr tutti::packet_size whole = tutti::packet_size::whole();

using nodes = std::vector<node_id>;

struct entry {
    node_id from;
    node_id to;
};

std::vector<entry> entries(node_id count, const dense_lines& dense) {
    std::vector<entry> table;
    for (node_id from = 0; from < count; ++from) {
        for (node_id to = 0; to < count; ++to) {
            if (from != to && (std::ranges::count(dense.columns, from) != 0 ||
                               std::ranges::count(dense.rows, to) != 0)) {
                table.push_back({from, to});
            }
        }
    }
    return table;
}

nodes drawn(node_id count, tutti::split_mix& random) {
    return tutti::broadcasters_at(
               tutti::pick(count, random.next() % (count + std::uint64_t{1}), random.next()))
        .nodes;
}

dense_lines drawn_lines(node_id count, tutti::split_mix& random) {
    nodes columns = drawn(count, random);
    return {.columns = std::move(columns), .rows = drawn(count, random)};
}

/// Messages between some nodes and the others, over the links between them.
template <class Inside>
rational slots_around(const tutti::grid& shape, const std::vector<entry>& entries,
                      Inside is_inside) {
    const auto out = std::ranges::count_if(
        entries, [&](const entry& each) { return is_inside(each.from) && !is_inside(each.to); });
    const auto in = std::ranges::count_if(
        entries, [&](const entry& each) { return !is_inside(each.from) && is_inside(each.to); });
    std::int64_t links = 0;
    for (node_id node = 0; node < shape.node_count(); ++node) {
        for (tutti::port through = 0; through < shape.uniform_ports(); ++through) {
            const bool leads_out = is_inside(node) && shape.has_port(node, through) &&
                                   !is_inside(shape.neighbour(node, through));
            links += leads_out ? 1 : 0;
        }
    }
    return links == 0 ? rational{0} : rational{std::max(out, in), links};
}

/// Over all boxes, which nodes alone are too; in whole slots. And the way of a message.
rational bound_by_hand(const tutti::grid& shape, const dense_lines& dense) {
    const std::vector<entry> table = entries(static_cast<node_id>(shape.node_count()), dense);
    rational most = 0;
    for (node_id low = 0; low < shape.node_count(); ++low) {
        for (node_id high = low; high < shape.node_count(); ++high) {
            const auto is_between = [&](node_id node, int i) {
                return shape.digit(low, i) <= shape.digit(node, i) &&
                       shape.digit(node, i) <= shape.digit(high, i);
            };
            most = std::max(most, slots_around(shape, table, [&](node_id node) {
                                return is_between(node, 0) && is_between(node, 1);
                            }));
        }
    }
    rational farthest = 0;
    for (const entry& each : table) {
        farthest = std::max(farthest, rational{shape.distance(each.from, each.to)});
    }
    return std::max(rational{most.ceil()}, farthest);
}

tutti::setting on(const std::string& network, tutti::parameter_values lines) {
    const auto collective = tutti::matrix_transposition();
    return {.network = tutti::parse_network(network),
            .parameters = tutti::with_defaults(collective.parameters, std::move(lines))};
}

}  // namespace

TEST_CASE("the bound is what any box of nodes needs, or the way of a message") {
    tutti::split_mix random{82};
    for (const char* const network : {"array:2x2", "array:3x3", "array:4x4", "torus:3x3"}) {
        const tutti::network net = tutti::parse_network(network);
        const auto& shape = std::get<tutti::grid>(net);
        for (int i = 0; i < 12; ++i) {
            const dense_lines dense = drawn_lines(static_cast<node_id>(shape.node_count()), random);
            const tutti::problem problem{{.network = net}};
            const rational least = bound_by_hand(shape, dense);
            const rational time = tutti::dense_lines_bound(problem, whole, dense).units;
            CAPTURE(network);
            // Flows and weights, and boxes round a torus, are not among what is tried by hand.
            CHECK(time >= least);
        }
    }
}

TEST_CASE("of a large network boxes at edges and in corners are tried") {
    const tutti::network net = tutti::parse_network("array:40x40");
    const auto& shape = std::get<tutti::grid>(net);
    for (const auto& [left, top] : {std::pair{0, 0}, {36, 0}, {0, 36}, {36, 36}}) {
        dense_lines dense;
        for (node_id node = 0; node < shape.node_count(); ++node) {
            const int x = static_cast<int>(shape.digit(node, 0)) - left;
            const int y = static_cast<int>(shape.digit(node, 1)) - top;
            if (x >= 0 && x < 4 && y >= 0 && y < 4) {
                dense.columns.push_back(node);
            }
        }
        const tutti::problem problem{{.network = net}};
        // 16 nodes have a message each for the 1,584 others, over 8 links.
        CHECK(tutti::dense_lines_bound(problem, whole, dense).units == rational{16 * 1584 / 8});
    }
}

TEST_CASE("nodes are named by ids or all together, and only those of the network") {
    const tutti::setting setting = on("array:2x2", {{"columns", "1,3,4"}, {"rows", "all"}});
    const tutti::named_nodes some{setting, "columns"};
    const tutti::named_nodes names{setting, "rows"};
    CHECK(some.ids() == nodes{1, 3});
    CHECK(some.size() == 2);
    CHECK(some.contains(3));
    CHECK_FALSE(some.contains(2));
    CHECK_FALSE(some.contains(4));
    CHECK(some.shared_with(names) == 2);
    CHECK(some.shared_with(some) == 2);
    CHECK(names.shared_with(some) == 2);
    CHECK(some.inapplicable_reason() == "columns=1,3,4 names node 4, and ids run from 0 to 3");
    CHECK(names.ids() == nodes{0, 1, 2, 3});
    CHECK(names.size() == 4);
    CHECK_FALSE(names.contains(4));
    CHECK(names.inapplicable_reason().empty());
}

}  // TEST_SUITE("collectives/dense_lines.hpp")
