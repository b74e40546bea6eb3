/// @file
/// Programs along trees, for random participants of several networks: the others only forward.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("tutti/catalog/algorithm.hpp") {

namespace {

constexpr std::array networks{"fat-tree:4",  "dragonfly:2.1.2",      "box:hgx-a100", "torus:4x5",
                              "hypercube:4", "random-graph:24.10.3", "tree:3"};

struct program_case {
    std::string_view name;
    tutti::parameter_values parameters{};
    std::string_view broadcasters = "all";
};

/// Few, many, and all but one.
std::array<std::size_t, 3> counts_of(std::string_view network) {
    const std::size_t nodes = node_count(tutti::parse_network(network));
    return {3, nodes / 2, nodes - 1};
}

void check_for_participants(const program_case& run) {
    CAPTURE(run.name);
    for (const std::string_view network : networks) {
        CAPTURE(network);
        for (const std::size_t count : counts_of(network)) {
            CAPTURE(count);
            tutti::experiment plan =
                support::on_network(support::entry(run.name), network, run.broadcasters);
            plan.participants =
                tutti::participant_specification::parse(fmt::format("random:{}", count));
            plan.seed = count + network.size();
            plan.parameters = run.parameters;
            const tutti::result outcome = support::run(plan);
            CHECK(support::verdict_line(outcome) == "complete");
            CHECK(outcome.lower_bound.units <= outcome.units);
        }
    }
}

}  // namespace

TEST_CASE("broadcasts and barriers along trees and waves complete for random participants") {
    check_for_participants({.name = "broadcast/flooding"});
    check_for_participants({.name = "broadcast/tree"});
    check_for_participants({.name = "barrier/rounds", .parameters = {{"skew", 9U}}});
}

TEST_CASE("simultaneous broadcasts over trees complete for random participants") {
    for (const std::string_view broadcasters : {"all", "random:2", "none"}) {
        CAPTURE(broadcasters);
        check_for_participants(
            {.name = "simultaneous-broadcast/trees", .broadcasters = broadcasters});
        check_for_participants({.name = "simultaneous-broadcast/trees",
                                .parameters = {{"order", "nearest-first"}},
                                .broadcasters = broadcasters});
    }
}

TEST_CASE("allreduces over packed trees complete for random participants") {
    for (const std::string_view operation : {"sum", "xor", "min", "max"}) {
        CAPTURE(operation);
        check_for_participants({.name = "allreduce/packed-trees",
                                .parameters = {{"values", 5U}, {"operator", operation}}});
    }
    check_for_participants({.name = "allreduce/packed-trees"});
    check_for_participants({.name = "allreduce/packed-trees", .parameters = {{"values", 0U}}});
}

}  // TEST_SUITE("tutti/catalog/algorithm.hpp")
