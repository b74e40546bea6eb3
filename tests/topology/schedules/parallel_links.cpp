/// @file
/// Schedules on networks with parallel links: each link carries packets of its own.

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "network_by_name.hpp"
#include "topology/schedules/arborescences.hpp"
#include "topology/schedules/loudest_first.hpp"
#include "topology/schedules/receiver_matching.hpp"
#include "topology/schedules/scatter_flow.hpp"
#include "topology/schedules/translations.hpp"

TEST_SUITE("topology/schedules") {

// Each of eight nodes receives 7m packets through its six ports (Cai et al. 2021, arXiv 2008.08708,
// have 3 slots for 2 pieces and 7 for 6).
TEST_CASE("a multinode broadcast in m pieces takes 7m/6 slots on a DGX-1, rounded up") {
    const tutti::link_table links = support::links_by_name("box:dgx1");
    std::vector<std::uint32_t> pieces{24, 30, 32, 36};
    for (std::uint32_t m = 1; m <= 18; ++m) {
        pieces.push_back(m);
    }
    for (const std::uint32_t m : pieces) {
        CAPTURE(m);
        const auto sends = receiver_matching(links, packets_in_turn(links, 8 * m));
        CHECK(slots_of(sends) == (7 * m + 5) / 6);
    }
}

TEST_CASE("parallel links shorten scatters and broadcasts, and not what one port hears") {
    const tutti::link_table links = support::links_by_name("box:dgx1");
    const tutti::link_table simple = support::links_by_name("dgx1-8");

    CHECK(slots_of(tutti::scatter_flow(links, 0)) == 2U);
    CHECK(tutti::arborescences(links, 0).size() == 6U);
    CHECK(tutti::arborescences(simple, 0).size() == 4U);
    CHECK(slots_of(tutti::loudest_first(links)) == slots_of(tutti::loudest_first(simple)));
    CHECK(tutti::loudest_first(links).size() == tutti::loudest_first(simple).size());
}

TEST_CASE("labels of links are those of ports, where links are parallel") {
    CHECK(!tutti::link_labels::of(support::links_by_name("box:hgx-a100")));
    CHECK(tutti::link_labels::of(support::links_by_name("circulant:12.1.5")));
    CHECK(tutti::link_labels::of(support::links_by_name("star-graph:4")));
}

}  // TEST_SUITE("topology/schedules")
