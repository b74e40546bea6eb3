/// @file
/// Digests of the tables of all makers, as two independent programs found them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "network_by_name.hpp"
#include "table_digest.hpp"
#include "topology/schedules/arborescences.hpp"
#include "topology/schedules/balanced_exchange.hpp"
#include "topology/schedules/balanced_routes.hpp"
#include "topology/schedules/delivery_trees.hpp"
#include "topology/schedules/loudest_first.hpp"
#include "topology/schedules/mirror.hpp"
#include "topology/schedules/mirror_windows.hpp"
#include "topology/schedules/one_port_matching.hpp"
#include "topology/schedules/open_shop.hpp"
#include "topology/schedules/receiver_matching.hpp"
#include "topology/schedules/scatter_flow.hpp"
#include "topology/schedules/translations.hpp"

TEST_SUITE("topology/schedules") {

namespace {

using support::digest_of;
using support::rows_by_port;
using support::table_row;
using tutti::duplex_mode;
using tutti::link_table;
using tutti::node_id;
using tutti::send_table;

std::vector<table_row> rows_by_receiver(const link_table& links, const send_table& sends) {
    std::vector<table_row> rows;
    for (const auto& [slot, link, packet] : sends) {
        rows.push_back({slot, links[link].from, links[link].to, packet});
    }
    return rows;
}

send_table matched_packets(const link_table& links) {
    return tutti::receiver_matching(links, tutti::packets_in_turn(links, links.node_count()));
}
send_table matched_pieces(const link_table& links) {
    return tutti::receiver_matching(links, std::vector<node_id>(16));
}
send_table translated(const link_table& links) {
    const auto schedule = tutti::translation_schedule::of(links);
    return schedule ? schedule->sends(links) : send_table{};
}
template <std::uint32_t Detour>
send_table trees(const link_table& links) {
    return tutti::delivery_trees(links, Detour);
}
/// The shortest window, if it is below two broadcasts.
send_table window(const link_table& links) {
    const send_table ends = matched_packets(links);
    const auto sends = static_cast<std::uint32_t>(ends.size());
    for (auto slots = std::max(slots_of(ends), (2 * sends - 1) / links.link_count() + 1);
         slots < 2 * slots_of(ends); ++slots) {
        if (auto made = tutti::mirror_window(links, links.node_count(), slots)) {
            return *std::move(made);
        }
    }
    return {};
}
send_table mirror(const link_table& links) {
    return find_mirror(links, tutti::distance_matrix{links}, links.node_count()).results;
}
template <std::uint32_t Detour>
send_table exchange(const link_table& links) {
    const tutti::distance_matrix distances{links};
    return exchange_with_all_ports(links, {links, distances, Detour, tutti::route_load::links});
}
template <duplex_mode Mode, std::uint32_t Detour>
send_table one_port_exchange(const link_table& links) {
    const tutti::distance_matrix distances{links};
    return exchange_with_one_port(links, {links, distances, Detour, tutti::route_load::nodes},
                                  Mode);
}
template <duplex_mode Mode>
send_table one_port(const link_table& links) {
    return one_port_matching(links, Mode);
}

/// Number of the tree, sender, port, receiver.
std::vector<table_row> rows_of_trees(const link_table& links) {
    std::vector<table_row> rows;
    std::uint32_t number = 0;
    for (const tutti::arborescence& tree : tutti::arborescences(links, 0)) {
        for (const tutti::link_id id : tree.link_into) {
            if (id != tutti::no_link) {
                const auto& [from, to, through, reverse] = links[id];
                rows.push_back({number, from, static_cast<std::uint32_t>(through), to});
            }
        }
        ++number;
    }
    return rows;
}

constexpr std::array<const char*, 6> networks{
    "torus:3x5", "array:4x4", "debruijn:4", "petersen", "random-graph:12.14.3", "rr3-32"};

using digests = std::array<std::uint64_t, networks.size()>;

struct digest_row {
    send_table (*make)(const link_table&);
    digests expected;  ///< by network; 0: there is no such table
};

const std::vector<digest_row> digest_rows{
    {matched_packets,
     {{0x6e138f5e4e17d5ee, 0xb7f01c5a3bf70b74, 0x36048fe38f35b009, 0xa7eec5c8a0540bc9,
       0x413add14ae7942c3, 0x3f91c8d44f12bb5e}}},
    {matched_pieces,
     {{0x8eb9f4fe832607d3, 0x52d78dae09dcc64e, 0x0290c6c5c2f5e70a, 0xa203737e6e6ef3b2,
       0x1b9dc67a6ede6584, 0x1c753be76ed8f70a}}},
    {translated, {{0xc54874b595c2e124, 0, 0, 0, 0, 0}}},
    {trees<0>,
     {{0xc442ca468a13cb3e, 0x6731719c233897fe, 0xf39dca6f8a818121, 0xb9b6f7c2daf6ec11,
       0x18aee7fa41267520, 0x679d2aa6dc6f97e9}}},
    {trees<2>,
     {{0x6e138f5e4e17d5ee, 0xb7f01c5a3bf70b74, 0x36048fe38f35b009, 0xa7eec5c8a0540bc9,
       0x3f0c386c5d2c1273, 0x82e48c9362e75ce2}}},
    {window,
     {{0, 0x525fe46f15d47d30, 0x4c9b109bf092b0a3, 0, 0x8a8b055ce72e5300, 0xde7c22bdab55aa8f}}},
    {mirror,
     {{0x4ce0eb73c18cd5f0, 0x2061ad3971216b46, 0x950c798c7580bcfe, 0x40093292d2c2527b,
       0x58376394e180b79b, 0x3c65383d3da05858}}},
    {exchange<0>,
     {{0x52222263835fdc43, 0xbce6d43e83e1f3ed, 0x02325a4fed7921e7, 0xe3b767cd02fb04ea,
       0x1d018829a16505de, 0xfb35e53c0692fe4a}}},
    {exchange<2>,
     {{0x33a999af11e16a5c, 0x56228dd5ce75b4cc, 0x39a11b7b6f40ead3, 0x586cde97e7a8a819,
       0xa877cd605eabf32c, 0x1d2878ec76d99c1c}}},
    {one_port_exchange<duplex_mode::full, 0>,
     {{0xaae72ece72257e3d, 0xd10754fc5e4bebc9, 0xe0ccda7cdc7c2d5a, 0x29852203d4a0fd28,
       0x9d21cff0f30eacc1, 0x32693accef47f516}}},
    {one_port_exchange<duplex_mode::full, 2>,
     {{0x8bc8c7e729683f24, 0x8fbf6a6146dbd3ef, 0x1e4b353253a45ec4, 0x29852203d4a0fd28,
       0xc375ca900009c1f0, 0x378ce1c54d00bfcc}}},
    {one_port_exchange<duplex_mode::half, 0>,
     {{0x32acf102a5c9a5f0, 0x4c61e519627e1ce0, 0x42f09ce7ee345136, 0xbb0f3f31dfc1ab06,
       0x17df90a059841406, 0xedd52d0ed43ad834}}},
    {one_port_exchange<duplex_mode::half, 2>,
     {{0xab0879dd6bdc1491, 0x59c686b084c1cf0f, 0x9bb3b807726a7ee3, 0xbb0f3f31dfc1ab06,
       0xb2082dd4b393e015, 0xf381cf1f8e79a163}}},
    {one_port<duplex_mode::full>,
     {{0x22d33957675f2440, 0x2a19118cd9427df3, 0x15ba734dfc2bcfdf, 0x695f2cadfd12d155,
       0x84732aa1218797ac, 0x460af4876e36ddd0}}},
    {one_port<duplex_mode::half>,
     {{0x7a58ee956dff35f0, 0x481410edce0d5ace, 0x1feaf0f9d734627f, 0xa294ee454a8c82e0,
       0x8e60d0a147a6837c, 0xa261920f5a8cdd0b}}},
};

constexpr digests digests_of_trees{0x9280e97d7b81aaf0, 0xa133dc709ed2da1e, 0x372171f8e9b0e960,
                                   0x1ffea27862e1c980, 0x4d9a22cb7d51d81c, 0x34281296d26dff8a};
constexpr digests digests_of_shouts{0xe116ee186c39377b, 0x85f61b2bfa005983, 0xe0a8612446532dd1,
                                    0xc8ade3c85fdd8a40, 0x83a17f60ec7ec6a5, 0x196297c02d79bb25};

}  // namespace

TEST_CASE("tables of every maker have the reference digests") {
    for (std::size_t i = 0; i < networks.size(); ++i) {
        CAPTURE(networks[i]);
        const link_table links = support::links_by_name(networks[i]);
        for (std::size_t row = 0; row < digest_rows.size(); ++row) {
            CAPTURE(row);
            const send_table sends = digest_rows[row].make(links);
            const std::uint64_t digest = digest_of(rows_by_port(links, sends));
            CHECK((sends.empty() ? 0 : digest) == digest_rows[row].expected[i]);
        }
        CHECK(digest_of(rows_of_trees(links)) == digests_of_trees[i]);
        CHECK(digest_of(rows_by_receiver(links, loudest_first(links))) == digests_of_shouts[i]);
    }
}

TEST_CASE("scatters by flow have the reference slots, sends and digests") {
    struct row {
        const char* name;
        std::uint32_t slots;
        std::size_t sends;
        std::uint64_t digest;
    };
    for (const auto& [name, slots, sends, digest] :
         {row{"array:4x4", 8, 48, 0xac0b8eb93824622e}, row{"ccc:3", 8, 75, 0x089082ff19f71d13},
          row{"cube4-minus-link", 5, 34, 0xcc8d674ef65bde36},
          row{"hypercube:5", 7, 80, 0x4bb97364c9140faf},
          row{"debruijn:4", 8, 41, 0xcf9a16869c7c5a0c},
          row{"random-graph:40.2.3", 19, 168, 0x4733c260d70d2d2e},
          row{"random-graph:64.128.1", 6, 143, 0x253922f8e0705a89},
          row{"torus:8x8", 16, 256, 0x81dad6c058bee1dd}}) {
        CAPTURE(name);
        const link_table links = support::links_by_name(name);
        const send_table table = tutti::scatter_flow(links, 0);
        CHECK(slots_of(table) == slots);
        CHECK(table.size() == sends);
        CHECK(digest_of(rows_by_receiver(links, table)) == digest);
    }
}

TEST_CASE("open shops have the reference slots, operations and digests") {
    struct row {
        const char* name;
        std::uint32_t slots;
        std::size_t operations;
        std::uint64_t digest;
    };
    for (const auto& [name, slots, operations, digest] :
         {row{"torus:4x4", 8, 32, 0xe6936e8b1e74a06c}, row{"torus:3x5", 9, 28, 0x55e9f4e99c550de3},
          row{"torus:3x3", 3, 12, 0x8e2e56a263f1a6bb}, row{"torus:5x5", 15, 60, 0x6b19438e3ab3883c},
          row{"torus:8x8", 64, 256, 0x9c61aa45336d1222},
          row{"torus:4x6", 18, 60, 0x1779034b06926b92},
          row{"torus:6x6", 27, 108, 0x853eee595cf25b45},
          row{"torus:7x7", 42, 168, 0x51d6673cf536c212},
          row{"hypercube:4", 8, 32, 0x35614a1d01f3fd6a}, row{"ring:9", 10, 20, 0xd57498f447b5fee9},
          row{"torus:3x3x3", 9, 54, 0x01db10e5cb11114a},
          row{"torus:4x4x4", 32, 192, 0x88127fff5228a5b9},
          row{"ring:8", 10, 16, 0x98b8b0915da6a78c}}) {
        CAPTURE(name);
        const tutti::open_shop_schedule schedule{
            tutti::cyclic_factors(tutti::parse_network(name)).value()};
        std::vector<std::array<std::uint32_t, 3>> rows;
        for (const auto& [slot, job, machine] : schedule.operations()) {
            rows.push_back({slot, job, machine});
        }
        CHECK(schedule.slots() == slots);
        CHECK(rows.size() == operations);
        CHECK(digest_of(rows) == digest);
    }
    CHECK(!tutti::cyclic_factors(tutti::parse_network("array:3x3")));
    CHECK(!tutti::cyclic_factors(tutti::parse_network("product(ring:3,petersen)")));
}

}  // TEST_SUITE("topology/schedules")
