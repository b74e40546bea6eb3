/// @file
/// Estimates of what tables take, before they are made.

#include <cstdint>

#include <doctest/doctest.h>

#include "network_by_name.hpp"
#include "topology/schedules/arborescences.hpp"
#include "topology/schedules/balanced_routes.hpp"
#include "topology/schedules/delivery_trees.hpp"
#include "topology/schedules/farthest_first.hpp"
#include "topology/schedules/loudest_first.hpp"
#include "topology/schedules/mirror.hpp"
#include "topology/schedules/mirror_windows.hpp"
#include "topology/schedules/one_port_matching.hpp"
#include "topology/schedules/open_shop.hpp"
#include "topology/schedules/receiver_matching.hpp"
#include "topology/schedules/scatter_flow.hpp"
#include "topology/schedules/telephone.hpp"
#include "topology/schedules/translations.hpp"

TEST_SUITE("topology/schedules") {

TEST_CASE("estimates have room for the tables") {
    constexpr std::uint64_t nodes = 1024;
    constexpr std::uint64_t links = 4096;
    constexpr std::uint64_t table = nodes * (nodes - 1) * sizeof(tutti::timed_send);
    for (const auto& [bytes, operations] :
         {tutti::receiver_matching_cost(nodes, links, nodes),
          tutti::delivery_trees_cost(nodes, links), tutti::find_mirror_cost(nodes, links, nodes),
          tutti::find_mirror_windows_cost(nodes, links, nodes),
          tutti::one_port_matching_cost(nodes, links, nodes, tutti::duplex_mode::half),
          tutti::loudest_first_cost(nodes, links, nodes)}) {
        CHECK(bytes > table);
        CHECK(bytes < 100'000'000);
        CHECK(operations > nodes * nodes);
    }
    CHECK(tutti::translation_schedule_cost(nodes, links).bytes < table);
    CHECK(tutti::arborescences_cost(nodes, links, 4).bytes < table);
    CHECK(tutti::scatter_flow_cost(nodes, links, 256).bytes > 256 * links * 24);
    CHECK(tutti::telephone_calls_cost(nodes).operations > nodes);
    CHECK(tutti::farthest_first_cost(nodes, links, 16).bytes > nodes * 16 * 12);
    CHECK(tutti::open_shop_schedule_cost(nodes * 16).bytes > nodes * 16);
}

TEST_CASE("estimates of balanced routes follow the walks that are tried") {
    const auto estimate = [](const char* name, std::uint32_t detour) {
        const tutti::link_table table = support::links_by_name(name);
        return balanced_routes_cost(table, tutti::distance_matrix{table}, detour);
    };
    const auto torus = estimate("torus:8x8", 2);
    CHECK(torus.bytes > 64 * 64 * (24 + 2 * 8));
    CHECK(torus.operations > estimate("torus:8x8", 0).operations);
    CHECK(torus.operations > 20'000'000);
    CHECK(torus.operations < 200'000'000);
    CHECK(estimate("complete:64", 0).operations < 4'000'000);
}

}  // TEST_SUITE("topology/schedules")
