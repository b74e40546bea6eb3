#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "refusal.hpp"
#include "subprocess.hpp"
#include "tutti/node/rational.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;

using support::check_refused;
using support::finished;
using support::run_program;
using words = std::vector<std::string>;

words run_on(const std::string& network, const std::string& task, const words& more = {}) {
    words arguments{"run", task, "-n", network};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

}  // namespace

TEST_CASE("grids that do not suit an algorithm are refused with what it needs") {
    for (const std::string name : {"simultaneous-broadcast/split-packing",
                                   "multinode-broadcast/classes", "prefix-sum/mesh"}) {
        check_refused(run_on("torus:3x4", name), "COLLECTIVE: " + name + " needs equal sides");
        check_refused(run_on("array:4x3", name), "COLLECTIVE: " + name + " needs equal sides");
        check_refused(run_on("torus:2x2", name),
                      "COLLECTIVE: " + name + " needs sides of 3 or more on a torus");
        check_refused(run_on("path:1", name), "COLLECTIVE: " + name + " needs two nodes or more");
    }
    check_refused(run_on("array:3x3", "simultaneous-broadcast/packing-alternating"),
                  "COLLECTIVE: simultaneous-broadcast/packing-alternating runs on tori only");
    check_refused(run_on("torus:3x3", "packing"), "greedy runs on arrays only");
    check_refused(run_on("torus:3x3", "monotone-routing/greedy"), "greedy runs on arrays only");
    check_refused(run_on("array:1x3", "packing"),
                  "--network: 'array:1x3' has '1' where a side of at least 2 belongs");
    check_refused(run_on("torus:99999x99999", "packing"),
                  "--network: 'torus:99999x99999' has more than 1073741824 nodes");
}

TEST_CASE("a control step is longer than nothing and no longer than a slot") {
    for (const std::string value : {"0", "2", "x", "1/0", "9/8", "-1", "", "0/3", "1/1000001",
                                    "1e-7", "0x1", "1/99999999999999999999"}) {
        CAPTURE(value);
        check_refused(run_on("array:3x3", "simultaneous-broadcast/one-dimension",
                             {"-b", "none", "--set", "prefix-step=" + value}),
                      "--set: '" + value +
                          "' is not a value of prefix-step, which is a number above 0 and at most "
                          "1, as 1/8");
    }
    for (const auto& [value, units] :
         {std::pair{"1/8", "5"}, std::pair{"0.125", "5"}, std::pair{".125", "5"},
          std::pair{"1.25e-1", "5"}, std::pair{"125e-3", "5"}, std::pair{"2/2", "12"},
          std::pair{"1/1000000", "4000008/1000000"}, std::pair{"1e-06", "4000008/1000000"}}) {
        const finished end = run_program(
            run_on("array:3x3", "simultaneous-broadcast/one-dimension",
                   {"-b", "none", "--json", "--set", "prefix-step=" + std::string{value}}));
        CAPTURE(value);
        CHECK(end.status == 0);
        CHECK(json::parse(end.output).at("time").at("units").as_string() ==
              to_string(tutti::parse_rational(units)));
    }
}

TEST_CASE("destinations are increasing ids of the network, as many as sources") {
    const auto refused = [](const std::string& to, const std::string& why) {
        CAPTURE(to);
        check_refused(
            run_on("array:3x3", "monotone-routing", {"-b", "nodes:1,2", "--set", "to=" + to}), why);
    };
    for (const std::string to :
         {"3,2", "3,3", "", "first,", "1,x", "1,,2", ",1", "0,1073741824", "1, 2", "-1,2"}) {
        refused(to, "--set: '" + to +
                        "' is not a value of to, which is first, for the first nodes, or "
                        "increasing ids as 3,5,9");
    }
    refused("0,1,2", "'nodes:1,2': has 2 sources, and to=0,1,2 names 3 destinations");
    refused("5", "'nodes:1,2': has 2 sources, and to=5 names 1 destinations");
    refused("9,10", "'nodes:1,2': to=9,10 names node 10, and ids run from 0 to 8");
    CHECK(
        run_program(run_on("array:3x3", "monotone-routing", {"-b", "nodes:1,2", "--set", "to=0,8"}))
            .status == 0);
}

TEST_CASE("dense lines are all, none or increasing ids of the network") {
    const auto refused = [](const std::string& columns, const std::string& why) {
        CAPTURE(columns);
        check_refused(run_on("array:3x3", "matrix-transposition", {"--set", "columns=" + columns}),
                      why);
    };
    for (const std::string columns : {"3,2", "3,3", "", "all,1", "none,", "1,x", "first", "-1"}) {
        refused(columns, "--set: '" + columns +
                             "' is not a value of columns, which is all, none, or increasing ids "
                             "as 3,5,9");
    }
    refused("0,9", "--set: columns=0,9 names node 9, and ids run from 0 to 8");
    check_refused(run_on("array:3x3", "matrix-transposition", {"--set", "rows=9"}),
                  "--set: rows=9 names node 9, and ids run from 0 to 8");
    check_refused(run_on("array:3x3", "matrix-transposition", {"-b", "nodes:1"}),
                  "--broadcasters: matrix-transposition is from every node; 'nodes:1' must be all");
    CHECK(run_program(run_on("array:3x3", "matrix-transposition", {"--set", "rows=0,8"})).status ==
          0);
}

TEST_CASE("two packets of one node, and other values of parameters, are refused") {
    for (const std::string task :
         {"packing/greedy", "monotone-routing/greedy", "simultaneous-broadcast/packing",
          "simultaneous-broadcast/split-packing"}) {
        check_refused(run_on("array:3x3", task, {"-b", "nodes:1,4,4"}),
                      "--broadcasters: 'nodes:1,4,4': node 4 has 2 packets, and ");
    }
    check_refused(run_on("torus:3x3", "multinode-broadcast/classes", {"--set", "alternate=yes"}),
                  "--set: 'yes' is not a value of alternate, which is true or false");
}

TEST_CASE("a comparison on a torus measures all against what holds for messages cut or whole") {
    const finished end = run_program(
        {"compare", "simultaneous-broadcast", "-n", "torus:8x8x8", "-b", "random:100", "--json"});
    const json::value value = json::parse(end.output);

    CHECK(end.status == 0);
    CHECK(end.errors.empty());
    CHECK(value.at("lower_bound").at("units") == "33/2");
    CHECK(value.at("lower_bound").at("assumes") == "pieces of 1/6");
    CHECK(value.at("lower_bound_pieces").at("units") == "33/2");
    for (const json::value& ran : value.at("runs").as_array()) {
        CHECK(ran.at("verdict") == "complete");
    }
    for (const char* const name :
         {"split-packing", "packing", "packing-alternating", "one-dimension"}) {
        CHECK(end.output.find("\"algorithm\":\"" + std::string{name} + "\"") != std::string::npos);
    }
    CHECK(json::parse(run_program({"bounds", "simultaneous-broadcast", "-n", "torus:8x8x8", "-b",
                                   "random:100", "--json"})
                          .output)
              .at("lower_bound")
              .at("units") == "33/2");
}

TEST_CASE("whole packets are held to the distance, and pieces to what holds for them") {
    const auto run_with = [](const std::string& algorithm, const std::string& network) {
        const words command = run_on(network, "simultaneous-broadcast/" + algorithm,
                                     {"-b", "nodes:0", "--set", "prefix-step=1/8", "--json"});
        return json::parse(run_program(command).output);
    };
    const json::value whole = run_with("packing", "torus:16x16");
    CHECK(whole.at("verdict") == "complete");
    CHECK(whole.at("lower_bound") == json::value{{"units", "16"},
                                                 {"assumes", "whole packets"},
                                                 {"proof", "the farthest node is 16 links away"}});
    CHECK(whole.at("lower_bound_pieces").is_null());

    // In pieces a packet is on several links of its way at a time.
    const json::value cut = run_with("split-packing", "array:3x3x3x3x3x3");
    CHECK(cut.at("verdict") == "complete");
    CHECK(cut.at("time").at("units") == "7");
    const json::value bound{{"units", "2"},
                            {"assumes", "pieces of 1/6"},
                            {"proof", "the farthest node is 12 links away"}};
    CHECK(cut.at("lower_bound") == bound);
    CHECK(cut.at("lower_bound_pieces") == bound);
}

TEST_CASE("the table shows the bounds for whole packets and for pieces apart") {
    const finished end =
        run_program(run_on("torus:16x16", "simultaneous-broadcast/packing", {"-b", "random:100"}));
    CHECK(end.status == 0);
    CHECK(
        end.output.find("\n  lower bound   25 for whole packets: a node passes 99 messages over 4 "
                        "links\n                99/4 for pieces of 1/m: a node passes 99 messages "
                        "over 4 links\n") != std::string::npos);
    const finished alone = run_program(
        {"run", "simultaneous-broadcast/packing", "-n", "torus:16x16", "-b", "nodes:0"});
    CHECK(alone.output.find("\n  lower bound   16 for whole packets: the farthest node is 16 links "
                            "away\n") != std::string::npos);
}

TEST_CASE("a grid is described by what is known of it") {
    const json::value torus = json::parse(run_program({"describe", "torus:4x6", "--json"}).output);
    CHECK(torus.at("nodes") == 24);
    CHECK(torus.at("links") == 96);
    CHECK(torus.at("diameter") == 5);
    const finished path = run_program({"describe", "path:1"});
    CHECK(path.status == 0);
    CHECK(path.output.starts_with("path:1\n\n  nodes              1\n  links              0 "));
    check_refused({"describe", "ring:3x3"}, "NETWORK: 'ring:3x3' has several sides");
    check_refused({"describe", "array:3x"}, "NETWORK: 'array:3x' has ''");
}

}  // TEST_SUITE("source/cli")
