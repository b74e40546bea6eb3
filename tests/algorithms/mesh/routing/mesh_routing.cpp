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

TEST_SUITE("algorithms/mesh/routing/mesh_routing.cpp") {

namespace {

using support::mesh;
using tutti::node_id;

std::string listed(const std::vector<node_id>& nodes) {
    return fmt::format("{}", fmt::join(nodes, ","));
}

std::vector<node_id> drawn(const mesh& mesh, std::uint64_t count, tutti::split_mix& random) {
    std::vector<node_id> nodes = tutti::pick(mesh.nodes(), count, random.next());
    std::ranges::sort(nodes);
    return nodes;
}

std::uint64_t distance(const mesh& mesh, node_id a, node_id b) {
    std::uint64_t links = 0;
    for (int i = 0; i < mesh.d; ++i) {
        links += static_cast<std::uint64_t>(std::abs(mesh.digit(a, i) - mesh.digit(b, i)));
    }
    return links;
}

/// Farther than which no packet goes.
std::uint64_t farthest(const mesh& mesh, const std::vector<node_id>& from,
                       const std::vector<node_id>& to) {
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        most = std::max(most, distance(mesh, from[i], to[i]));
    }
    return most;
}

/// The message of rank i is delivered once, at destination i, and nothing else is.
void check_deliveries(const tutti::experiment& plan, const std::vector<node_id>& from,
                      const std::vector<node_id>& to) {
    support::event_recorder log;
    (void)support::run_logged(plan, log);
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

void check_routing(const mesh& mesh, const std::vector<node_id>& from,
                   const std::vector<node_id>& to) {
    tutti::experiment plan =
        support::on_network(support::entry("monotone-routing/greedy"), mesh.text(),
                            support::written(tutti::broadcasters_at(from)));
    if (!to.empty()) {
        plan.parameters["to"] = listed(to);
    }
    const tutti::result outcome = support::run(plan);
    CAPTURE(mesh.text());
    CAPTURE(outcome.broadcasters);
    CAPTURE(listed(to));

    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.slots == 2 * mesh.d * (mesh.p - 1));
    CHECK(outcome.transmissions ==
          support::hops_of_packing(mesh, 0, from) + support::hops_of_packing(mesh, 0, to));
    CHECK(outcome.control_transmissions == 0);
    CHECK(outcome.lower_bound.units == tutti::rational{farthest(mesh, from, to)});
    check_deliveries(plan, from, to);
}

void check_packing(const mesh& mesh, const std::vector<node_id>& from) {
    const tutti::experiment plan =
        support::on_network(support::entry("packing/greedy"), mesh.text(),
                            support::written(tutti::broadcasters_at(from)));
    const tutti::result outcome = support::run(plan);
    std::vector<node_id> first(from.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        first[i] = static_cast<node_id>(i);
    }
    CAPTURE(mesh.text());
    CAPTURE(outcome.broadcasters);

    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.slots == mesh.d * (mesh.p - 1));
    CHECK(outcome.transmissions == support::hops_of_packing(mesh, 0, from));
    CHECK(outcome.lower_bound.units == tutti::rational{farthest(mesh, from, first)});
    check_deliveries(plan, from, first);
}

std::vector<mesh> arrays() {
    std::vector<mesh> meshes = support::meshes(6, 5, 256);
    std::erase_if(meshes, [](const mesh& mesh) { return mesh.is_torus; });
    return meshes;
}

}  // namespace

TEST_CASE("any sources of a small array reach any destinations, in order") {
    const mesh mesh{.p = 2, .d = 2};
    for (std::uint64_t from = 0; from < 16; ++from) {
        for (std::uint64_t to = 0; to < 16; ++to) {
            if (support::members_of(from).size() == support::members_of(to).size()) {
                check_routing(mesh, support::members_of(from), support::members_of(to));
            }
        }
    }
    for (std::uint64_t from = 0; from < 512; ++from) {
        check_packing({.p = 3, .d = 2}, support::members_of(from));
    }
}

TEST_CASE("none, one, some and all of an array's nodes reach drawn destinations") {
    tutti::split_mix random{76};
    for (const mesh& mesh : arrays()) {
        for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, mesh.nodes() / 3,
                                          mesh.nodes() / 2, mesh.nodes() - 1, mesh.nodes()}) {
            const std::vector<node_id> from = drawn(mesh, count, random);
            check_routing(mesh, from, drawn(mesh, count, random));
            check_routing(mesh, from, from);
            check_packing(mesh, from);
        }
    }
}

}  // TEST_SUITE("algorithms/mesh/routing/mesh_routing.cpp")
