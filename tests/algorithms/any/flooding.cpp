#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/distances.hpp"
#include "support/scratch.hpp"
#include "support/standard.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("algorithms/any/flooding.cpp") {

namespace {

using tutti::node_id;

tutti::experiment flooding_of(const std::string& network, node_id root) {
    tutti::experiment plan = support::on_network(support::entry("broadcast/flooding"), network);
    plan.root = root;
    return plan;
}

/// The links whose ends are equally far from the root, as far as the farthest or at all.
std::uint64_t level_links(const tutti::network& net, const std::vector<int>& from_root,
                          int least_distance) {
    std::uint64_t links = 0;
    for (node_id one = 0; one < from_root.size(); ++one) {
        for (node_id other = 0; other < one; ++other) {
            links += from_root[one] == from_root[other] && from_root[one] >= least_distance &&
                             tutti::port_towards(net, one, other) >= 0
                         ? 1U
                         : 0U;
        }
    }
    return links;
}

void check_from_every_root(const std::string& network) {
    const tutti::network net = tutti::parse_network(network);
    const auto distances = support::all_distances(net);
    for (node_id root = 0; root < distances.size(); ++root) {
        CAPTURE(network);
        CAPTURE(root);
        const tutti::result outcome = support::run(flooding_of(network, root));
        const int farthest = std::ranges::max(distances[root]);
        const bool ends_meet = level_links(net, distances[root], farthest) > 0;
        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.slots == farthest + (ends_meet ? 1 : 0));
        CHECK(outcome.transmissions ==
              tutti::link_count(net) / 2 + level_links(net, distances[root], 0));
        CHECK(outcome.expected_transmissions == outcome.transmissions);
    }
}

}  // namespace

TEST_CASE("flooding takes the distance of the farthest node, one slot more where two such meet") {
    std::ranges::for_each(support::connected_networks(), check_from_every_root);
    for (int seed = 1; seed <= 20; ++seed) {
        check_from_every_root("random-graph:" + std::to_string(seed) + "." +
                              std::to_string(seed * seed % 17) + "." + std::to_string(seed));
    }
}

TEST_CASE("a hypercube that lacks a link is flooded over the others") {
    std::string links;
    for (node_id node = 0; node < 16; ++node) {
        for (node_id bit = 1; bit < 16; bit *= 2) {
            if ((node & bit) == 0 && (node != 0 || bit != 8)) {
                links += std::to_string(node) + " " + std::to_string(node | bit) + "\n";
            }
        }
    }
    const support::scratch place;
    check_from_every_root("graph:" + place.file("cube.txt", links));
}

TEST_CASE("large networks of two halves have their figures without a search, others have none") {
    const auto& flooding = support::entry("broadcast/flooding");
    const auto slots_on = [&](const std::string& network) {
        const tutti::problem problem = {{.network = tutti::parse_network(network)},
                                        {.nodes = {0}, .packets = {1}}};
        CHECK(flooding.inapplicable_reason(problem.network).empty());
        CHECK(flooding.transmissions(problem).has_value() ==
              flooding.phases(problem)[0].expected_slots.has_value());
        return flooding.phases(problem)[0].expected_slots;
    };
    CHECK(slots_on("hypercube:30") == 30);
    CHECK(slots_on("array:30000x30000") == 2 * 29999);
    CHECK(slots_on("torus:30001x30001") == std::nullopt);
}

TEST_CASE("a task alone floods where nothing else fits") {
    const auto chosen = [](const char* network) {
        return tutti::choose_algorithm(support::standard(), "broadcast",
                                       tutti::parse_network(network), {})
            .name;
    };
    CHECK(chosen("hypercube:4") == "binomial");
    CHECK(chosen("torus:4x4") == "flooding");
    CHECK(chosen("petersen") == "flooding");
}

}  // TEST_SUITE("algorithms/any/flooding.cpp")
