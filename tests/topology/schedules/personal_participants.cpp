/// @file
/// Schedules of personal messages between participants: reference figures, and the rules of the
/// model on random sets.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "network_by_name.hpp"
#include "participant_sets.hpp"
#include "schedule_checker.hpp"
#include "table_digest.hpp"
#include "topology/participant_set.hpp"
#include "topology/schedules/balanced_exchange.hpp"
#include "topology/schedules/balanced_routes.hpp"
#include "topology/schedules/common/distance_matrix.hpp"
#include "topology/schedules/farthest_first.hpp"
#include "topology/schedules/scatter_flow.hpp"

TEST_SUITE("topology/schedules") {

namespace {

using support::for_random_participants;
using support::port_rule;
using tutti::balanced_routes;
using tutti::distance_matrix;
using tutti::duplex_mode;
using tutti::link_table;
using tutti::node_id;
using tutti::participant_set;
using tutti::route_load;
using tutti::send_table;

struct exchange_row {
    std::string network;
    std::string participants;
    std::uint32_t detour;
    std::uint32_t slots;
    std::size_t sends;
    std::uint64_t digest;
};
const std::vector<exchange_row> exchanges{
    {"fat-tree:4", "0-3", 0, 6, 40, 0x200838a534987fdf},
    {"fat-tree:4", "0 4 8 12", 0, 8, 72, 0x0497cda453fe6118},
    {"switch:16", "0-15", 0, 16, 480, 0x07ed58ee925d887d},
    {"clos:2.4.4", "0-15", 0, 28, 864, 0x26e8bd57ad48cf06},
    {"dragonfly:2.1.2", "0-11", 0, 21, 480, 0xa2b7fcb084e8d951},
    {"dragonfly:4.2.0", "0 4 8 12 16 20 24 28 32", 0, 4, 180, 0x709ea9318953966b},
    {"dragonfly:4.2.1", "0-35", 0, 44, 5472, 0xa7b3ce11bbdd5f92},
    {"star:9", "1-8", 0, 8, 112, 0x188e627bc20831c5},
    {"torus:8x8", "0 9 18 27 36 45 54 63", 0, 8, 256, 0x4d3de07b2747e60e},
    {"torus:8x8", "0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60", 0, 11, 1024, 0x11050347ac8301b4},
    {"star-graph:4", "all", 0, 21, 1488, 0x911452b8b6406914},
    {"generalized-hypercube:4x4", "all", 0, 4, 384, 0x2fbfb9923ab092af},
    {"random-regular:32.3.1", "0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30", 2, 21, 1140,
     0x927b7c63f3621fa8},
    {"random-regular:16.4.7", "all", 0, 9, 466, 0xc76fc7c658af4d59},
    {"array:8x8", "0 7 56 63", 0, 14, 112, 0x4b5dece325f1564c},
    {"box:dgx1", "0-3", 0, 1, 12, 0xcb824c75f50b2005},
    {"box:hgx-a100", "0-7", 0, 2, 112, 0x0eb9c5de9519595a}};

struct scatter_row {
    std::string network;
    std::string participants;
    std::uint32_t slots;
    std::size_t least_sends;
};
const std::vector<scatter_row> scatters{
    {"fat-tree:4", "0 4 8 12", 8, 18},
    {"switch:16", "0-15", 16, 30},
    {"clos:2.4.4", "0-15", 16, 54},
    {"dragonfly:2.1.2", "0-11", 12, 40},
    {"dragonfly:4.2.0", "all", 7, 83},
    {"bipartite:8x6", "0-7", 3, 14},
    {"torus:8x8", "0 9 18 27 36 45 54 63", 8, 32},
    {"torus:8x8", "0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60", 8, 64},
    {"slim-fly:5", "0-24", 5, 46},
    {"star-graph:4", "all", 8, 62},
    {"circulant:16.1.4", "all", 4, 30},
    {"hypercube:5", "0 3 6 9 12 15 18 21 24 27 30", 4, 27},
    {"torus8x8-minus-4-nodes",
     "0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46 48 50 52 54 56 58", 8,
     119},
    {"array:8x8", "0 7 56 63", 14, 28},
    {"path:12", "0 3 6 9 11", 11, 29},
    {"box:dgx1", "0-3", 1, 3},
    {"box:hgx-a100", "0-7", 2, 14},
    {"box:hgx-h100", "0-7", 2, 14}};

/// As the reference numbers ports of arrays, without gaps.
std::vector<support::table_row> rows_by_place(const link_table& links, const send_table& sends) {
    std::vector<support::table_row> rows;
    for (const auto& [slot, link, packet] : sends) {
        const node_id from = links[link].from;
        rows.push_back({slot, from, link - links.first(from), packet});
    }
    return rows;
}

void check_exchange(const link_table& links, const send_table& sends, port_rule ports,
                    const participant_set& participants) {
    std::vector<node_id> begin;
    std::vector<node_id> end;
    for (node_id source = 0; source < links.node_count(); ++source) {
        for (node_id destination = 0; destination < links.node_count(); ++destination) {
            const bool is_sent =
                participants.contains(source) && participants.contains(destination);
            begin.push_back(source);
            end.push_back(is_sent ? destination : source);
        }
    }
    CHECK(support::port_violation(links, sends, ports) == "");
    CHECK(support::journey_violation(links, sends, begin, end) == "");
}

void check_scatter(const link_table& links, const send_table& sends, node_id root, port_rule ports,
                   const participant_set& participants) {
    std::vector<node_id> end(links.node_count(), root);
    for (const node_id node : participants.nodes(links.node_count())) {
        end[node] = node;
    }
    CHECK(support::port_violation(links, sends, ports) == "");
    CHECK(support::journey_violation(links, sends, std::vector<node_id>(end.size(), root), end) ==
          "");
}

}  // namespace

TEST_CASE("total exchanges between participants have the reference slots, sends and digests") {
    for (const auto& [name, nodes, detour, slots, sends, digest] : exchanges) {
        CAPTURE(name);
        CAPTURE(nodes);
        const link_table links = support::links_by_name(name);
        const balanced_routes routes{links, distance_matrix{links}, detour, route_load::links,
                                     support::participants_of(nodes, links)};
        const send_table made = exchange_in_learned_order(links, routes);
        CHECK(slots_of(made) == slots);
        CHECK(made.size() == sends);
        CHECK(support::digest_of(rows_by_place(links, made)) == digest);
    }
}

TEST_CASE("scatters to participants take the fewest slots") {
    for (const auto& [name, nodes, slots, least_sends] : scatters) {
        CAPTURE(name);
        CAPTURE(nodes);
        const link_table links = support::links_by_name(name);
        const participant_set participants = support::participants_of(nodes, links);
        const send_table sends = scatter_flow(links, 0, participants);
        CHECK(slots_of(sends) == slots);
        CHECK(sends.size() >= least_sends);
        check_scatter(links, sends, 0, port_rule::all, participants);
    }
}

TEST_CASE("packets for random participants go their ways") {
    for_random_participants([](const link_table& links, const participant_set& participants) {
        const node_id root = participants.at(participants.size(links.node_count()) / 2);
        const send_table flow = scatter_flow(links, root, participants);
        check_scatter(links, flow, root, port_rule::all, participants);
        CHECK(slots_of(flow) >= scatter_slots_bound(links, root, participants));
        for (const auto& [mode, ports] : {std::pair{duplex_mode::full, port_rule::single},
                                          std::pair{duplex_mode::half, port_rule::single_half}}) {
            check_scatter(links, farthest_first(links, root, mode, participants), root, ports,
                          participants);
        }
    });
}

TEST_CASE("packets between random participants go their ways") {
    for_random_participants([](const link_table& links, const participant_set& participants) {
        const distance_matrix distances{links};
        for (const std::uint32_t detour : {0U, 2U}) {
            const balanced_routes routes{links, distances, detour, route_load::links, participants};
            const send_table far = exchange_with_all_ports(links, routes);
            const send_table learned = exchange_in_learned_order(links, routes);
            check_exchange(links, far, port_rule::all, participants);
            check_exchange(links, learned, port_rule::all, participants);
            check_exchange(links, exchange_in_shifted_order(links, routes, participants),
                           port_rule::all, participants);
            CHECK(slots_of(learned) <= slots_of(far));
            CHECK(slots_of(learned) >= std::max(routes.least_slots(), routes.largest_load()));
            const balanced_routes by_node{links, distances, detour, route_load::nodes,
                                          participants};
            check_exchange(links, exchange_with_one_port(links, by_node, duplex_mode::full),
                           port_rule::single, participants);
            check_exchange(links, exchange_with_one_port(links, by_node, duplex_mode::half),
                           port_rule::single_half, participants);
        }
    });
}

}  // TEST_SUITE("topology/schedules")
