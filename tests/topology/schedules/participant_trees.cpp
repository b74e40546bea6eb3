/// @file
/// Trees that join the participants of a network: reference figures, an exhaustive search for
/// roots, and the verifier of schedules on random sets.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "collectives/input/broadcasters.hpp"
#include "network_by_name.hpp"
#include "node/schedule_verifier.hpp"
#include "table_digest.hpp"
#include "topology/participant_set.hpp"
#include "topology/schedules/arborescences.hpp"
#include "topology/schedules/delivery_trees.hpp"
#include "topology/schedules/packed_trees.hpp"

TEST_SUITE("topology/schedules") {

namespace {

using tutti::allreduce_sends;
using tutti::link_id;
using tutti::link_table;
using tutti::node_id;
using tutti::packed_trees;
using tutti::participant_set;

/// From `first` to `last` by `step`.
participant_set every(const link_table& links, node_id first, node_id last, node_id step = 1) {
    std::vector<node_id> nodes;
    for (node_id node = first; node <= last; node += step) {
        nodes.push_back(node);
    }
    return {std::move(nodes), links.node_count()};
}

participant_set random_participants(const link_table& links, std::size_t count,
                                    std::uint64_t seed) {
    std::vector<node_id> nodes = tutti::pick(links.node_count(), count, seed);
    std::ranges::sort(nodes);
    return {std::move(nodes), links.node_count()};
}

/// The least tree over links that none of some trees has, by searches from all nodes.
class exhaustive_search {
public:
    exhaustive_search(const link_table& links, const participant_set& participants)
        : links_{&links},
          participants_{participants.nodes(links.node_count())},
          is_used_(links.link_count()) {}

    [[nodiscard]] std::optional<packed_trees::tree> next() {
        std::optional<packed_trees::tree> best;
        std::vector<tutti::link_id> best_links;
        for (node_id root = 0; root < links_->node_count(); ++root) {
            packed_trees::tree tree{.root = root};
            const auto kept = kept_links(tree);
            if (kept && (!best || std::pair{tree.height, tree.links} <
                                      std::pair{best->height, best->links})) {
                best = tree;
                best_links = *kept;
            }
        }
        for (const tutti::link_id id : best_links) {
            is_used_[id] = true;
            is_used_[(*links_)[id].reverse] = true;
        }
        return best;
    }

private:
    [[nodiscard]] std::optional<std::vector<tutti::link_id>> kept_links(packed_trees::tree& tree) {
        std::vector<tutti::link_id> into(links_->node_count(), tutti::no_link);
        std::vector<std::uint32_t> depths(links_->node_count());
        std::vector<node_id> reached{tree.root};
        for (std::size_t i = 0; i < reached.size(); ++i) {
            for (const tutti::link_id id : links_->ids_of(reached[i])) {
                const node_id to = (*links_)[id].to;
                if (!is_used_[id] && to != tree.root && into[to] == tutti::no_link) {
                    into[to] = id;
                    depths[to] = depths[reached[i]] + 1;
                    reached.push_back(to);
                }
            }
        }
        std::vector<tutti::link_id> kept;
        for (node_id node : participants_) {
            if (node != tree.root && into[node] == tutti::no_link) {
                return std::nullopt;
            }
            tree.height = std::max(tree.height, depths[node]);
            for (; node != tree.root && std::ranges::count(kept, into[node]) == 0;
                 node = (*links_)[into[node]].from) {
                kept.push_back(into[node]);
            }
        }
        tree.links = static_cast<std::uint32_t>(kept.size());
        return kept;
    }

    const link_table* links_;
    std::vector<node_id> participants_;
    std::vector<bool> is_used_;
};

std::string heights_of(const std::vector<tutti::arborescence>& trees) {
    std::string heights;
    for (const tutti::arborescence& tree : trees) {
        heights += fmt::format(" {}", tree.height);
    }
    return heights;
}

allreduce_sends sends_of(const link_table& links, const packed_trees& trees,
                         const tutti::tree_values& values) {
    allreduce_sends sends;
    for (std::uint32_t now = 1; now <= values.slots(); ++now) {
        for (node_id node = 0; node < links.node_count(); ++node) {
            for_each_send(trees, values, node, std::int64_t{now} - 1,
                          [&](tutti::port through, std::uint32_t value, bool is_result) {
                              const auto ids = links.ids_of(node);
                              const link_id link = *std::ranges::lower_bound(
                                  ids, through, {}, [&](link_id id) { return links[id].through; });
                              (is_result ? sends.results : sends.partial_sums)
                                  .push_back({.slot = now, .link = link, .packet = value});
                          });
        }
    }
    std::ranges::sort(sends.partial_sums);
    std::ranges::sort(sends.results);
    return sends;
}

constexpr std::array networks{
    "fat-tree:4", "clos:2.4.4",           "dragonfly:2.1.2", "box:dgx1",    "box:hgx-a100",
    "torus:4x5",  "random-graph:24.10.3", "tree:3",          "hypercube:4", "star:9",
    "array:5x4"};

}  // namespace

TEST_CASE("packed trees have the reference slots, sends and digests") {
    struct row {
        const char* name;
        std::array<node_id, 3> nodes;  // first, last, step
        std::uint64_t values;
        std::uint64_t slots;
        std::size_t sends;
        std::uint64_t digest;
    };
    for (const auto& [name, nodes, values, slots, sends, digest] :
         {row{"fat-tree:4", {0, 15, 1}, 64, 69, 3584, 0x01af0119f519862d},
          row{"switch:16", {0, 15, 1}, 16, 17, 512, 0x9f631db493074585},
          row{"clos:2.4.4", {0, 15, 1}, 16, 19, 640, 0xfe12d446b72cb435},
          row{"dragonfly:2.1.2", {0, 11, 1}, 12, 19, 408, 0xc755a2b751b9740a},
          row{"star:9", {1, 8, 1}, 32, 33, 512, 0xe956775a16bf6ae5},
          row{"box:hgx-h100", {0, 7, 1}, 128, 9, 2048, 0x5183978eaa68df97},
          row{"box:dgx1", {0, 7, 1}, 32, 19, 448, 0xbca6c755d09e0c19},
          row{"torus:8x8", {0, 60, 4}, 64, 43, 3072, 0x66b26124001e6733}}) {
        CAPTURE(name);
        const link_table links = support::links_by_name(name);
        const packed_trees trees{links, every(links, nodes[0], nodes[1], nodes[2])};
        const tutti::tree_values carried{trees.trees(), values};
        const auto table = sends_of(links, trees, carried);
        std::vector<std::array<std::uint32_t, 5>> rows;
        for (const bool is_result : {false, true}) {
            for (const auto& [slot, from, through, value] :
                 support::rows_by_port(links, is_result ? table.results : table.partial_sums)) {
                rows.push_back({slot, from, through, value, is_result ? 1U : 0U});
            }
        }
        CHECK(carried.slots() == slots);
        CHECK(carried.transmissions() == sends);
        CHECK(rows.size() == sends);
        CHECK(support::digest_of(rows) == digest);
    }
}

TEST_CASE("each packed tree is the least of those from all roots") {
    for (const char* const name : networks) {
        CAPTURE(name);
        const link_table links = support::links_by_name(name);
        for (std::size_t count = 1; count <= links.node_count(); count += 1 + count / 2) {
            CAPTURE(count);
            const participant_set nodes = random_participants(links, count, count);
            exhaustive_search search{links, nodes};
            const packed_trees trees{links, nodes};
            for (const packed_trees::tree& tree : trees.trees()) {
                const auto expected = search.next();
                REQUIRE(expected);
                CHECK(tree.root == expected->root);
                CHECK(tree.height == expected->height);
                CHECK(tree.links == expected->links);
            }
            CHECK((count == 1 || !search.next()));
        }
    }
}

TEST_CASE("if all nodes are alike, the first root is found at once") {
    for (const char* const name : {"torus:4x5", "hypercube:4", "complete:5", "box:dgx1"}) {
        CAPTURE(name);
        const link_table links = support::links_by_name(name);
        const packed_trees known{links, {}, true};
        const packed_trees searched{links, {}};
        REQUIRE(known.trees().size() == searched.trees().size());
        CHECK(known.trees()[0].root == searched.trees()[0].root);
        CHECK(known.trees()[0].height == searched.trees()[0].height);
    }
}

TEST_CASE("schedules over trees fulfil what random participants require") {
    for (const char* const name : networks) {
        CAPTURE(name);
        const link_table links = support::links_by_name(name);
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            CAPTURE(seed);
            const std::size_t count = 2 + seed * (links.node_count() - 2) / 5;
            const participant_set nodes = random_participants(links, count, seed);
            const packed_trees packed{links, nodes};
            const auto sums = sends_of(links, packed, {packed.trees(), 7});
            CHECK(fulfils(links, merged(sums), {.values = 7, .participants = nodes}));

            const node_id root = nodes.at(count / 2);
            const auto pieces = broadcast_over(links, arborescences(links, root, nodes), 9);
            CHECK(fulfils(links, pieces,
                          {.begins = std::vector<node_id>(9, root), .participants = nodes}));

            for (const std::optional<std::uint32_t> detour :
                 {std::optional{0U}, std::optional{2U}, std::optional<std::uint32_t>{}}) {
                CHECK(fulfils(links, delivery_trees(links, detour, nodes),
                              {.begins = nodes.nodes(links.node_count()), .participants = nodes}));
            }
        }
    }
}

TEST_CASE("arborescences of participants have the reference heights and sends") {
    struct row {
        const char* name;
        std::vector<node_id> nodes;
        const char* heights;
        std::uint32_t slots;
        std::size_t sends;
    };
    // Nodes are split off in the last two.
    for (const auto& [name, nodes, heights, slots, sends] :
         {row{"bipartite:8x6", {0, 1, 2, 3, 4, 5, 6, 7}, " 2 2 2 2 2 2", 44, 2048},
          row{"box:dgx1", {0, 1, 2, 3, 4, 5, 6, 7}, " 3 4 3 6 3 7", 46, 1792},
          row{"array:6x6", {7, 8, 9, 14, 21, 28}, " 6 6 12 17", 74, 3108},
          row{"array:8x8", {9, 10, 18, 27, 28, 45, 54}, " 10 10 18 29", 80, 4670}}) {
        CAPTURE(name);
        const link_table links = support::links_by_name(name);
        const auto trees = arborescences(links, nodes.front(), {nodes, links.node_count()});
        const auto table = broadcast_over(links, trees, 256);
        CHECK(heights_of(trees) == heights);
        CHECK(slots_of(table) == slots);
        CHECK(table.size() == sends);
    }
}

}  // TEST_SUITE("topology/schedules")
