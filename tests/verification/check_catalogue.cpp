// Recordings of correct runs: every claim that can be verified holds.
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "recording/check/recording_check.hpp"
#include "recording/recorded.hpp"
#include "support/scratch.hpp"
#include "support/standard.hpp"
#include "web/replay.hpp"

TEST_SUITE("recording/check/recording_check.hpp") {

namespace {

using support::entry;
using support::on_network;
using support::opened;
using support::recorded;

constexpr std::array<std::string_view, 12> small_networks{"hypercube:3",
                                                          "hypercube:4",
                                                          "array:3x3",
                                                          "array:4x4",
                                                          "torus:3x3",
                                                          "torus:4x4",
                                                          "ring:6",
                                                          "path:5",
                                                          "star:5",
                                                          "folded-torus:3x3",
                                                          "product(ring:3,path:2)",
                                                          "random-graph:9.14.2"};

bool can_run(const tutti::experiment& plan) {
    if (!tutti::inapplicable_reason(*plan.algorithm, plan.built_network, plan.ports).empty()) {
        return false;
    }
    try {
        return tutti::inapplicable_reason(plan).empty();
    } catch (const std::invalid_argument&) {
        return false;
    }
}

std::vector<tutti::experiment> small_experiments(const tutti::algorithm& algorithm) {
    std::vector<tutti::experiment> plans;
    for (const std::string_view network : small_networks) {
        for (const std::string_view set : {"all", "nodes:1,1,2", "nodes:2", "random:2"}) {
            for (const tutti::port_model ports : algorithm.ports) {
                tutti::experiment plan = on_network(algorithm, network, set);
                plan.ports = ports;
                if (can_run(plan) && (algorithm.goal->takes_broadcasters || set == "all")) {
                    plans.push_back(plan);
                }
            }
        }
    }
    return plans;
}

void check_holds(const tutti::experiment& plan) {
    CAPTURE(plan.algorithm->collective);
    CAPTURE(plan.algorithm->name);
    CAPTURE(plan.network.text());
    CAPTURE(plan.broadcasters.text());
    const tutti::recording from = opened(recorded(plan));
    const tutti::recording_findings findings = tutti::check(from, support::standard());
    CHECK(support::first_violation(findings) == "");
    for (const tutti::check_finding& each : findings.findings) {
        CAPTURE(each.name);
        CAPTURE(each.text);
        // The values of reductions are followed by their contributions.
        const bool is_reduction = plan.algorithm->collective.find("reduce") != std::string::npos;
        const bool may_lack =
            each.text == "values are combined on the way" &&
            (each.name == "control" || (each.name == "possession" && !is_reduction));
        CHECK((each.status == tutti::check_status::holds || may_lack));
    }
}

tutti::experiment with(tutti::experiment plan, const char* name, tutti::parameter_value value) {
    plan.parameters.insert_or_assign(name, std::move(value));
    return plan;
}

}  // namespace

TEST_CASE("recordings of all algorithms hold") {
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        CAPTURE(algorithm.collective);
        CAPTURE(algorithm.name);
        const std::vector<tutti::experiment> plans = small_experiments(algorithm);
        CHECK(!plans.empty());
        for (const tutti::experiment& plan : plans) {
            check_holds(plan);
        }
    }
}

TEST_CASE("so do those with other parameters") {
    check_holds(with(on_network(entry("prefix-sum/tree"), "hypercube:4"), "announce", true));
    check_holds(
        with(on_network(entry("multinode-broadcast/classes"), "torus:4x4"), "alternate", true));
    check_holds(with(on_network(entry("simultaneous-broadcast/fixed-trees"), "hypercube:4"), "tree",
                     "rotation"));
    check_holds(with(on_network(entry("simultaneous-broadcast/split-packing"), "torus:4x4"),
                     "prefix-step", tutti::rational{1, 8}));
    check_holds(with(on_network(entry("barrier/rounds"), "torus:3x3"), "skew", 30U));
    check_holds(with(on_network(entry("barrier/rounds"), "folded-torus:3x4"), "skew", 9U));
    for (const char* const mode : {"sum", "xor", "min", "max"}) {
        check_holds(with(on_network(entry("allreduce/hamiltonian"), "ring:5"), "operator", mode));
        check_holds(with(on_network(entry("reduce/shortest-paths"), "path:5"), "operator", mode));
        check_holds(with(on_network(entry("allreduce/windows"), "torus:4x3"), "operator", mode));
    }
    check_holds(with(on_network(entry("dynamic-broadcast/intervals"), "array:4x4"), "rate",
                     tutti::rational{1, 20}));
    check_holds(with(on_network(entry("total-exchange/stages"), "hypercube:3"), "packets", 3U));
    // Of more than 64 nodes, contributions are counts and sums.
    check_holds(with(on_network(entry("allreduce/doubling"), "hypercube:7"), "values", 2U));
    check_holds(
        with(on_network(entry("successive-broadcasts/rotated"), "hypercube:3"), "values", 20U));
}

TEST_CASE("so do those on networks from files") {
    const support::scratch place;
    const std::string path = place.file("edges", "0 1\n1 2\n2 3\n3 0\n0 2\n");
    for (const std::string& network : {"graph:" + path, "product(graph:" + path + ",ring:3)"}) {
        check_holds(on_network(entry("multinode-broadcast/tree"), network));
        check_holds(on_network(entry("reduce/shortest-paths"), network));
        check_holds(on_network(entry("total-exchange/shortest-paths"), network));
    }
}

TEST_CASE("a run that breaks the model does not pass") {
    tutti::experiment plan =
        on_network(entry("multinode-broadcast/rotation-classes"), "hypercube:3");
    plan.ports = tutti::port_model::single_port_full_duplex;
    const tutti::recording from = opened(recorded(plan));
    const tutti::recording_findings findings = tutti::check(from, support::standard());
    CHECK(!findings.hold());
    CHECK(findings.finding("verdict").text.find("model-violation: ") != std::string::npos);
    CHECK(findings.finding("time").status == tutti::check_status::not_checked);
}

TEST_CASE("findings are told to people and programs") {
    const tutti::recording from =
        opened(recorded(on_network(entry("prefix-sum/exchange"), "hypercube:3")));
    const tutti::recording_findings findings = tutti::check(from, support::standard());

    const std::string table = to_table(findings, from);
    CHECK(table.find("prefix-sum/exchange on hypercube:3: 8 nodes, 24 links, ports: all\n") == 0);
    CHECK(table.find("  possession    not judged: values are combined on the way\n") !=
          std::string::npos);
    CHECK(table.find("  digest        holds\n") != std::string::npos);
    CHECK(table.find("  figures       holds\n") != std::string::npos);
    CHECK(table.ends_with("\nnot verified: possession (values are combined on the way)\n"));
    const std::string json = to_json(findings, from);
    CHECK(json.starts_with("{\"schema\":\"tutti.check/2\","));
    CHECK(json.find("\"verdict\":\"not verified\",\"recorded_verdict\":\"complete\","
                    "\"holds\":true,\"not_verified\":[\"possession\"],") != std::string::npos);
    CHECK(json.find("{\"name\":\"digest\",\"found\":\"holds\",\"violations\":0,\"text\":null}") !=
          std::string::npos);
}

}  // TEST_SUITE
