#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/distances.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/trees/shortest_path_tree.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("total-exchange/shortest-paths") {

namespace {

using tutti::node_id;
using tutti::slot;

tutti::experiment asked_of(const std::string& network, std::uint64_t packets = 1) {
    tutti::experiment plan =
        support::on_network(support::entry("total-exchange/shortest-paths"), network);
    plan.parameters = {{"packets", packets}};
    return plan;
}

/// The numbers of ways over the links, largest first, by going along every one of them.
std::vector<std::uint64_t> loads_of(const tutti::network& net) {
    const std::size_t nodes = tutti::node_count(net);
    std::vector<std::uint64_t> loads(nodes * nodes);
    for (node_id to = 0; to < nodes; ++to) {
        const tutti::shortest_path_tree tree{net, to};
        for (node_id from = 0; from < nodes; ++from) {
            for (node_id at = from; at != to;) {
                const node_id next = support::neighbour(net, at, tree.towards_root(at));
                ++loads[at * nodes + next];
                at = next;
            }
        }
    }
    std::ranges::sort(loads, std::ranges::greater{});
    return loads;
}

void check(const std::string& network, std::uint64_t packets) {
    CAPTURE(network);
    CAPTURE(packets);
    const tutti::experiment plan = asked_of(network, packets);
    const tutti::result outcome = support::run(plan);
    const std::vector<std::uint64_t> loads = loads_of(plan.built_network);
    const std::uint64_t nodes = tutti::node_count(plan.built_network);
    const int diameter = tutti::diameter(plan.built_network);
    const std::uint64_t hops = std::accumulate(loads.begin(), loads.end(), std::uint64_t{0});
    const std::uint64_t along =
        std::accumulate(loads.begin(), loads.begin() + diameter, std::uint64_t{0});
    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(outcome.transmissions == packets * hops);
    CHECK(outcome.expected_transmissions == packets * hops);
    CHECK(outcome.slots >= static_cast<slot>(packets * loads.front()));
    if (nodes > 1) {
        const std::uint64_t by_count = packets * nodes * (nodes - 1) - 1;
        const slot most =
            std::min(static_cast<slot>(packets * along), diameter + static_cast<slot>(by_count));
        CHECK((outcome.expected && outcome.expected->units == most));
    }
}

}  // namespace

TEST_CASE("all is exchanged in time, over as many links as the distances add up to") {
    for (const std::string& network : support::connected_networks()) {
        check(network, 1);
    }
    for (int seed = 1; seed <= 12; ++seed) {
        check("random-graph:" + std::to_string(seed + 1) + "." + std::to_string(seed * 5 % 11) +
                  "." + std::to_string(seed),
              static_cast<std::uint64_t>(1 + seed % 3));
    }
}

TEST_CASE("on paths the link in the middle is busy from the first slot to the last") {
    for (slot nodes = 2; nodes <= 15; ++nodes) {
        CAPTURE(nodes);
        const tutti::result outcome = support::run(asked_of("path:" + std::to_string(nodes)));
        CHECK(outcome.slots == nodes / 2 * ((nodes + 1) / 2));
    }
    CHECK(support::run(asked_of("complete:9")).slots == 1);
}

TEST_CASE("what takes long to work out is not known, and too many nodes are refused") {
    const tutti::algorithm& algorithm = support::entry("total-exchange/shortest-paths");
    const auto transmissions_on = [&](const std::string& network) {
        return algorithm.transmissions(tutti::problem_of(asked_of(network)));
    };
    CHECK(transmissions_on("torus:32x32").has_value());
    CHECK_FALSE(transmissions_on("hypercube:16").has_value());
    CHECK(algorithm.inapplicable_reason(tutti::parse_network("hypercube:17")) ==
          "takes at most 65536 nodes, not 131072");
}

}  // TEST_SUITE("total-exchange/shortest-paths")
