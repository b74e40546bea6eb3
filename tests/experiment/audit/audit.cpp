#include "tutti/experiment/audit.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "experiment/audit/resampled_plan.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/knowledge.hpp"

TEST_SUITE("tutti/experiment/audit.hpp") {

namespace {

using support::entry;
using support::on_network;
using tutti::audit_report;
using tutti::experiment;
using tutti::knowledge_item;
using tutti::locality;

constexpr std::array<std::string_view, 8> small_networks{
    "hypercube:3", "array:3x3", "torus:3x3", "array:4x4",
    "torus:4x4",   "ring:6",    "path:5",    "product(ring:3,path:2)"};

// Few of all, so that there are others; where the algorithm takes no others, what it takes.
constexpr std::array<std::string_view, 4> small_sets{"nodes:1,1,5", "random:3", "random:2", "all"};

bool can_run(const experiment& plan) {
    if (!tutti::inapplicable_reason(*plan.algorithm, plan.built_network, plan.ports).empty()) {
        return false;
    }
    try {
        return tutti::inapplicable_reason(plan).empty();
    } catch (const std::invalid_argument&) {
        return false;
    }
}

experiment small(experiment plan) {
    if (plan.algorithm->goal->is_dynamic) {
        plan.parameters.insert_or_assign("intervals", 8);
        plan.parameters.insert_or_assign("rate", tutti::rational{1, 30});
    }
    return plan;
}

/// The first of the small networks, with the first of the sets, that the algorithm takes.
experiment small_experiment(const tutti::algorithm& algorithm) {
    for (const std::string_view network : small_networks) {
        for (const std::string_view set : small_sets) {
            experiment plan = small(on_network(algorithm, network, set));
            if (can_run(plan) && (algorithm.goal->takes_broadcasters || set == "all")) {
                return plan;
            }
        }
    }
    throw std::logic_error{algorithm.name + " runs nowhere"};
}

audit_report audited(const experiment& plan, tutti::audit_options options) {
    options.audit_seed =
        1;  // others may happen to draw a world in which a leak makes no difference
    return tutti::audit(plan, options, "audit");
}

std::string difference_of(const audit_report& report) {
    return report.difference ? report.difference->together + " / " + report.difference->alone : "";
}

void check_local(const experiment& plan, const tutti::audit_options& options) {
    CAPTURE(plan.algorithm->collective);
    CAPTURE(plan.algorithm->name);
    CAPTURE(plan.network.text());
    CAPTURE(plan.broadcasters.text());
    const audit_report report = audited(plan, options);
    CHECK(difference_of(report) == "");
    CHECK(report.first_text == "");
    CHECK(report.verdict == locality::local);
    CHECK(report.runs == report.audited.size() * options.trials);
    CHECK(report.isolation.has_own_processes);
    CHECK(report.isolation.rekeyed + report.isolation.not_rekeyed == report.runs);
}

constexpr std::uint64_t world_seed = 99;

tutti::redrawn_experiment world_of(const experiment& plan, std::uint64_t number = 0) {
    return tutti::resampled_plan(plan, {}, world_seed, number);
}

}  // namespace

TEST_CASE("all algorithms are local with what they declare, and not without any of it") {
    std::set<knowledge_item> needed;
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        CAPTURE(algorithm.collective);
        CAPTURE(algorithm.name);
        const experiment plan = small_experiment(algorithm);
        // Arrivals are resampled from the second world on.
        check_local(plan, {.nodes = 4, .trials = algorithm.goal->is_dynamic ? 2U : 1U});
        for (const knowledge_item each : algorithm.knowledge) {
            CAPTURE(tutti::name_of(each));
            needed.insert(each);
            // In few cases the item makes no difference at the first node, or in the first world.
            const auto is_noticed = [&](std::size_t nodes, std::uint64_t trials) {
                return audited(plan, {.nodes = nodes, .trials = trials, .withheld = {each}})
                           .verdict == locality::not_local;
            };
            CHECK((is_noticed(1, 1) || is_noticed(4, 4)));
        }
    }
    CHECK(needed.size() == tutti::all_knowledge_items.size());
}

TEST_CASE("nodes that pass messages on get other ones, those that fold values do not") {
    const tutti::audit_options few{.nodes = 3, .trials = 1};
    for (const std::string_view network : {"torus:4x4", "folded-torus:4x4"}) {
        CAPTURE(network);
        const audit_report passed =
            audited(on_network(entry("multinode-broadcast/split-classes"), network), few);
        CHECK(passed.isolation.rekeyed == 3);
        CHECK(passed.isolation.why_kept == "");
    }
    const audit_report folded = audited(on_network(entry("allreduce/tree"), "ring:6"), few);
    CHECK(folded.verdict == locality::local);
    CHECK(folded.isolation.not_rekeyed > 0);
    CHECK(tutti::to_table(folded).ends_with(
        "; contents not re-keyed: packets carry values that are made of messages\n"));
    tutti::audit_options keeping = few;
    keeping.keeps_contents = true;
    const audit_report report =
        audited(on_network(entry("broadcast/binomial"), "hypercube:3"), keeping);
    CHECK(report.isolation.not_rekeyed == 3);
    CHECK(report.isolation.why_kept == "as was asked for");
}

TEST_CASE("nodes of every kind are audited before others") {
    experiment plan = on_network(entry("reduce/shortest-paths"), "array:5x5");
    plan.root = 17;

    const audit_report few = audited(plan, {.nodes = 5, .trials = 1});
    const audit_report report = audited(plan, {.nodes = 100, .trials = 1});

    // Node 0 with a message, which is a corner; the root; an edge; one inside; the last.
    CHECK(few.audited == std::vector<tutti::node_id>{0, 1, 6, 17, 24});
    CHECK(report.audited.size() == 25);
    const audit_report some =
        audited(on_network(entry("simultaneous-broadcast/greedy"), "hypercube:4", "nodes:0,1,2,7"),
                {.nodes = 3, .trials = 1});
    CHECK(some.audited == std::vector<tutti::node_id>{0, 3, 15});
}

TEST_CASE("a run of all that goes wrong is audited up to there, and said to have gone wrong") {
    experiment plan = on_network(entry("multinode-broadcast/rotation-classes"), "hypercube:3");
    plan.ports = tutti::port_model::single_port_full_duplex;

    const audit_report report = audited(plan, {.nodes = 8, .trials = 1});

    CHECK(report.verdict == locality::local);
    CHECK(report.first_run == tutti::verdict::model_violation);
    CHECK(report.first_text.find("slot 1, node 0, port 1") != std::string::npos);
    CHECK(tutti::exit_status(report) == 3);
    CHECK(tutti::to_table(report).ends_with(
        "\nlocal up to the slot in which the run of all was broken off\n"));
}

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

}  // TEST_SUITE("tutti/experiment/audit.hpp")
