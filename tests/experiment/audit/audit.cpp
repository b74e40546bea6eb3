#include "tutti/experiment/audit.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
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
            const audit_report report = audited(plan, {.nodes = 4, .withheld = {each}});
            CHECK(report.verdict == locality::not_local);
        }
    }
    CHECK(needed.size() == tutti::all_knowledge_items.size());
}

TEST_CASE("views, tables, randomised and dynamic programs are local everywhere") {
    for (const std::string_view network : {"folded-torus:4x4", "torus:3x3x3"}) {
        check_local(on_network(entry("multinode-broadcast/split-classes"), network),
                    {.nodes = 5, .trials = 2});
    }
    check_local(on_network(entry("multinode-broadcast/product"), "product(ring:3,path:3)"),
                {.nodes = 9, .trials = 1});
    check_local(on_network(entry("simultaneous-broadcast/random-roots"), "hypercube:4", "random:5"),
                {.nodes = 16, .trials = 1});
    check_local(small(on_network(entry("dynamic-broadcast/intervals"), "hypercube:3")),
                {.nodes = 8, .trials = 3});
    check_local(on_network(entry("total-exchange/one-way"), "hypercube:3"),
                {.nodes = 4, .trials = 2});
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

TEST_CASE("items of knowledge have names and numbers") {
    for (const knowledge_item each : tutti::all_knowledge_items) {
        CHECK(tutti::knowledge_item_named(tutti::name_of(each)) == each);
    }
    CHECK(tutti::knowledge_item_named("slot-budget") == knowledge_item::slot_budget);
    CHECK(tutti::knowledge_item_named("k") == std::nullopt);
    tutti::knowledge knowledge;
    CHECK(to_string(knowledge) == "");
    knowledge.tell(knowledge_item::root, 3);
    knowledge.tell(knowledge_item::message_count, 12);
    CHECK(to_string(knowledge) == "K = 12, root = 3");
    CHECK(knowledge.knows(knowledge_item::root));
    CHECK(!knowledge.knows(knowledge_item::rank));
    CHECK_THROWS_AS(std::ignore = knowledge.number(knowledge_item::rank), std::logic_error);
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

TEST_CASE("a run of arrivals that goes wrong in its first slot leaves no slot to compare") {
    experiment plan = small(on_network(entry("dynamic-broadcast/intervals"), "array:3x3"));
    plan.parameters.insert_or_assign("algorithm", "split-packing");
    plan.ports = tutti::port_model::shout_and_whisper;

    const audit_report report = audited(plan, {.nodes = 2, .trials = 3});

    CHECK(report.verdict == locality::local);
    CHECK(report.first_run == tutti::verdict::model_violation);
    CHECK(report.first_text.find("slot 1, ") != std::string::npos);
}

TEST_CASE("what does not fit is refused as a run refuses it") {
    const experiment plan =
        on_network(entry("simultaneous-broadcast/pair"), "hypercube:3", "random:3");
    CHECK_THROWS_WITH_AS(audited(plan, {}), "'random:3': K = 3 packets, and pair takes exactly 2",
                         std::invalid_argument);
    const experiment greedy =
        on_network(entry("simultaneous-broadcast/greedy"), "hypercube:3", "random:3");
    CHECK_THROWS_AS(audited(greedy, {.memory_limit_bytes = 1}), tutti::memory_limit_exceeded);
    CHECK_THROWS_WITH_AS(
        audited(greedy, {.withheld = {knowledge_item::root}}),
        "root cannot be withheld: the nodes of simultaneous-broadcast/greedy know K",
        std::invalid_argument);
}

TEST_CASE("an audit that is stopped reports its findings so far") {
    std::stop_source stop;
    tutti::audit_progress progress;
    const audit_report report =
        audited(on_network(entry("simultaneous-broadcast/greedy"), "hypercube:3", "random:3"),
                {.stop = stop.get_token(), .progress = &progress, .begins = [&](const auto& scale) {
                     CHECK(scale.nodes == 8);
                     CHECK(scale.trials == 4);
                     CHECK(scale.events == 21 + 24 + 8);
                     stop.request_stop();
                 }});

    CHECK(report.verdict == locality::interrupted);
    CHECK(report.runs == 0);
    CHECK(tutti::exit_status(report) == 130);
}

TEST_CASE("an audit reports its findings as text and as JSON") {
    const experiment plan =
        on_network(entry("simultaneous-broadcast/greedy"), "hypercube:3", "nodes:0,5");
    const audit_report report = audited(plan, {.withheld = {knowledge_item::message_count}});

    const std::string table = tutti::to_table(report);
    CHECK(table.starts_with("simultaneous-broadcast/greedy on hypercube:3, nodes:0,5\n"));
    CHECK(table.find("  knowledge        K; alone something else in place of K\n") !=
          std::string::npos);
    CHECK(table.find("  first difference node ") != std::string::npos);
    CHECK(table.ends_with("\nnot local\n"));
    const std::string json = tutti::to_json(report);
    CHECK(json.starts_with("{\"schema\":\"tutti.audit/2\","));
    CHECK(json.find("\"known\":[\"K\"],\"withheld\":[\"K\"]") != std::string::npos);
    CHECK(json.find("\"verdict\":\"not-local\"") != std::string::npos);
    CHECK(json.find("\"isolation\":{\"process\":\"own\"") != std::string::npos);
    CHECK(table.find("  plain run        not compared\n") != std::string::npos);
}

}  // TEST_SUITE("tutti/experiment/audit.hpp")
