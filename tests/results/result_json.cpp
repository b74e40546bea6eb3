#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/version.hpp"
#include "verification/faulty.hpp"

TEST_SUITE("tutti/experiment/result.hpp") {

namespace {

namespace json = boost::json;

// The example of the interface, without what depends on the machine.
constexpr std::string_view example = R"({
  "schema": "tutti.result/2",
  "command": "tutti run simultaneous-broadcast -n hypercube:10 -b random:300 --seed 7 -t 2 --json",
  "collective": "simultaneous-broadcast",
  "algorithm": "prefix-roots",
  "source": "Stamoulis & Tsitsiklis 1991, 3.2",
  "network": {"spec": "hypercube:10", "nodes": 1024, "links": 10240, "diameter": 10},
  "ports": "all",
  "broadcasters": {"spec": "random:300", "nodes": 300},
  "messages": 300,
  "participants": null, "bound_certificate": null, "model_time": null, "failures": null,
  "parameters": {},
  "seed": 7,
  "threads": 2,
  "verdict": "complete",
  "time": {"slots": 100, "units": "100"},
  "expected": {"units": "100", "kind": "exact"},
  "lower_bound": {"units": "30", "assumes": "whole packets",
                  "proof": "300 messages go over 1023 links each, and there are 10240"},
  "lower_bound_pieces": {"units": "15345/512", "assumes": "pieces of 1/m",
                         "proof": "300 messages go over 1023 links each, and there are 10240"},
  "phases": [{"name": "rank", "slots": 21, "slot_length": "1", "expected": 21},
             {"name": "collect", "slots": 39, "slot_length": "1", "expected": 39},
             {"name": "broadcast", "slots": 40, "slot_length": "1", "expected": 40}],
  "transmissions": 320704,
  "control_transmissions": 12286,
  "expected_transmissions": 320704,
  "expected_control_transmissions": 12286,
  "peak_transmissions": 10230,
  "link_utilisation": 0.313,
  "termination": {"first_slot": 91, "last_slot": 100},
  "last_arrival": 100,
  "delivery": {"required": 307200, "delivered": 307200, "missing": 0, "duplicate": 0, "unexpected": 0},
  "digest_version": 1,
  "violation": null, "waiting": [], "waiting_count": 0,
  "dynamic": null, "link_load": null
})";

tutti::result example_run() {
    tutti::experiment plan =
        support::on_cube(support::entry("simultaneous-broadcast/prefix-roots"), 10, "random:300");
    plan.seed = 7;
    return tutti::run_experiment(
        plan, {.threads = 2},
        "tutti run simultaneous-broadcast -n hypercube:10 -b random:300 --seed 7 -t 2 --json");
}

json::object json_of(const tutti::result& outcome) {
    return json::parse(to_json(outcome)).as_object();
}

json::object json_of_fault(std::string_view fault, std::string_view task_and_algorithm) {
    const tutti::algorithm algorithm = support::faulty(task_and_algorithm);
    tutti::experiment plan = support::on_cube(algorithm, 3, "nodes:0,1,2");
    plan.parameters = {{"fault", std::string{fault}}};
    return json_of(support::run(plan));
}

/// The names of the checks that do not hold.
std::set<std::string_view> failed_checks(const json::object& object) {
    std::set<std::string_view> names;
    for (const json::value& check : object.at("checks").as_array()) {
        if (!check.at("holds").as_bool()) {
            const json::string& name = check.at("name").as_string();
            names.emplace(name.data(), name.size());
        }
    }
    return names;
}

std::set<std::string> names_in(const json::object& object) {
    std::set<std::string> names;
    for (const auto& field : object) {
        names.emplace(field.key());
    }
    return names;
}

// With those that the example leaves out because they depend on the machine, and those that were
// added to it.
std::set<std::string> promised_names() {
    const json::object fields = json::parse(example).as_object();
    std::set<std::string> names = names_in(fields);
    names.insert({"tutti", "digest", "checks", "setup_seconds", "wall_seconds",
                  "packet_hops_per_second", "peak_rss_bytes", "repeat", "failure_probability",
                  "known", "verified", "stated_by_program", "processes", "account", "label"});
    return names;
}

}  // namespace

TEST_CASE("the example of the interface is what a run gives, field by field") {
    const json::object object = json_of(example_run());
    const json::object expected = json::parse(example).as_object();

    for (const auto& field : expected) {
        CAPTURE(std::string{field.key()});
        REQUIRE(object.contains(field.key()));
        CHECK(json::serialize(object.at(field.key())) == json::serialize(field.value()));
    }
    CHECK(names_in(object) == promised_names());
    CHECK(object.at("tutti").as_string() == tutti::version());
    CHECK(object.at("digest").as_string().size() == 16);
    CHECK(object.at("repeat").is_null());
    CHECK(object.at("failure_probability").is_null());
    for (const std::string_view name :
         {"setup_seconds", "wall_seconds", "packet_hops_per_second"}) {
        CHECK(object.at(name).to_number<double>() > 0);
    }
    CHECK(object.at("peak_rss_bytes").to_number<std::uint64_t>() > 1'000'000);
}

TEST_CASE("the checks are named, and hold") {
    const json::object object = json_of(example_run());

    std::set<std::string> names;
    for (const json::value& check : object.at("checks").as_array()) {
        CHECK(check.at("holds").as_bool());
        CHECK_FALSE(check.as_object().contains("text"));
        names.emplace(check.at("name").as_string());
    }
    CHECK(names == std::set<std::string>{"delivery", "causality", "phases", "time", "transmissions",
                                         "journeys", "silence-after-end"});
}

TEST_CASE("a failed run leaves no field out either") {
    for (const std::string_view fault :
         {"forgets a message", "passes no end on", "sends twice on a link", "throws",
          "nobody says that it is done", "is done too late"}) {
        CAPTURE(fault);
        CHECK(names_in(json_of_fault(fault, "simultaneous-broadcast/prefix-roots")) ==
              promised_names());
    }
}

TEST_CASE("a check that does not hold says why") {
    const json::object object =
        json_of_fault("delivers a wrong payload", "simultaneous-broadcast/greedy");

    CHECK(object.at("verdict") == "incorrect");
    CHECK(failed_checks(object) == std::set<std::string_view>{"delivery"});
    CHECK(object.at("checks").as_array()[0].at("text") ==
          "1 missing, 0 twice, 1 unexpected (1 with a wrong payload)");
    CHECK(json::serialize(object.at("delivery")) ==
          R"({"required":24,"delivered":23,"missing":1,"duplicate":0,"unexpected":1})");
    CHECK(json::serialize(object.at("expected")) == R"({"units":"5","kind":"upper-bound"})");
    CHECK(json::serialize(object.at("phases")) ==
          R"([{"name":"broadcast","slots":4,"slot_length":"1","expected":null}])");
}

TEST_CASE("a violation has a kind, a place and a text, with slots from 1") {
    const json::object object = json_of_fault("sends twice on a link", "broadcast/binomial");

    CHECK(object.at("verdict") == "model-violation");
    CHECK(
        json::serialize(object.at("violation")) ==
        R"({"kind":"link-busy","node":3,"slot":3,"port":2,"text":)"
        R"("broadcast/binomial: slot 3, node 3, port 2: a second packet on one link in one slot"})");

    const json::object thrown = json_of_fault("throws", "simultaneous-broadcast/greedy");
    CHECK(thrown.at("verdict") == "program-error");
    CHECK(thrown.at("violation").at("kind") == "exception");
    CHECK(thrown.at("violation").at("port").is_null());
    CHECK(thrown.at("violation").at("node") == 5);
    CHECK(thrown.at("termination").is_null());
}

TEST_CASE("a stalled run names the waiting nodes, with reason and slot") {
    const json::object object =
        json_of_fault("passes no end on", "simultaneous-broadcast/prefix-roots");

    CHECK(object.at("verdict") == "stalled");
    CHECK(object.at("waiting_count") == 4);
    CHECK(object.at("violation").is_null());
    REQUIRE(object.at("waiting").as_array().size() == 4);
    CHECK(json::serialize(object.at("waiting").as_array()[0]) ==
          R"({"node":1,"for":"mail","since_slot":14})");
}

TEST_CASE("the failure probability of a randomised algorithm is reported, exact and bounded") {
    const tutti::algorithm& algorithm = support::entry("simultaneous-broadcast/random-roots");
    tutti::experiment plan = support::on_cube(algorithm, 4, "all");
    const json::object object = json_of(support::run(plan));

    CHECK(json::serialize(object.at("parameters")) == R"({"c":"3"})");
    CHECK(json::serialize(object.at("expected")) == R"({"units":"31","kind":"high-probability"})");
    const json::object& failure = object.at("failure_probability").as_object();
    CHECK(names_in(failure) == std::set<std::string>{"exact", "bound"});
    CHECK(failure.at("exact").as_double() == doctest::Approx(1.5e-5).epsilon(0.04));
    CHECK(failure.at("bound").as_double() == doctest::Approx(2.2e-2).epsilon(0.04));
}

TEST_CASE("parameters and repeats are reported") {
    tutti::experiment plan = support::on_cube(support::entry("prefix-sum/tree"), 4);
    plan.parameters = {{"announce", "true"}};
    const json::object object =
        json_of(tutti::run_experiment(plan, {.threads = 1, .repeats = 3}, "tutti \"quoted\"\n"));

    CHECK(json::serialize(object.at("parameters")) == R"({"announce":"true"})");
    CHECK(object.at("repeat").at("runs") == 3);
    CHECK(object.at("repeat").at("median_seconds").to_number<double>() > 0);
    CHECK(object.at("command") == "tutti \"quoted\"\n");
}

}  // TEST_SUITE("tutti/experiment/result.hpp")
