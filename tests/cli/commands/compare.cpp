#include <algorithm>
#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/printed_text.hpp"
#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;

using support::check_refused;
using support::finished;
using support::holds;
using support::printed_object;
using support::run_program;
using words = std::vector<std::string>;

words compare_with(const words& more, const std::string& task = "simultaneous-broadcast") {
    words arguments{"compare", task, "-n", "hypercube:4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

/// A small network that some algorithm of the task runs on.
std::string network_for(std::string_view task) {
    for (const std::string network : {"hypercube:4", "array:4x4"}) {
        const tutti::network net = tutti::parse_network(network);
        for (const tutti::algorithm* const algorithm : support::standard().algorithms_for(task)) {
            if (algorithm->inapplicable_reason(net).empty()) {
                return network;
            }
        }
    }
    return "path:5";
}

}  // namespace

TEST_CASE(
    "every algorithm for the collective is compared on the same input, or excluded with a reason") {
    for (const std::string_view task : support::standard_tasks()) {
        const finished end = run_program(
            {"compare", std::string{task}, "-n", network_for(task), "--seed", "9", "--json"});
        const json::object object = printed_object(end);
        CAPTURE(task);
        CHECK(end.status == 0);
        CHECK(end.errors.empty());
        const json::array& runs = object.at("runs").as_array();
        CHECK(runs.size() + object.at("not_fitting").as_array().size() ==
              support::standard().algorithms_for(task).size());
        for (const json::value& ran : runs) {
            CHECK(ran.at("verdict") == "complete");
            CHECK(ran.at("seed") == 9);
            CHECK(ran.at("broadcasters") == runs[0].at("broadcasters"));
        }
    }
}

TEST_CASE("a comparison is printed as a table, best first") {
    const finished end = run_program(compare_with({"-b", "nodes:1,2,3"}));
    CHECK(end.status == 0);
    CHECK(end.errors.empty());
    CHECK(end.output.starts_with(
        "simultaneous-broadcast on hypercube:4: 16 nodes, 64 links\n"
        "broadcasters nodes:1,2,3: 3 nodes, 3 packets, seed 1\n"
        "lower bound 4 for whole packets: the farthest node is 4 links away\n"
        "lower bound 45/64 for pieces of 1/m: 3 messages go over 15 links each, and there are "
        "64\n\n  algorithm "));
    CHECK(end.output.find("\n  greedy ") < end.output.find("\n  prefix-roots "));
}

TEST_CASE("a parameter goes to those that have it") {
    const json::object object =
        printed_object(run_program(compare_with({"--set", "announce=true", "--json"}, "scan")));
    bool is_given = false;
    for (const json::value& ran : object.at("runs").as_array()) {
        const json::object& own = ran.at("parameters").as_object();
        CHECK((!own.contains("announce") || own.at("announce") == "true"));
        is_given = is_given || own.contains("announce");
    }
    CHECK(is_given);
}

TEST_CASE("under a port model only those run that allow it") {
    const json::object object =
        printed_object(run_program(compare_with({"--ports", "single", "--json"}, "scan")));
    for (const json::value& ran : object.at("runs").as_array()) {
        CHECK(ran.at("ports") == "single");
    }
    const json::array& unfit = object.at("not_fitting").as_array();
    CHECK(std::ranges::any_of(unfit, [](const json::value& each) {
        return each.at("algorithm") == "tree" && each.at("reason") == "needs the ports all";
    }));
}

TEST_CASE("what does not fit into memory is left out, and everything left out is an error") {
    // Queues for every message at every node, or a few words a message.
    const finished end = run_program(
        {"compare", "simultaneous-broadcast", "-n", "hypercube:10", "--memory-limit", "5000000"});
    CHECK(end.status == 0);
    CHECK(holds(end.output, "\n  prefix-roots "));
    CHECK(holds(end.output, "\ngreedy does not fit: needs about "));

    check_refused(
        compare_with({"--memory-limit", "1"}),
        "COLLECTIVE: no algorithm for simultaneous-broadcast fits: prefix-roots: needs about ");
    check_refused({"compare", "scan", "-n", "hypercube:30", "-b", "all", "--memory-limit", "1000"},
                  "exchange: needs about ");
}

TEST_CASE("a run that fails sets the exit status") {
    const finished end = run_program(compare_with({"--slot-budget", "5"}));
    CHECK(end.status == 3);
    CHECK(end.errors.empty());
    CHECK(holds(end.output, "budget-exceeded"));
    CHECK(run_program(compare_with({"--slot-budget", "5", "--json"})).status == 3);
}

TEST_CASE("bad input of a comparison is refused") {
    check_refused({"compare"}, "--network: missing");
    check_refused({"compare", "-n", "hypercube:4"}, "COLLECTIVE: missing");
    check_refused(compare_with({}, "scan/tree"),
                  "COLLECTIVE: compare takes a collective; leave '/tree' out of 'scan/tree'");
    check_refused(compare_with({}, "scam"),
                  "COLLECTIVE: 'scam' is not a known collective; did you mean 'scan'?");
    check_refused(compare_with({"--set", "nonsense=3"}, "scan"),
                  "--set: no algorithm for prefix-sum has a parameter 'nonsense'; valid: ");
    check_refused(compare_with({"--set", "announce=yes"}, "scan"),
                  "--set: 'yes' is not a value of announce, which is true or false");
    check_refused(compare_with({"--set", "announce"}, "scan"), "'announce' is not NAME=VALUE");
    check_refused(compare_with({"--set", "announce=true", "--set", "announce=true"}, "scan"),
                  "--set: 'announce' is set twice; set it once");
    check_refused(
        compare_with({"--ports", "shout"}, "scan"),
        "COLLECTIVE: no algorithm for prefix-sum fits: tree: needs the ports all; exchange: ");
    check_refused(compare_with({"-b", "nodes:16"}), "--broadcasters: 'nodes:16' names node 16");
    check_refused(compare_with({"-b", "adversarial:nobody"}),
                  "--broadcasters: 'adversarial:nobody': no worst set is known for ");
    check_refused(compare_with({"-b", "all"}, "broadcast"), "--broadcasters: broadcast ");
    check_refused(compare_with({"--root", "3"}), "--root: simultaneous-broadcast has no root");
    check_refused(compare_with({"--log", "x"}), "'--log' is not an option; valid: ");
    check_refused(compare_with({"--dry-run"}), "'--dry-run' is not an option");
}

TEST_CASE("an interrupted comparison reports what was finished, with status 130") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        support::subprocess long_run{{"compare", "simultaneous-broadcast", "-n", "hypercube:16",
                                      "-b", "random:5000", "--memory-limit", "9000000000",
                                      "--json"}};
        REQUIRE(long_run.await_session());
        long_run.send(signal);
        const finished end = long_run.wait();
        const json::object object = printed_object(end);

        CHECK(end.status == 130);
        CHECK(end.errors.empty());
        REQUIRE(object.at("runs").as_array().size() == 1);
        CHECK(object.at("runs").as_array()[0].at("verdict") == "interrupted");
    }
}

}  // TEST_SUITE("source/cli")
