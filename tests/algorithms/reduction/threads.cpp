#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "reduction_trial.hpp"
#include "support/standard.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("collectives/reduction.hpp") {

namespace {

constexpr std::array<std::string_view, 6> networks{"hypercube:5", "ring:9",           "array:4x4",
                                                   "torus:5x5",   "folded-torus:5x5", "ccc:3"};

bool is_reduction(const tutti::algorithm& algorithm) {
    return algorithm.collective == "reduce" || algorithm.collective == "reduce-scatter" ||
           algorithm.collective == "allreduce";
}

/// With N values where it takes them, or else one.
tutti::experiment experiment_for(const tutti::algorithm& algorithm, std::string_view network,
                                 std::string_view mode) {
    const std::string name{network};
    const std::uint64_t nodes = tutti::node_count(tutti::parse_network(name));
    support::folding folding{.network = name, .values = nodes, .root = 3, .mode = mode};
    if (!tutti::inapplicable_reason(support::to_fold(algorithm, folding)).empty()) {
        folding.values = 1;
    }
    return support::to_fold(algorithm, folding);
}

}  // namespace

TEST_CASE("reductions by any operator have one digest on any threads, and each its own") {
    constexpr std::array<std::string_view, 4> operators{"sum", "xor", "min", "max"};
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        for (const std::string_view network : networks) {
            if (!is_reduction(algorithm) ||
                !algorithm.inapplicable_reason(tutti::parse_network(std::string{network}))
                     .empty()) {
                continue;
            }
            CAPTURE(algorithm.collective);
            CAPTURE(algorithm.name);
            CAPTURE(network);
            std::array<std::uint64_t, operators.size()> digests{};
            for (std::size_t i = 0; i < operators.size(); ++i) {
                const tutti::experiment plan = experiment_for(algorithm, network, operators[i]);
                const tutti::result alone = support::run(plan);
                CHECK(support::verdict_line(alone) == "complete");
                digests[i] = alone.digest;
                for (const int threads : {2, 7}) {
                    CHECK(support::run(plan, {.threads = threads}).digest == alone.digest);
                }
            }
            for (std::size_t i = 1; i < operators.size(); ++i) {
                CHECK(digests[i] != digests[i - 1]);
            }
        }
    }
}

TEST_CASE("barriers have one digest on any threads") {
    for (const std::string_view name :
         {"barrier/dimension-exchange", "barrier/single-port", "barrier/rounds"}) {
        tutti::experiment plan = support::on_cube(support::entry(name), 6);
        plan.parameters = {{"skew", 9U}};
        const tutti::result alone = support::run(plan);
        CHECK(support::verdict_line(alone) == "complete");
        for (const int threads : {2, 7}) {
            CHECK(support::run(plan, {.threads = threads}).digest == alone.digest);
        }
    }
}

}  // TEST_SUITE("collectives/reduction.hpp")
