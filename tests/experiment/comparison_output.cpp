#include <string>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "experiment/comparison.hpp"

TEST_SUITE("experiment/comparison.hpp") {

namespace {

namespace json = boost::json;

using tutti::comparison;
using tutti::port_model;
using tutti::rational;
using tutti::result;

result run_of(const std::string& algorithm, const rational& units, const rational& bound) {
    result outcome;
    outcome.collective = "broadcast";
    outcome.algorithm = algorithm;
    outcome.network = "hypercube:10";
    outcome.nodes = 1024;
    outcome.links = 10240;
    outcome.broadcasters = "random:30";
    outcome.broadcaster_nodes = 30;
    outcome.packets = 30;
    outcome.units = units;
    outcome.lower_bound = {.units = bound, .proof = "planted"};
    outcome.transmissions = 12'345;
    outcome.link_utilisation = 0.1234;
    return outcome;
}

/// A fast run and one that is late, and two that were not run.
comparison example() {
    comparison compared;
    compared.runs = {run_of("quick", 15, 10), run_of("good", rational{45, 2}, 9)};
    compared.runs[0].expected = {.units = 15};
    compared.runs[1].expected = {.units = 20, .kind = tutti::time_kind::upper_bound};
    compared.runs[1].verdict = tutti::verdict::late;
    compared.runs[1].lower_bound.assumes = tutti::packet_size::pieces_of(2);
    compared.runs[1].lower_bound_pieces = compared.runs[1].lower_bound;
    compared.lower_bound = compared.runs[1].lower_bound;
    compared.lower_bound_pieces = compared.lower_bound;
    compared.not_fitting = {{.algorithm = "pair", .reason = "K = 30 packets"}};
    return compared;
}

}  // namespace

TEST_CASE(
    "the table has a line a run, with its time against the lower bound, and who does not fit") {
    CHECK(tutti::to_table(example()) ==
          R"(broadcast on hypercube:10: 1,024 nodes, 10,240 links
broadcasters random:30: 30 nodes, 30 packets, seed 1
lower bound 10 for whole packets: planted
lower bound 9 for pieces of 1/2: planted

  algorithm  time        expected  x bound  transmissions  links busy  verdict
  quick        15        exact 15     1.50         12,345      12.3 %  complete
  good       45/2  upper-bound 20     2.50         12,345      12.3 %  late

pair does not fit: K = 30 packets
)");
}

TEST_CASE("runs under several port models show theirs, and are held to their own bounds") {
    comparison comparison = example();
    comparison.not_fitting.clear();
    comparison.runs[1].ports = port_model::single_port_full_duplex;
    comparison.runs[1].expected.reset();
    CHECK(tutti::to_table(comparison).ends_with(R"(, seed 1
lower bound with ports all 10 for whole packets: planted
lower bound with ports single 9 for pieces of 1/2: planted

  algorithm   ports  time  expected  x bound  transmissions  links busy  verdict
  quick         all    15  exact 15     1.50         12,345      12.3 %  complete
  good       single  45/2         -     2.50         12,345      12.3 %  late
)"));
}

TEST_CASE("no ratio is shown of a run that did not end, or to a bound of nothing") {
    comparison comparison = example();
    comparison.runs = {run_of("cut short", 3, 10)};
    comparison.runs[0].verdict = tutti::verdict::interrupted;
    comparison.not_fitting.clear();
    comparison.not_begun = {"a", "b"};
    CHECK(tutti::to_table(comparison).ends_with(R"(
  algorithm  time  expected  x bound  transmissions  links busy  verdict
  cut short     3         -        -         12,345      12.3 %  interrupted

interrupted before a, b
)"));
    comparison.runs = {run_of("at once", 0, 0)};
    CHECK(tutti::to_table(comparison).find("  at once       0         -        -  ") !=
          std::string::npos);
}

TEST_CASE(
    "the JSON object has the results as `run` has them, the bound and the excluded algorithms") {
    const comparison comparison = example();
    const json::object object = json::parse(tutti::to_json(comparison)).as_object();

    REQUIRE(object.at("runs").as_array().size() == 2);
    CHECK(object.at("runs").as_array()[0] == json::parse(tutti::to_json(comparison.runs[0])));
    CHECK(object.at("runs").as_array()[1] == json::parse(tutti::to_json(comparison.runs[1])));
    const json::value bound{{"units", "9"}, {"assumes", "pieces of 1/2"}, {"proof", "planted"}};
    CHECK(object.at("lower_bound") == bound);
    CHECK(object.at("lower_bound_pieces") == bound);
    CHECK(object.at("not_fitting") ==
          json::array{json::object{{"algorithm", "pair"}, {"reason", "K = 30 packets"}}});
    CHECK(object.at("not_begun") == json::array{});
}

}  // TEST_SUITE("experiment/comparison.hpp")
