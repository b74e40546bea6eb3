// Recordings of honest runs: every claim that can be judged holds.
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "recording/recorded.hpp"
#include "support/scratch.hpp"
#include "support/standard.hpp"
#include "verification/recording/recording_check.hpp"
#include "web/replay.hpp"

TEST_SUITE("verification/recording/recording_check.hpp") {

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

bool can_run(const tutti::experiment& asked) {
    if (!tutti::network_mismatch(*asked.what, asked.where, asked.ports).empty()) {
        return false;
    }
    try {
        return tutti::input_mismatch(asked).empty();
    } catch (const std::invalid_argument&) {
        return false;
    }
}

std::vector<tutti::experiment> small_experiments(const tutti::algorithm& what) {
    std::vector<tutti::experiment> all;
    for (const std::string_view network : small_networks) {
        for (const std::string_view set : {"all", "nodes:1,1,2", "nodes:2", "random:2"}) {
            for (const tutti::port_model ports : what.ports) {
                tutti::experiment asked = on_network(what, network, set);
                asked.ports = ports;
                if (can_run(asked) && (what.goal->takes_broadcasters || set == "all")) {
                    all.push_back(asked);
                }
            }
        }
    }
    return all;
}

void check_holds(const tutti::experiment& asked) {
    CAPTURE(asked.what->collective);
    CAPTURE(asked.what->name);
    CAPTURE(asked.network.text());
    CAPTURE(asked.broadcasters.text());
    const tutti::recording from = opened(recorded(asked));
    const tutti::recording_findings found = tutti::check(from, support::standard());
    CHECK(support::first_violation(found) == "");
    for (const tutti::check_finding& each : found.findings) {
        CAPTURE(each.name);
        CAPTURE(each.text);
        const bool may_lack = each.text == "values are combined on the way" &&
                              (each.name == "possession" || each.name == "control");
        CHECK((each.found == tutti::check_status::holds || may_lack));
    }
}

tutti::experiment with(tutti::experiment asked, const char* name, tutti::parameter_value value) {
    asked.parameters.insert_or_assign(name, std::move(value));
    return asked;
}

}  // namespace

TEST_CASE("recordings of all algorithms hold") {
    for (const tutti::algorithm& what : support::standard_algorithms()) {
        CAPTURE(what.collective);
        CAPTURE(what.name);
        const std::vector<tutti::experiment> all = small_experiments(what);
        CHECK(!all.empty());
        for (const tutti::experiment& asked : all) {
            check_holds(asked);
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
    for (const char* const how : {"sum", "xor", "min", "max"}) {
        check_holds(with(on_network(entry("allreduce/hamiltonian"), "ring:5"), "operator", how));
        check_holds(with(on_network(entry("reduce/shortest-paths"), "path:5"), "operator", how));
    }
    check_holds(with(on_network(entry("dynamic-broadcast/intervals"), "array:4x4"), "rate",
                     tutti::rational{1, 20}));
    check_holds(with(on_network(entry("total-exchange/stages"), "hypercube:3"), "packets", 3U));
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
    tutti::experiment asked =
        on_network(entry("multinode-broadcast/rotation-classes"), "hypercube:3");
    asked.ports = tutti::port_model::single_port_full_duplex;
    const tutti::recording from = opened(recorded(asked));
    const tutti::recording_findings found = tutti::check(from, support::standard());
    CHECK(!found.hold());
    CHECK(found.finding("verdict").text.find("model-violation: ") != std::string::npos);
    CHECK(found.finding("time").found == tutti::check_status::not_checked);
}

TEST_CASE("findings are told to people and programs") {
    const tutti::recording from =
        opened(recorded(on_network(entry("allreduce/doubling"), "hypercube:3")));
    const tutti::recording_findings found = tutti::check(from, support::standard());

    const std::string table = to_table(found, from);
    CHECK(table.find("allreduce/doubling on hypercube:3: 8 nodes, 24 links, ports: single\n") == 0);
    CHECK(table.find("  possession    not judged: values are combined on the way\n") !=
          std::string::npos);
    CHECK(table.find("  digest        holds\n") != std::string::npos);
    CHECK(table.find("  figures       holds\n") != std::string::npos);
    CHECK(table.ends_with("\nnot verified: possession (values are combined on the way)\n"));
    const std::string json = to_json(found, from);
    CHECK(json.starts_with("{\"schema\":\"tutti.check/1\","));
    CHECK(json.find("\"verdict\":\"not verified\",\"recorded_verdict\":\"complete\","
                    "\"holds\":true,\"not_verified\":[\"possession\"],") != std::string::npos);
    CHECK(json.find("{\"name\":\"digest\",\"found\":\"holds\",\"offences\":0,\"text\":null}") !=
          std::string::npos);
}

}  // TEST_SUITE
