#include "algorithms/mesh/routing/mesh_routing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/mesh/promise.hpp"
#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "topology/random.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("algorithms/mesh/routing/mesh_routing.hpp") {

namespace {

using support::mesh;
using tutti::node_id;

std::string listed(const std::vector<node_id>& nodes) {
    return fmt::format("{}", fmt::join(nodes, ","));
}

std::vector<node_id> drawn(const mesh& where, std::uint64_t count, tutti::split_mix& random) {
    std::vector<node_id> nodes = tutti::pick(where.nodes(), count, random.next());
    std::ranges::sort(nodes);
    return nodes;
}

std::uint64_t distance(const mesh& where, node_id a, node_id b) {
    std::uint64_t links = 0;
    for (int i = 0; i < where.d; ++i) {
        links += static_cast<std::uint64_t>(std::abs(where.digit(a, i) - where.digit(b, i)));
    }
    return links;
}

/// Farther than which no packet goes.
std::uint64_t farthest(const mesh& where, const std::vector<node_id>& from,
                       const std::vector<node_id>& to) {
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        most = std::max(most, distance(where, from[i], to[i]));
    }
    return most;
}

/// The message of rank i is delivered once, at destination i, and nothing else is.
void check_deliveries(const tutti::experiment& asked, const std::vector<node_id>& from,
                      const std::vector<node_id>& to) {
    support::event_recorder log;
    (void)support::run_logged(asked, log);
    std::vector<std::size_t> delivered;
    for (const tutti::delivery& each : log.deliveries()) {
        const auto rank =
            static_cast<std::size_t>(std::ranges::find(from, each.content.origin) - from.begin());
        REQUIRE(rank < from.size());
        CHECK(each.to == to[rank]);
        delivered.push_back(rank);
    }
    std::ranges::sort(delivered);
    CHECK(delivered.size() == from.size());
    CHECK(std::ranges::adjacent_find(delivered) == delivered.end());
}

void check_routing(const mesh& where, const std::vector<node_id>& from,
                   const std::vector<node_id>& to) {
    tutti::experiment asked =
        support::on_network(support::entry("monotone-routing/greedy"), where.text(),
                            support::written(tutti::broadcasters_at(from)));
    if (!to.empty()) {
        asked.parameters["to"] = listed(to);
    }
    const tutti::result found = support::run(asked);
    CAPTURE(where.text());
    CAPTURE(found.broadcasters);
    CAPTURE(listed(to));

    CHECK(support::outcome_of(found) == "complete");
    CHECK(found.slots == 2 * where.d * (where.p - 1));
    CHECK(found.transmissions ==
          support::hops_of_packing(where, 0, from) + support::hops_of_packing(where, 0, to));
    CHECK(found.control_transmissions == 0);
    CHECK(found.lower_bound.units == tutti::rational{farthest(where, from, to)});
    check_deliveries(asked, from, to);
}

void check_packing(const mesh& where, const std::vector<node_id>& from) {
    const tutti::experiment asked =
        support::on_network(support::entry("packing/greedy"), where.text(),
                            support::written(tutti::broadcasters_at(from)));
    const tutti::result found = support::run(asked);
    std::vector<node_id> first(from.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        first[i] = static_cast<node_id>(i);
    }
    CAPTURE(where.text());
    CAPTURE(found.broadcasters);

    CHECK(support::outcome_of(found) == "complete");
    CHECK(found.slots == where.d * (where.p - 1));
    CHECK(found.transmissions == support::hops_of_packing(where, 0, from));
    CHECK(found.lower_bound.units == tutti::rational{farthest(where, from, first)});
    check_deliveries(asked, from, first);
}

std::vector<mesh> arrays() {
    std::vector<mesh> all = support::meshes(6, 5, 256);
    std::erase_if(all, [](const mesh& where) { return where.is_torus; });
    return all;
}

}  // namespace

TEST_CASE("any sources of a small array reach any destinations, in order") {
    const mesh where{.p = 2, .d = 2};
    for (std::uint64_t from = 0; from < 16; ++from) {
        for (std::uint64_t to = 0; to < 16; ++to) {
            if (support::members_of(from).size() == support::members_of(to).size()) {
                check_routing(where, support::members_of(from), support::members_of(to));
            }
        }
    }
    for (std::uint64_t from = 0; from < 512; ++from) {
        check_packing({.p = 3, .d = 2}, support::members_of(from));
    }
}

TEST_CASE("none, one, some and all of an array's nodes reach drawn destinations") {
    tutti::split_mix random{76};
    for (const mesh& where : arrays()) {
        for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, where.nodes() / 3,
                                          where.nodes() / 2, where.nodes() - 1, where.nodes()}) {
            const std::vector<node_id> from = drawn(where, count, random);
            check_routing(where, from, drawn(where, count, random));
            check_routing(where, from, from);
            check_packing(where, from);
        }
    }
}

}  // TEST_SUITE("algorithms/mesh/routing/mesh_routing.hpp")
