/// @file
/// Estimates of what tables take, before they are made.

#include <cstdint>

#include <doctest/doctest.h>

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
    CHECK(tutti::balanced_routes_cost(nodes, links, 32, 2).bytes > nodes * nodes * 16);
    CHECK(tutti::open_shop_schedule_cost(nodes * 16).bytes > nodes * 16);
}

}  // TEST_SUITE("topology/schedules")
