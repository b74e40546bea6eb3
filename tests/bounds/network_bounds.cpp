/// @file
/// Reference bounds: every row of golden_bounds.csv names a collective, a network and ports, and
/// the strongest bound of spec/bounds.md; every certificate of those networks is checked.

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "bounds/all_links.hpp"
#include "bounds/certificate.hpp"
#include "bounds/cuts/one_way_tails.hpp"
#include "bounds/link_weights.hpp"
#include "bounds/quickest_flow.hpp"
#include "bounds/telephone.hpp"
#include "collectives/input/broadcasters.hpp"
#include "collectives/packet_size.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("bounds/network_bounds.hpp") {

namespace {

using tutti::all_links;
using tutti::flow_demand;
using tutti::holds;
using tutti::node_id;
using tutti::port_model;
using tutti::slot;

struct golden_bound {
    std::string collective;
    std::string network;
    port_model ports = port_model::all_port;
    slot slots = 0;
};

golden_bound read_row(const std::string& text) {
    const std::size_t network = text.find(',') + 1;
    const std::size_t units = text.rfind(',') + 1;
    const std::size_t ports = text.rfind(',', units - 2) + 1;
    std::string name = text.substr(network, ports - network - 1);
    std::erase(name, '"');
    if (name == "graph:FILE") {
        name = "graph:" TUTTI_BOUNDS "/cube4-without-0-1.txt";
    }
    return {.collective = text.substr(0, network - 1),
            .network = std::move(name),
            .ports = tutti::port_model_named(text.substr(ports, units - ports - 1)).value(),
            .slots = std::stoll(text.substr(units))};
}

std::vector<golden_bound> read_rows() {
    std::ifstream file{TUTTI_BOUNDS "/golden_bounds.csv"};
    std::string text;
    std::getline(file, text);
    std::vector<golden_bound> rows;
    while (std::getline(file, text)) {
        rows.push_back(read_row(text));
    }
    return rows;
}

tutti::lower_bound bound_of(const golden_bound& row) {
    const tutti::collective* const collective = support::standard().find_collective(row.collective);
    REQUIRE(collective != nullptr);
    tutti::problem problem{{.network = tutti::parse_network(row.network),
                            .ports = row.ports,
                            .parameters = tutti::with_defaults(collective->parameters, {})}};
    problem.broadcasters = collective->takes_broadcasters
                               ? tutti::every_node(node_count(problem.network))
                               : collective->senders(problem, 0);
    return collective->lower_bound(problem, tutti::packet_size::whole());
}

std::vector<flow_demand> all_pairs(std::size_t nodes) {
    std::vector<flow_demand> demands;
    for (node_id root = 0; root < nodes; ++root) {
        demands.push_back({.root = root, .amounts = std::vector<std::uint64_t>(nodes, 1)});
        demands.back().amounts[root] = 0;
    }
    return demands;
}

/// A message of every node for one other.
std::vector<flow_demand> one_message_each(std::size_t nodes) {
    std::vector<flow_demand> demands;
    for (node_id root = 0; root < nodes; ++root) {
        demands.push_back({.root = root, .amounts = std::vector<std::uint64_t>(nodes)});
        demands.back().amounts[(root + 1 + root * root % (nodes - 1)) % nodes] = 1;
    }
    return demands;
}

/// The least and the most slots of a flow to all nodes over all roots, each with its certificate.
std::pair<slot, slot> range_of_flows(const all_links& links) {
    std::vector<slot> slots;
    for (const flow_demand& demand : all_pairs(links.node_count())) {
        for (const auto& bound :
             {tutti::quickest_flow(links, demand), tutti::level_bound(links, demand)}) {
            CHECK(bound.cut.slots == bound.slots - 1);
            CHECK(holds(links, bound.cut));
        }
        slots.push_back(tutti::quickest_flow(links, demand).slots);
    }
    const auto [least, most] = std::ranges::minmax(slots);
    return {least, most};
}

constexpr std::array all_ports{port_model::all_port, port_model::single_port_full_duplex,
                               port_model::single_port_half_duplex, port_model::shout_and_whisper,
                               port_model::one_way};

}  // namespace

TEST_CASE("every bound of the reference is met") {
    const std::vector<golden_bound> rows = read_rows();
    CHECK(rows.size() == 967);
    for (const golden_bound& row : rows) {
        const tutti::lower_bound bound = bound_of(row);
        CHECK_MESSAGE(bound.units == tutti::rational{row.slots},
                      fmt::format("{} on {} with {} ports: {}, not {}", row.collective, row.network,
                                  name_of(row.ports), to_string(bound), row.slots));
        CHECK((bound.name != "none" || bound.units == tutti::rational{0}));
    }
}

TEST_CASE("certificates hold on all networks of the reference") {
    std::set<std::string> networks;
    for (const golden_bound& row : read_rows()) {
        networks.insert(row.network);
    }
    for (const std::string& name : networks) {
        CAPTURE(name);
        const all_links links{tutti::parse_network(name)};
        const std::size_t nodes = links.node_count();
        CHECK(range_of_flows(links).first > 0);
        for (node_id to = 1; to < nodes; ++to) {
            for (const std::uint64_t amount :
                 {std::uint64_t{1}, std::uint64_t{nodes}, std::uint64_t{1'000'000}}) {
                CHECK(holds(links, tutti::quickest_pair(links, 0, to, amount).cut));
            }
        }
        const std::vector<flow_demand> demands = all_pairs(nodes);
        for (const port_model ports : all_ports) {
            CHECK(holds(links, tutti::heavy_link_weights(links, ports, demands, 20)));
            CHECK(
                holds(links, tutti::heavy_link_weights(links, ports, one_message_each(nodes), 20)));
        }
        for (node_id root = 0; root < nodes; ++root) {
            const tutti::telephone_bound calls = tutti::slots_of_telephone(links, root);
            CHECK(holds(links, calls));
        }
        const tutti::one_way_tails tails = tutti::strongest_tails(links, nodes);
        CHECK((tails.slots == 0 || holds(links, tails)));
    }
}

TEST_CASE("a certificate of one slot more does not hold") {
    const all_links links{tutti::parse_network("tree:3")};
    const std::vector<flow_demand> demands = all_pairs(links.node_count());
    tutti::timed_cut cut = tutti::quickest_flow(links, demands[3]).cut;
    ++cut.slots;
    CHECK_FALSE(holds(links, cut));
    for (const port_model ports : all_ports) {
        tutti::link_weights weights = tutti::heavy_link_weights(links, ports, demands, 5);
        ++weights.distance;
        CHECK_FALSE(holds(links, weights));
        --weights.distance;
        --weights.capacity;
        CHECK_FALSE(holds(links, weights));
    }
    for (const auto name : {"tree:3", "star:9", "bipartite:3x5", "hypercube:3", "debruijn:4"}) {
        const all_links others{tutti::parse_network(name)};
        tutti::telephone_bound calls = tutti::slots_of_telephone(others, 0);
        ++calls.slots;
        CHECK_FALSE(holds(others, calls));
    }
    tutti::one_way_tails tails = tutti::strongest_tails(links, links.node_count());
    ++tails.slots;
    CHECK_FALSE(holds(links, tails));
}

TEST_CASE("flows on sparse random graphs take longer than levels say") {
    constexpr std::array<std::pair<std::string_view, slot>, 6> optima{
        {{"random-graph:20.2.1", 7},
         {"random-graph:40.2.1", 11},
         {"random-graph:40.2.2", 12},
         {"random-graph:40.2.3", 19},
         {"random-graph:40.10.3", 19},
         {"random-graph:100.2.3", 48}}};
    for (const auto& [name, slots] : optima) {
        const all_links links{tutti::parse_network(name)};
        const flow_demand demand = all_pairs(links.node_count()).front();
        const tutti::flow_bound flow = tutti::quickest_flow(links, demand);
        CHECK(flow.slots == slots);
        CHECK(holds(links, flow.cut));
        CHECK(tutti::level_bound(links, demand).slots < slots);
    }
    const all_links links{tutti::parse_network("random-graph:64.128.1")};
    CHECK(range_of_flows(links) == std::pair<slot, slot>{5, 32});
}

TEST_CASE("a flow to one node takes as long by paths as over time, also over parallel links") {
    const all_links doubled{
        4, {{0, 1}, {0, 1}, {1, 0}, {1, 0}, {1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 3}, {3, 2}}};
    const all_links cube{tutti::parse_network("hypercube:4")};
    for (const all_links& links : {doubled, cube}) {
        for (node_id to = 1; to < links.node_count(); ++to) {
            for (std::uint64_t amount = 1; amount < 20; ++amount) {
                flow_demand demand{.root = 0,
                                   .amounts = std::vector<std::uint64_t>(links.node_count())};
                demand.amounts[to] = amount;
                const tutti::flow_bound flow = tutti::quickest_pair(links, 0, to, amount);
                CHECK(flow.slots == tutti::quickest_flow(links, demand).slots);
                CHECK(holds(links, flow.cut));
            }
        }
    }
    const std::vector<flow_demand> demands = all_pairs(4);
    CHECK(holds(doubled, tutti::heavy_link_weights(doubled, port_model::one_way, demands, 50)));
    const tutti::one_way_tails tails = tutti::strongest_tails(doubled, 4);
    CHECK(tails.links == 2);
    CHECK(tails.slots == 2);
    CHECK(holds(doubled, tails));
}

}  // TEST_SUITE("bounds/network_bounds.hpp")
