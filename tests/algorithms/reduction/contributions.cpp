#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/reduction.hpp"
#include "reduction_trial.hpp"
#include "support/standard.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("collectives/reduction.hpp") {

namespace {

constexpr std::array<std::string_view, 42> networks{"hypercube:1",
                                                    "hypercube:2",
                                                    "hypercube:3",
                                                    "hypercube:4",
                                                    "path:1",
                                                    "path:2",
                                                    "path:5",
                                                    "path:8",
                                                    "ring:1",
                                                    "ring:2",
                                                    "ring:3",
                                                    "ring:4",
                                                    "ring:5",
                                                    "ring:6",
                                                    "ring:7",
                                                    "ring:8",
                                                    "ring:11",
                                                    "ring:16",
                                                    "array:2x2",
                                                    "array:2x3",
                                                    "array:3x3",
                                                    "array:4x4",
                                                    "array:2x2x2",
                                                    "array:2x2x2x2",
                                                    "array:2x2x3",
                                                    "torus:3x3",
                                                    "torus:4x4",
                                                    "torus:2x3",
                                                    "torus:2x2x2",
                                                    "torus:3x5",
                                                    "torus:2x2x4",
                                                    "folded-torus:4",
                                                    "folded-torus:7",
                                                    "folded-torus:3x3",
                                                    "folded-torus:4x4",
                                                    "complete:5",
                                                    "star:4",
                                                    "tree:3",
                                                    "wheel:6",
                                                    "debruijn:3",
                                                    "random-graph:12.4.3",
                                                    "product(path:3,star:4)"};

/// Bits that count the contributions of one node. Up to 16 nodes have room.
std::uint64_t width(std::size_t nodes) { return nodes <= 8 ? 8 : 4; }

/// In every value of a node its own counter is 1 and all others are 0.
tutti::node_input counters_of(tutti::node_id node, std::size_t nodes, std::uint64_t values) {
    const std::uint64_t own = std::uint64_t{1} << width(nodes) * node;
    return {.messages = {node, tutti::node_vector<std::uint64_t>(values, own)}};
}

/// Sum of all values if each of them is counted once.
std::uint64_t all_once(std::size_t nodes) {
    std::uint64_t sum = 0;
    for (std::size_t node = 0; node < nodes; ++node) {
        sum |= std::uint64_t{1} << width(nodes) * node;
    }
    return sum;
}

/// Of which numbers the node has to have the results.
bool is_kept(const tutti::experiment& plan, tutti::node_id node, std::uint32_t number) {
    return plan.algorithm->collective == "reduce" ? node == plan.root
           : plan.algorithm->collective == "reduce-scatter"
               ? number % tutti::node_count(plan.built_network) == node
               : true;
}

/// Every result once, with every contribution once, and nothing else.
void check_counters(const tutti::experiment& plan, std::uint32_t values) {
    const std::size_t nodes = tutti::node_count(plan.built_network);
    const support::own_run run = support::run_on(
        plan, [&](tutti::node_id node) { return counters_of(node, nodes, values); });
    CHECK(run.report.ending == tutti::run_ending::completed);
    for (std::size_t id = 0; id < nodes; ++id) {
        const auto node = static_cast<tutti::node_id>(id);
        std::map<std::uint32_t, std::uint64_t> due;
        for (std::uint32_t number = 0; number < values; ++number) {
            if (is_kept(plan, node, number)) {
                due[number] = all_once(nodes);
            }
        }
        std::map<std::uint32_t, std::uint64_t> results;
        for (const tutti::delivery& each : run.delivered[id]) {
            results[each.content.number] = each.content.payload;
        }
        CAPTURE(id);
        CHECK(results == due);
        CHECK(run.delivered[id].size() == due.size());
    }
}

/// True if the algorithm accepts the plan.
bool is_taken(const tutti::experiment& plan) {
    try {
        (void)tutti::problem_of(plan);
        return true;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

/// Checks one algorithm on one network, with as many values as distinguish it. @return the runs
std::size_t check_on(const tutti::algorithm& algorithm, std::string_view network) {
    const auto nodes =
        static_cast<std::uint32_t>(tutti::node_count(tutti::parse_network(std::string{network})));
    std::size_t runs = 0;
    for (const std::uint32_t values : {1U, 3U, nodes, nodes + 1, 5 * nodes}) {
        for (const tutti::port_model ports : algorithm.ports) {
            const tutti::experiment plan =
                support::to_fold(algorithm, {.network = std::string{network},
                                             .values = values,
                                             .root = nodes - 1,
                                             .ports = ports});
            if (is_taken(plan)) {
                CAPTURE(algorithm.collective);
                CAPTURE(algorithm.name);
                CAPTURE(network);
                CAPTURE(values);
                check_counters(plan, values);
                ++runs;
            }
        }
    }
    return runs;
}

}  // namespace

TEST_CASE("every result of every reduction holds what each node has once, none twice") {
    std::size_t algorithms = 0;
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        if (algorithm.collective != "reduce" && algorithm.collective != "reduce-scatter" &&
            algorithm.collective != "allreduce") {
            continue;
        }
        ++algorithms;
        std::size_t runs = 0;
        for (const std::string_view network : networks) {
            if (algorithm.inapplicable_reason(tutti::parse_network(std::string{network})).empty()) {
                runs += check_on(algorithm, network);
            }
        }
        CAPTURE(algorithm.collective);
        CAPTURE(algorithm.name);
        CHECK(runs > 3);
    }
    CHECK(algorithms >= 22);
}

}  // TEST_SUITE("collectives/reduction.hpp")
