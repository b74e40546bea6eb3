/// @file
/// Reference figures of the schedules that spread packets to participants: slots, sends and digests
/// as another program found them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "network_by_name.hpp"
#include "participant_sets.hpp"
#include "table_digest.hpp"
#include "topology/participant_set.hpp"
#include "topology/schedules/common/distance_matrix.hpp"
#include "topology/schedules/mirror.hpp"
#include "topology/schedules/mirror_windows.hpp"
#include "topology/schedules/receiver_matching.hpp"
#include "util/counts.hpp"

TEST_SUITE("topology/schedules") {

namespace {

using tutti::link_table;
using tutti::node_id;
using tutti::participant_set;
using tutti::send_table;

enum class rule : std::uint8_t { allgather, reduce_scatter, broadcast, mirror, windows };

struct reference_row {
    rule maker;
    std::string network;
    std::string participants;
    std::uint32_t count;   ///< pieces of a message, or values
    std::uint32_t choice;  ///< root, or chunks
    std::uint32_t slots;
    std::size_t sends;
    std::uint64_t digest;  ///< of one half, or of a window
};
const std::vector<reference_row> rows{
    {rule::allgather, "fat-tree:4", "0-15", 1, 0, 17, 488, 0x22282bee0d15e2c8},
    {rule::reduce_scatter, "fat-tree:4", "0-15", 1, 0, 17, 488, 0x4b2afbf9bdc27894},
    {rule::broadcast, "fat-tree:4", "0-15", 1, 0, 6, 28, 0x6caf13dc35996369},
    {rule::broadcast, "fat-tree:4", "0-15", 16, 0, 21, 448, 0x7a8e1ffa96b5be92},
    {rule::mirror, "fat-tree:4", "0-15", 16, 0, 21, 896, 0x33e3173c9c6091cf},
    {rule::broadcast, "fat-tree:4", "0-3", 16, 0, 19, 96, 0x45e60c3411f2e3cf},
    {rule::allgather, "fat-tree:4", "0-12/4", 1, 0, 8, 52, 0x836dd1fe4b041f68},
    {rule::reduce_scatter, "fat-tree:4", "0-12/4", 1, 0, 8, 52, 0x5f5a29e0eea43f28},
    {rule::broadcast, "fat-tree:4", "0-12/4", 16, 0, 21, 192, 0xc7043ddf11182c87},
    {rule::broadcast, "fat-tree:6", "0-53", 16, 0, 21, 1248, 0x1c001c1ba0dd6769},
    {rule::reduce_scatter, "switch:16", "0-15", 1, 0, 16, 256, 0xbb81838ff859f291},
    {rule::broadcast, "switch:16", "0-15", 1, 0, 2, 16, 0x0e53fbdc854b8a13},
    {rule::broadcast, "switch:16", "0-15", 16, 0, 17, 256, 0xb5f6b3b847b74c0e},
    {rule::allgather, "switch:16", "4-11", 1, 0, 8, 64, 0x96fb05e049d543d1},
    {rule::reduce_scatter, "switch:16", "4-11", 1, 0, 8, 64, 0x95236c9581da37ed},
    {rule::reduce_scatter, "clos:2.4.4", "0-15", 1, 0, 16, 330, 0xa38e30bc98dc3ea4},
    {rule::broadcast, "clos:2.4.4", "0-15", 1, 0, 4, 20, 0xc594bbdd5d37f935},
    {rule::broadcast, "clos:2.4.4", "0-15", 64, 0, 67, 1280, 0x6dfe8eabe5ada79f},
    {rule::reduce_scatter, "clos:4.4.4", "0-15", 1, 0, 16, 333, 0x0be5ca409325d210},
    {rule::broadcast, "clos:4.4.4", "0-15", 16, 0, 19, 320, 0xe5bc071404a97da1},
    {rule::mirror, "clos:4.4.4", "0-15", 16, 0, 19, 640, 0x97cedd795265c9f5},
    {rule::broadcast, "dragonfly:2.1.2", "0-11", 16, 0, 20, 272, 0x7620be0958b72a7a},
    {rule::mirror, "dragonfly:2.1.2", "0-11", 12, 0, 19, 408, 0xa5ae828413f6dc46},
    {rule::reduce_scatter, "dragonfly:4.2.0", "all", 1, 0, 7, 1260, 0xd2fd21af519ed89d},
    {rule::broadcast, "dragonfly:4.2.0", "all", 1, 0, 3, 35, 0x6911810b5df1b4ca},
    {rule::broadcast, "dragonfly:4.2.0", "all", 16, 0, 7, 560, 0x7af9099840ff0e87},
    {rule::reduce_scatter, "dragonfly:4.2.1", "0-35", 1, 0, 37, 2556, 0xe1e5f47b97b929af},
    {rule::broadcast, "dragonfly:4.2.1", "0-35", 16, 0, 20, 1136, 0xf083864c60b3b8cd},
    {rule::allgather, "star:9", "1-8", 1, 0, 8, 64, 0xf53207b1ffb448dd},
    {rule::reduce_scatter, "star:9", "1-8", 1, 0, 8, 64, 0xa4263414965ff7dd},
    {rule::broadcast, "star:9", "1-8", 1, 1, 2, 8, 0x02c4c17b19732e27},
    {rule::broadcast, "star:9", "1-8", 16, 1, 17, 128, 0x35a83d5801a61488},
    {rule::mirror, "star:9", "1-8", 8, 0, 9, 128, 0x7f0082849add6845},
    {rule::reduce_scatter, "bipartite:8x6", "0-7", 1, 0, 3, 94, 0x3be0c3975b834a55},
    {rule::broadcast, "bipartite:8x6", "0-7", 1, 0, 2, 8, 0xfeeb47228bac3996},
    {rule::broadcast, "bipartite:8x6", "0-7", 64, 0, 12, 512, 0x7dbc4b418631dd67},
    {rule::mirror, "bipartite:8x6", "0-7", 8, 0, 3, 128, 0xaa078f2068893375},
    {rule::allgather, "torus:8x8", "0-63/9", 1, 0, 8, 160, 0x617de59e8d65e51c},
    {rule::reduce_scatter, "torus:8x8", "0-63/9", 1, 0, 8, 160, 0xf6bcd9a7c119d2cf},
    {rule::broadcast, "torus:8x8", "0-63/9", 1, 0, 8, 23, 0x100c0fe79de57153},
    {rule::broadcast, "torus:8x8", "0-63/9", 16, 0, 11, 371, 0x862401a56e966c8b},
    {rule::broadcast, "torus:8x8", "0-63/9", 64, 0, 23, 1517, 0x204f528f2519de0d},
    {rule::allgather, "torus:8x8", "0-31", 1, 0, 9, 1170, 0x3b09bcf1a2e04e19},
    {rule::reduce_scatter, "torus:8x8", "0-31", 1, 0, 9, 1170, 0x4d5b8805a832eaad},
    {rule::allgather, "torus:8x8", "0-60/4", 1, 0, 8, 336, 0x7427b8c92e974a29},
    {rule::reduce_scatter, "torus:8x8", "0-60/4", 1, 0, 8, 336, 0x811b926206e6ecbd},
    {rule::allgather, "slim-fly:5", "all", 1, 0, 7, 2450, 0x78f370a22bea2ce7},
    {rule::broadcast, "slim-fly:5", "all", 16, 0, 5, 784, 0xd0237bb904a29d58},
    {rule::allgather, "slim-fly:5", "0-24", 1, 0, 5, 845, 0x24963546311c73de},
    {rule::reduce_scatter, "star-graph:4", "all", 1, 0, 8, 552, 0x250668f93f368db9},
    {rule::broadcast, "star-graph:4", "all", 16, 0, 9, 368, 0xb220d65c07294e31},
    {rule::allgather, "circulant:16.1.4", "all", 1, 0, 4, 240, 0x13a0019fdfa05f8a},
    {rule::reduce_scatter, "circulant:16.1.4", "all", 1, 0, 4, 240, 0x29c47184ab676c3f},
    {rule::broadcast, "circulant:16.1.4", "all", 16, 0, 7, 240, 0x0d9de118443059ae},
    {rule::reduce_scatter, "generalized-hypercube:4x4", "0-7", 1, 0, 2, 56, 0x6152bb9436b79475},
    {rule::allgather, "random-regular:32.3.1", "0-30/2", 1, 0, 11, 378, 0x84b8948110737e44},
    {rule::mirror, "random-regular:32.3.1", "0-30/2", 16, 0, 19, 724, 0x9317f32e0c90b9d7},
    {rule::allgather, "random-regular:16.4.7", "all", 1, 0, 4, 240, 0x1e4fd80a3aef7df3},
    {rule::reduce_scatter, "random-regular:16.4.7", "all", 1, 0, 4, 240, 0x4f1e72f4a8d936fa},
    {rule::broadcast, "random-regular:16.4.7", "all", 16, 0, 7, 240, 0x03f51e8de6106156},
    {rule::reduce_scatter, "hypercube:5", "0-30/3", 1, 0, 4, 208, 0x8bfe537ed82e5870},
    {rule::broadcast, "hypercube:5", "0-30/3", 16, 0, 8, 287, 0x602edcc60ce2b52e},
    {rule::allgather, "hypercube:5", "0 3 5 6 9 10 12 15 17 18 20 23 24 27 29 30", 1, 0, 5, 383,
     0x9d3b5c8455727537},
    {rule::allgather, "torus8x8-minus-4-nodes", "0-58/2", 1, 0, 16, 1395, 0x9a3d342a3b57b87b},
    {rule::reduce_scatter, "torus8x8-minus-4-nodes", "0-58/2", 1, 0, 16, 1395, 0x28a449f919fdc04e},
    {rule::allgather, "array:8x8", "0 7 56 63", 1, 0, 14, 84, 0x53ac9ae5434bb9e2},
    {rule::reduce_scatter, "array:8x8", "0 7 56 63", 1, 0, 14, 84, 0x65f33c108a01d0da},
    {rule::reduce_scatter, "path:12", "0 3 6 9 11", 1, 0, 11, 55, 0x41d65a7928e26212},
    {rule::broadcast, "ring:12", "0 4 8", 16, 0, 13, 128, 0x966c1640fbb5ed27},
    {rule::broadcast, "box:dgx1", "all", 16, 0, 5, 112, 0xce7fb22acd80c76d},
    {rule::broadcast, "box:dgx1", "all", 64, 0, 13, 448, 0xa7fa633da587baa8},
    {rule::allgather, "box:hgx-a100", "0-7", 1, 0, 2, 67, 0x92c068ef7bbe6a3d},
    {rule::reduce_scatter, "box:hgx-a100", "0-7", 1, 0, 2, 67, 0x4ae39e19956226a3},
    {rule::broadcast, "box:hgx-a100", "0-7", 1, 0, 2, 8, 0x25730891c5bfb7dd},
    {rule::broadcast, "box:hgx-a100", "0-7", 16, 0, 3, 128, 0x0bb10c11b1eeaaeb},
    {rule::broadcast, "box:hgx-a100", "0-7", 64, 0, 7, 512, 0x7d2a47d9d97d7319},
    {rule::mirror, "box:hgx-a100", "0-7", 8, 0, 2, 128, 0x1ca4be24192d7f71},
    {rule::allgather, "box:hgx-h100", "0-7", 1, 0, 2, 65, 0xdfc651a7cd9ec126},
    {rule::reduce_scatter, "box:hgx-h100", "0-7", 1, 0, 2, 65, 0x6a1cb03d1a980e1b},
    {rule::broadcast, "box:hgx-h100", "0-7", 1, 0, 2, 8, 0xc88d1ce4b09b1a22},
    {rule::broadcast, "box:hgx-h100", "0-7", 16, 0, 2, 128, 0xb378e7c4b5133123},
    {rule::mirror, "box:hgx-h100", "0-7", 8, 0, 2, 128, 0x0e052512d0d3c7d1},
    {rule::allgather, "box:dgx1", "all", 2, 0, 3, 112, 0xfdbce4da76b60e12},
    {rule::allgather, "box:dgx1", "all", 5, 0, 6, 280, 0xb0e2cf13f0d1004a},
    {rule::allgather, "box:dgx1", "all", 30, 0, 35, 1680, 0x899289aa2ef4371f},
    {rule::allgather, "box:dgx1", "all", 60, 0, 70, 3360, 0xefb308de1be293c3},
    {rule::allgather, "box:hgx-a100", "0-7", 6, 0, 5, 510, 0x6a7383677bfe50bc},
    {rule::allgather, "box:hgx-a100", "0-7", 12, 0, 8, 971, 0x122259439a489faa},
    {rule::allgather, "box:hgx-h100", "0-7", 6, 0, 4, 474, 0x31e400bfe35d4c21},
    {rule::allgather, "bipartite:8x6", "0-7", 6, 0, 8, 494, 0x8074189fa3876dad},
    {rule::windows, "random-regular:32.3.1", "0-30/2", 64, 4, 61, 2982, 0x5f8a422f48f6e6bc},
    {rule::windows, "bipartite:8x6", "0-7", 128, 16, 66, 2978, 0x7029329cf6e63c4c},
    {rule::windows, "box:dgx1", "all", 32, 4, 13, 448, 0x033afdcb9f7d6eaa}};

/// Slots and sends of a whole schedule, and the rows that its digest is of.
struct made_table {
    std::uint32_t slots = 0;
    std::size_t sends = 0;
    send_table rows;
};

made_table whole(const send_table& sends) { return {slots_of(sends), sends.size(), sends}; }

made_table windows(const link_table& links, const reference_row& is,
                   const participant_set& participants) {
    const auto made = tutti::find_mirror_windows(links, is.count, is.choice, participants).value();
    const auto [sums, results] = sends_of(links, made, is.count);
    return {made.slots(), sums.size() + results.size(), made.window};
}

made_table table_of(const link_table& links, const reference_row& is,
                    const participant_set& participants) {
    const auto each = is.count * static_cast<std::uint32_t>(participants.size(links.node_count()));
    const auto allgather = [&] {
        return receiver_matching(links, packets_in_turn(links, each, participants), participants);
    };
    switch (is.maker) {
        case rule::allgather:
            return whole(allgather());
        case rule::reduce_scatter:
            return whole(reversed(links, allgather()));
        case rule::broadcast:
            return whole(
                receiver_matching(links, std::vector<node_id>(is.count, is.choice), participants));
        case rule::mirror: {
            const auto made =
                find_mirror(links, tutti::distance_matrix{links}, is.count, participants);
            return {made.shape.slots, 2 * made.results.size(), made.results};
        }
        case rule::windows:
            return windows(links, is, participants);
    }
    return {};
}

/// As the reference numbers ports of arrays, without gaps.
std::uint64_t digest_of(const link_table& links, const send_table& sends) {
    std::vector<support::table_row> table;
    for (const auto& [slot, link, packet] : sends) {
        const node_id from = links[link].from;
        table.push_back({slot, from, link - links.first(from), packet});
    }
    return support::digest_of(table);
}

}  // namespace

TEST_CASE("tables for participants are those of the reference") {
    for (const reference_row& row : rows) {
        CAPTURE(tutti::to_underlying(row.maker));
        CAPTURE(row.network);
        CAPTURE(row.participants);
        CAPTURE(row.count);
        const link_table links = support::links_by_name(row.network);
        const auto [slots, sends, table] =
            table_of(links, row, support::participants_of(row.participants, links));
        CHECK(slots == row.slots);
        CHECK(sends == row.sends);
        CHECK(digest_of(links, table) == row.digest);
    }
}

}  // TEST_SUITE("topology/schedules")
