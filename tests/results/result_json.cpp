#include <string>
#include <string_view>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "verification/faulty.hpp"

TEST_SUITE("tutti/experiment/result.hpp") {

namespace {

namespace json = boost::json;

tutti::result result_of_fault(std::string_view fault, std::string_view task_and_algorithm) {
    const tutti::algorithm algorithm = support::faulty(task_and_algorithm);
    tutti::experiment plan = support::on_cube(algorithm, 3, "nodes:0,1,2");
    plan.parameters = {{"fault", std::string{fault}}};
    return support::run(plan);
}

json::object json_of(const tutti::result& outcome) {
    return json::parse(to_json(outcome)).as_object();
}

}  // namespace

TEST_CASE("a violation has a kind, a place and a text, with slots from 1") {
    const json::object object =
        json_of(result_of_fault("sends twice on a link", "broadcast/binomial"));

    CHECK(object.at("verdict") == "model-violation");
    CHECK(
        json::serialize(object.at("violation")) ==
        R"({"kind":"link-busy","node":3,"slot":3,"port":2,"text":)"
        R"("broadcast/binomial: slot 3, node 3, port 2: a second packet on one link in one slot"})");

    const json::object thrown = json_of(result_of_fault("throws", "simultaneous-broadcast/greedy"));
    CHECK(thrown.at("verdict") == "program-error");
    CHECK(thrown.at("violation").at("kind") == "exception");
    CHECK(thrown.at("violation").at("port").is_null());
    CHECK(thrown.at("violation").at("node") == 5);
    CHECK(thrown.at("termination").is_null());
}

TEST_CASE("a stalled run names the waiting nodes, with reason and slot") {
    const tutti::result outcome =
        result_of_fault("passes no end on", "simultaneous-broadcast/prefix-roots");
    const json::object object = json_of(outcome);

    CHECK(object.at("verdict") == "stalled");
    CHECK(object.at("waiting_count") == 4);
    CHECK(object.at("violation").is_null());
    REQUIRE(object.at("waiting").as_array().size() == 4);
    CHECK(json::serialize(object.at("waiting").as_array()[0]) ==
          R"({"node":1,"for":"mail","since_slot":14})");
    const std::string table = to_table(outcome);
    CHECK(table.find("    broadcast              -            4            1\n") !=
          std::string::npos);
    CHECK(table.find("stalled after slot 14: 4 nodes wait for mail") != std::string::npos);
    CHECK(table.ends_with("  phases        4 marks of the end of broadcast, not 8\n"));
}

}  // TEST_SUITE("tutti/experiment/result.hpp")
