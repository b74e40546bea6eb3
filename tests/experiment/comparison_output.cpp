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
    result found;
    found.collective = "broadcast";
    found.algorithm = algorithm;
    found.network = "hypercube:10";
    found.nodes = 1024;
    found.links = 10240;
    found.broadcasters = "random:30";
    found.broadcaster_nodes = 30;
    found.packets = 30;
    found.units = units;
    found.lower_bound = {.units = bound, .proof = "planted"};
    found.transmissions = 12'345;
    found.link_utilisation = 0.1234;
    return found;
}

/// A fast run and one that is late, and two that were not run.
comparison example() {
    comparison found;
    found.runs = {run_of("quick", 15, 10), run_of("good", rational{45, 2}, 9)};
    found.runs[0].expected = {.units = 15};
    found.runs[1].expected = {.units = 20, .kind = tutti::time_kind::upper_bound};
    found.runs[1].verdict = tutti::verdict::late;
    found.runs[1].lower_bound.assumes = tutti::packet_size::pieces_of(2);
    found.runs[1].lower_bound_pieces = found.runs[1].lower_bound;
    found.lower_bound = found.runs[1].lower_bound;
    found.lower_bound_pieces = found.lower_bound;
    found.not_fitting = {{.algorithm = "pair", .reason = "K = 30 packets"}};
    return found;
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
    comparison found = example();
    found.not_fitting.clear();
    found.runs[1].ports = port_model::single_port_full_duplex;
    found.runs[1].expected.reset();
    CHECK(tutti::to_table(found).ends_with(R"(, seed 1
lower bound with ports all 10 for whole packets: planted
lower bound with ports single 9 for pieces of 1/2: planted

  algorithm   ports  time  expected  x bound  transmissions  links busy  verdict
  quick         all    15  exact 15     1.50         12,345      12.3 %  complete
  good       single  45/2         -     2.50         12,345      12.3 %  late
)"));
}

TEST_CASE("no ratio is shown of a run that did not end, or to a bound of nothing") {
    comparison found = example();
    found.runs = {run_of("cut short", 3, 10)};
    found.runs[0].verdict = tutti::verdict::interrupted;
    found.not_fitting.clear();
    found.not_begun = {"a", "b"};
    CHECK(tutti::to_table(found).ends_with(R"(
  algorithm  time  expected  x bound  transmissions  links busy  verdict
  cut short     3         -        -         12,345      12.3 %  interrupted

interrupted before a, b
)"));
    found.runs = {run_of("at once", 0, 0)};
    CHECK(tutti::to_table(found).find("  at once       0         -        -  ") !=
          std::string::npos);
}

TEST_CASE(
    "the JSON object has the results as `run` has them, the bound and the excluded algorithms") {
    const comparison found = example();
    const json::object all = json::parse(tutti::to_json(found)).as_object();

    REQUIRE(all.at("runs").as_array().size() == 2);
    CHECK(all.at("runs").as_array()[0] == json::parse(tutti::to_json(found.runs[0])));
    CHECK(all.at("runs").as_array()[1] == json::parse(tutti::to_json(found.runs[1])));
    const json::value bound{{"units", "9"}, {"assumes", "pieces of 1/2"}, {"proof", "planted"}};
    CHECK(all.at("lower_bound") == bound);
    CHECK(all.at("lower_bound_pieces") == bound);
    CHECK(all.at("not_fitting") ==
          json::array{json::object{{"algorithm", "pair"}, {"reason", "K = 30 packets"}}});
    CHECK(all.at("not_begun") == json::array{});
}

}  // TEST_SUITE("experiment/comparison.hpp")
