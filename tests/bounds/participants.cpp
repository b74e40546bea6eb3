/// @file
/// Bounds of participants: certificates are checked on random sets. The reference bounds are claims
/// of the golden rows of networks.csv.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "bounds/all_links.hpp"
#include "bounds/certificate.hpp"
#include "bounds/cuts/exchange_ends.hpp"
#include "bounds/cuts/one_way_tails.hpp"
#include "bounds/exchange_bounds.hpp"
#include "bounds/link_weights.hpp"
#include "bounds/network_bounds.hpp"
#include "bounds/participation.hpp"
#include "bounds/telephone.hpp"
#include "collectives/input/broadcasters.hpp"
#include "collectives/packet_size.hpp"
#include "support/standard.hpp"
#include "topology/participant_set.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("bounds/participation.hpp") {

namespace {

using tutti::all_links;
using tutti::flow_demand;
using tutti::holds;
using tutti::node_id;
using tutti::packet_size;
using tutti::participant_set;
using tutti::port_model;
using tutti::rational;

/// "0-3 7": ids and ranges.
std::vector<node_id> nodes_of(const std::string& text) {
    std::vector<node_id> nodes;
    std::istringstream words{text};
    for (std::string word; words >> word;) {
        const std::size_t dash = word.find('-');
        const auto last = static_cast<node_id>(
            std::stoul(dash == std::string::npos ? word : word.substr(dash + 1)));
        for (auto node = static_cast<node_id>(std::stoul(word)); node <= last; ++node) {
            nodes.push_back(node);
        }
    }
    return nodes;
}

participant_set participants_at(const std::vector<node_id>& nodes, std::size_t node_count) {
    return participant_set{tutti::number_sequence{nodes}, node_count};
}

constexpr std::array all_models{port_model::all_port, port_model::single_port_full_duplex,
                                port_model::single_port_half_duplex, port_model::shout_and_whisper,
                                port_model::one_way};

std::vector<flow_demand> demands_between(const participant_set& participants, std::size_t nodes) {
    std::vector<flow_demand> demands;
    for (const node_id root : participants.nodes(nodes)) {
        demands.push_back({.root = root, .amounts = std::vector<std::uint64_t>(nodes)});
        for (const node_id to : participants.nodes(nodes)) {
            demands.back().amounts[to] = to == root ? 0 : 1;
        }
    }
    return demands;
}

constexpr std::array networks{
    "fat-tree:2", "clos:2.3.2", "dragonfly:2.1.1", "switch:5", "box:hgx-h100",        "path:7",
    "tree:3",     "torus:4x4",  "hypercube:3",     "star:6",   "random-graph:12.14.3"};

participant_set random_participants(std::size_t nodes, std::uint64_t seed) {
    std::vector<node_id> picked = tutti::pick(nodes, 2 + seed % (nodes - 2), seed);
    std::ranges::sort(picked);
    return participants_at(picked, nodes);
}

}  // namespace

TEST_CASE("certificates of participants hold, and those of one slot more do not") {
    for (const std::string network : networks) {
        const all_links links{tutti::parse_network(network)};
        const std::size_t nodes = links.node_count();
        for (std::uint64_t seed = 1; seed < 6; ++seed) {
            CAPTURE(network);
            CAPTURE(seed);
            const participant_set asked = random_participants(nodes, seed);
            for (const node_id root : asked.nodes(nodes)) {
                tutti::telephone_bound calls = tutti::slots_of_telephone(links, root, asked);
                CHECK(holds(links, calls));
                ++calls.slots;
                CHECK_FALSE(holds(links, calls));
            }
            const std::vector<flow_demand> demands = demands_between(asked, nodes);
            for (const port_model ports : all_models) {
                CHECK(holds(links, tutti::heavy_link_weights(links, ports, demands, 20)));
            }
            tutti::link_weights inner = tutti::inner_link_weights(links, demands, 20);
            CHECK((inner.capacity == 0 || holds(links, inner)));
            ++inner.before;
            CHECK((inner.capacity == 0 || !holds(links, inner)));
            tutti::one_way_tails tails = tutti::strongest_tails(links, asked.size(nodes), asked);
            CHECK((tails.slots == 0 || holds(links, tails)));
            tutti::crossing_cut cut = tutti::strongest_crossing(links, asked, 1);
            CHECK(holds(links, cut));
            ++cut.behind;
            CHECK_FALSE(holds(links, cut));
            --cut.behind;
            ++cut.messages;
            CHECK_FALSE(holds(links, cut));
        }
    }
}

TEST_CASE("one participant has nothing to wait for, under any ports and of any packets") {
    for (const auto name : {"allgather", "bcast", "alltoall", "reduce", "allreduce", "scatter",
                            "reduce-scatter", "gather", "scan", "barrier"}) {
        for (const port_model ports : all_models) {
            CAPTURE(name);
            const tutti::collective& collective = support::standard_collective(name);
            tutti::problem problem{{.network = tutti::parse_network("fat-tree:2"),
                                    .ports = ports,
                                    .parameters = tutti::with_defaults(collective.parameters, {})}};
            problem.participants = participants_at({1}, node_count(problem.network));
            problem.root = 1;
            problem.broadcasters = tutti::broadcasters_at({1});
            for (const packet_size packets :
                 {packet_size::whole(), packet_size::pieces_of(3), packet_size::any_pieces()}) {
                CHECK(collective.lower_bound(problem, packets).units == rational{0});
            }
        }
    }
}

TEST_CASE("a switch has all ports, also where others have one") {
    const auto bound_of = [](std::string_view name, port_model ports) {
        const tutti::collective& collective = support::standard_collective(name);
        tutti::problem problem{{.network = tutti::parse_network("switch:8"),
                                .ports = ports,
                                .parameters = tutti::with_defaults(collective.parameters, {})}};
        problem.participants = participants_at(nodes_of("0-7"), node_count(problem.network));
        problem.broadcasters = collective.starts_at_root ? tutti::broadcasters_at({0})
                                                         : tutti::broadcasters_at(nodes_of("0-7"));
        return collective.lower_bound(problem, packet_size::whole()).units;
    };
    for (const port_model ports : all_models) {
        CHECK(bound_of("bcast", ports) == rational{2});
        CHECK(bound_of("allgather", ports) <= rational{8});
    }
    CHECK(bound_of("allgather", port_model::all_port) == rational{8});
    CHECK(bound_of("allgather", port_model::single_port_half_duplex) == rational{8});
}

TEST_CASE("barriers and prefix sums take the way between the participants that are farthest") {
    for (const auto name : {"barrier", "scan"}) {
        const tutti::collective& collective = support::standard_collective(name);
        tutti::problem problem{{.network = tutti::parse_network("path:12"),
                                .parameters = tutti::with_defaults(collective.parameters, {})}};
        problem.participants = participants_at({3, 5, 9}, 12);
        problem.broadcasters = tutti::broadcasters_at({3, 5, 9});
        CHECK(collective.lower_bound(problem, packet_size::whole()).units == rational{6});
    }
}

TEST_CASE("turns add up as one by one") {
    for (std::uint64_t messages = 0; messages < 20; ++messages) {
        for (std::uint64_t rate = 1; rate < 7; ++rate) {
            std::uint64_t sum = 0;
            for (std::uint64_t i = 1; i <= messages; ++i) {
                sum += (i + rate - 1) / rate;
            }
            CHECK(tutti::sum_of_turns(messages, rate) == sum);
        }
    }
}

}  // TEST_SUITE("bounds/participation.hpp")
