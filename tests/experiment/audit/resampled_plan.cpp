#include "experiment/audit/resampled_plan.hpp"

#include <array>
#include <string_view>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/experiment/audit.hpp"

TEST_SUITE("source/experiment/audit/resampled_plan.hpp") {

namespace {

using support::entry;
using support::on_network;
using tutti::experiment;
using tutti::knowledge_item;

constexpr std::uint64_t world_seed = 99;

tutti::redrawn_experiment world_of(const experiment& plan, std::uint64_t number = 0) {
    return tutti::resampled_plan(plan, {}, world_seed, number);
}

}  // namespace

TEST_CASE("other worlds have other broadcasters, as many where nodes are told K") {
    const experiment plan =
        on_network(entry("simultaneous-broadcast/greedy"), "hypercube:3", "nodes:0,5");
    for (std::uint64_t number = 0; number < 20; ++number) {
        const tutti::redrawn_experiment other = world_of(plan, number);
        CHECK(other.why_same == "");
        CHECK(draw_broadcasters(other.elsewhere) != draw_broadcasters(plan));
        CHECK(draw_broadcasters(other.elsewhere).packet_count() == 2);
    }
}

TEST_CASE("the seed of another world does not follow from that of the run") {
    experiment plan =
        on_network(entry("simultaneous-broadcast/greedy"), "hypercube:3", "nodes:0,5");
    const std::uint64_t seed = world_of(plan).elsewhere.seed;
    plan.seed = 1234;
    CHECK(world_of(plan).elsewhere.seed == seed);
}

TEST_CASE("broadcasters that cannot be others are said") {
    const experiment pair =
        on_network(entry("simultaneous-broadcast/pair"), "hypercube:1", "nodes:0,1");
    CHECK(world_of(pair).why_same == "16 draws gave those of the run of all");

    const tutti::audit_report report = tutti::audit(pair, {.trials = 2}, {});
    CHECK(report.verdict == tutti::locality::local);
    CHECK(report.isolation.same_worlds == 2);
    CHECK(tutti::to_table(report).ends_with(
        "; the inputs of the others were not redrawn: 16 draws gave those of the run of all\n"));
    CHECK(tutti::to_json(report).find("\"others\":\"not redrawn\",\"worlds_not_redrawn\":2") !=
          std::string::npos);
}

TEST_CASE("where every node is a source there is nothing to redraw but payloads and streams") {
    const experiment plan =
        on_network(entry("multinode-broadcast/rotation-classes"), "hypercube:3");
    CHECK(world_of(plan).why_same == "");
}

}  // TEST_SUITE("source/experiment/audit/resampled_plan.hpp")
