/// @file
/// Reference bounds of sets and pieces: every row of set_bounds.csv names a collective, a network,
/// ports, broadcasters and pieces of a message, and the strongest bound, of which those of flows
/// were worked out by another program; and certificates of static flows.

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "bounds/all_links.hpp"
#include "bounds/certificate.hpp"
#include "bounds/quickest_flow.hpp"
#include "bounds/static_flow.hpp"
#include "collectives/input/broadcasters.hpp"
#include "collectives/packet_size.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("bounds/static_flow.hpp") {

namespace {

using tutti::all_links;
using tutti::flow_demand;
using tutti::node_id;
using tutti::packet_size;
using tutti::rational;

struct set_bound {
    std::string collective;
    std::string network;
    std::string ports;
    std::string broadcasters;  ///< "-": all, or those that the collective has
    std::string pieces;        ///< of a message: a number, or "any"
    std::string units;
    std::string name;
};

std::vector<set_bound> read_rows() {
    std::ifstream file{TUTTI_BOUNDS "/set_bounds.csv"};
    std::string line;
    std::getline(file, line);
    std::vector<set_bound> rows;
    while (std::getline(file, line)) {
        std::istringstream text{line};
        set_bound row;
        for (std::string* const field : {&row.collective, &row.network, &row.ports,
                                         &row.broadcasters, &row.pieces, &row.units, &row.name}) {
            std::getline(text, *field, ',');
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

packet_size packets_of(const set_bound& row) {
    return row.pieces == "any" ? packet_size::any_pieces()
                               : packet_size::pieces_of(std::stoull(row.pieces));
}

tutti::lower_bound bound_of(const set_bound& row, bool is_trial = false) {
    const tutti::collective& collective = support::standard_collective(row.collective);
    tutti::problem problem{{.network = tutti::parse_network(row.network),
                            .ports = tutti::port_model_named(row.ports).value(),
                            .parameters = tutti::with_defaults(collective.parameters, {}),
                            .is_trial = is_trial}};
    if (row.broadcasters != "-") {
        std::istringstream text{row.broadcasters};
        std::vector<node_id> nodes;
        for (node_id node = 0; text >> node;) {
            nodes.push_back(node);
        }
        problem.broadcasters = tutti::broadcasters_at(std::move(nodes));
    } else {
        problem.broadcasters = collective.takes_broadcasters
                                   ? tutti::every_node(node_count(problem.network))
                                   : collective.senders(problem, 0);
    }
    return collective.lower_bound(problem, packets_of(row));
}

}  // namespace

TEST_CASE("every bound of sets, pieces and shouts is that of the reference") {
    const std::vector<set_bound> rows = read_rows();
    CHECK(rows.size() > 100);
    for (const set_bound& row : rows) {
        const tutti::lower_bound bound = bound_of(row);
        CHECK_MESSAGE((to_string(bound.units) == row.units && bound.name == row.name),
                      fmt::format("{},{},{},{},{}: {},{}, not {},{}", row.collective, row.network,
                                  row.ports, row.broadcasters, row.pieces, to_string(bound.units),
                                  bound.name, row.units, row.name));
        CHECK(bound.assumes == packets_of(row));
    }
}

TEST_CASE("a trial has no larger bound than a run of the same") {
    for (const set_bound& row : read_rows()) {
        CHECK(bound_of(row, true).units <= bound_of(row).units);
    }
}

TEST_CASE("cuts of static flows hold, and with a message more or a link less they do not") {
    for (const char* const network :
         {"path:7", "star:6", "tree:3", "array:3x3", "random-graph:12.14.3"}) {
        CAPTURE(network);
        const all_links links{tutti::parse_network(network)};
        const auto nodes = static_cast<node_id>(links.node_count());
        for (node_id root = 0; root < nodes; ++root) {
            flow_demand demand{.root = root, .amounts = std::vector<std::uint64_t>(nodes, 1)};
            demand.amounts[root] = 0;
            const tutti::static_cut first = tutti::cut_around_root(links, demand);
            tutti::static_cut cut = tutti::strongest_cut(links, demand, first.slots() / 2);
            CHECK(holds(links, first));
            CHECK(holds(links, cut));
            CHECK(cut.slots() >= first.slots());
            CHECK(tutti::strongest_cut(links, demand, cut.slots()).messages == 0);
            // Pieces as small as that come close to it.
            for (std::uint64_t& amount : demand.amounts) {
                amount *= 10;
            }
            const rational time = tutti::quickest_flow(links, demand).slots;
            CHECK(time >= cut.slots() * 10);
            CHECK(time <= cut.slots() * 10 + rational{std::int64_t{nodes}});
            ++cut.messages;
            CHECK_FALSE(holds(links, cut));
            --cut.messages;
            --cut.links;
            CHECK_FALSE(holds(links, cut));
        }
    }
}

}  // TEST_SUITE("bounds/static_flow.hpp")
