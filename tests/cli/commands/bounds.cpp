#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/printed_text.hpp"
#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/standard.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;

using support::check_refused;
using support::finished;
using support::printed_object;
using support::run_program;
using words = std::vector<std::string>;

words bounds_with(const words& more, const std::string& task = "simultaneous-broadcast") {
    words arguments{"bounds", task, "-n", "hypercube:4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

/// Entry of one algorithm.
json::object entry_of(const json::object& object, std::string_view name) {
    for (const json::value& each : object.at("algorithms").as_array()) {
        if (each.at("algorithm").as_string() == name) {
            return each.as_object();
        }
    }
    FAIL("no such algorithm");
    return {};
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

TEST_CASE("the bounds of a task are what its runs are compared with") {
    for (const std::string_view task : support::standard_tasks()) {
        const words more{std::string{task}, "-n", network_for(task), "--seed", "5", "--json"};
        words bounds{"bounds"};
        bounds.insert(bounds.end(), more.begin(), more.end());
        words compare{"compare"};
        compare.insert(compare.end(), more.begin(), more.end());
        const finished end = run_program(bounds);
        const json::object object = printed_object(end);
        const json::object ran = printed_object(run_program(compare));
        CAPTURE(task);
        CHECK(end.status == 0);
        CHECK(end.errors.empty());
        CHECK(object.at("algorithms").as_array().size() ==
              support::standard().algorithms_for(task).size());
        CHECK(object.at("lower_bound") == ran.at("lower_bound"));
        CHECK(object.at("lower_bound_pieces") == ran.at("lower_bound_pieces"));
        for (const json::value& run : ran.at("runs").as_array()) {
            const json::object listed = entry_of(object, run.at("algorithm").as_string());
            CHECK(listed.at("expected") == run.at("expected"));
            CHECK(listed.at("lower_bound") == run.at("lower_bound"));
            CHECK(listed.at("lower_bound_pieces") == run.at("lower_bound_pieces"));
            // The number of packets of a dynamic run follows from its arrivals.
            if (run.at("dynamic").is_null()) {
                CHECK(listed.at("transmissions") == run.at("expected_transmissions"));
            }
            CHECK(listed.at("failure_probability") == run.at("failure_probability"));
            CHECK(listed.at("ports") == run.at("ports"));
            CHECK(object.at("broadcasters") == run.at("broadcasters"));
            CHECK(object.at("network") == run.at("network"));
        }
    }
}

TEST_CASE("bounds are printed as a table, for a task or one of its algorithms") {
    const finished process = run_program(bounds_with({"-b", "random:9"}));
    CHECK(process.status == 0);
    CHECK(process.errors.empty());
    CHECK(process.output.starts_with(
        "simultaneous-broadcast on hypercube:4: 16 nodes, 64 links, diameter 4\n"
        "broadcasters random:9: 9 nodes, 9 packets\n"
        "lower bound 4 for whole packets: the farthest node is 4 links away\n"
        "lower bound 135/64 for pieces of 1/m: 9 messages go over 15 links each, and there are "
        "64\n\n  algorithm "));
    CHECK(process.output.find("\n  greedy ") != std::string::npos);

    const finished output =
        run_program(bounds_with({"-b", "random:9"}, "simultaneous-broadcast/greedy"));
    CHECK(output.status == 0);
    CHECK(output.output.find("\n  greedy ") != std::string::npos);
    CHECK(output.output.find("prefix-roots") == std::string::npos);
}

TEST_CASE("parameters and port models are heeded") {
    const json::object announced =
        printed_object(run_program(bounds_with({"--set", "announce=true", "--json"}, "scan")));
    CHECK(entry_of(announced, "tree").at("expected").at("units") == "9");
    const json::object alone =
        printed_object(run_program(bounds_with({"--set", "announce=true", "--json"}, "scan/tree")));
    CHECK(alone.at("algorithms").as_array().size() == 1);

    const json::object single =
        printed_object(run_program(bounds_with({"--ports", "single", "--json"}, "scan")));
    CHECK(entry_of(single, "tree").at("misfit") == "needs the ports all");
    CHECK(entry_of(single, "tree").at("expected").is_null());
    CHECK(entry_of(single, "exchange").at("ports") == "single");
    CHECK(entry_of(single, "exchange").at("attained") == true);
}

TEST_CASE("bounds of networks that no machine holds take no time") {
    const finished end = run_program({"bounds", "broadcast", "-n", "hypercube:30", "--root", "7"});
    CHECK(end.status == 0);
    CHECK(end.output.find("1,073,741,823") != std::string::npos);
    CHECK(run_program({"bounds", "simultaneous-broadcast", "-n", "hypercube:30", "-b", "random:99"})
              .status == 0);
}

TEST_CASE("bounds of large networks come from closed forms, or say what they leave out") {
    constexpr std::uint64_t most_bytes = std::uint64_t{100} << 20U;
    for (const auto& [task, network] : std::vector<std::pair<std::string, std::string>>{
             {"multinode-broadcast", "hypercube:26"},
             {"simultaneous-broadcast", "hypercube:26"},
             {"allreduce", "hypercube:26"},
             {"gather", "hypercube:26"},
             {"prefix-sum", "hypercube:26"},
             {"successive-broadcasts", "hypercube:26"},
             {"barrier", "hypercube:26"},
             {"multinode-broadcast", "path:10000000"},
             {"multinode-broadcast", "complete:20000"}}) {
        const finished end = run_program({"bounds", task, "-n", network, "--json"});
        CAPTURE(task);
        CAPTURE(network);
        CHECK(end.status == 0);
        CHECK(end.errors.empty());
        CHECK((!support::memory_is_our_own || end.peak_bytes < most_bytes));
        const json::object object = printed_object(end);
        CHECK(object.at("lower_bound").at("units") != "0");
        for (const json::value& each : object.at("algorithms").as_array()) {
            CHECK((!each.at("expected").is_null() || !each.at("misfit").is_null() ||
                   !each.at("left_out").is_null()));
        }
    }
    const json::object cube = printed_object(
        run_program({"bounds", "multinode-broadcast", "-n", "hypercube:26", "--json"}));
    CHECK(entry_of(cube, "rotation-classes").at("expected").at("units") == "2581111");
    CHECK(entry_of(cube, "tree-periodic").at("left_out").is_string());
    CHECK(entry_of(cube, "tree-periodic").at("expected").is_null());
    CHECK(cube.at("lower_bound").at("units") == "2581111");
    check_refused(
        {"bounds", "simultaneous-broadcast", "-n", "hypercube:26", "-b", "random:5000000"},
        "--broadcasters: 'random:5000000' may be 5000000 messages, and bounds lists 4194304 at "
        "most; use all, or fewer");
}

TEST_CASE("bad input of bounds is refused") {
    check_refused({"bounds", "broadcast"}, "--network: missing; name one, for example");
    check_refused({"bounds", "-n", "hypercube:4"}, "COLLECTIVE: missing");
    check_refused(bounds_with({}, "scam"), "COLLECTIVE: 'scam' is not a known collective");
    check_refused(bounds_with({}, "scan/tre"),
                  "COLLECTIVE: 'tre' is not an algorithm for prefix-sum");
    check_refused(bounds_with({}, "scan/"), "COLLECTIVE: '' is not an algorithm for prefix-sum");
    check_refused(bounds_with({"-b", "nodes:16"}), "--broadcasters: 'nodes:16' names node 16");
    check_refused(bounds_with({"-b", "adversarial:nobody"}),
                  "--broadcasters: 'adversarial:nobody': no worst set is known for ");
    check_refused(bounds_with({"--root", "16"}, "broadcast"), "--root: '16' is out of range");
    check_refused(bounds_with({"--set", "announce=true"}, "scan/exchange"),
                  "--set: prefix-sum/exchange has no parameter 'announce'; it takes none");
    check_refused(bounds_with({"--set", "announce=9"}, "scan"), "--set: '9' is not a value of");
    check_refused(bounds_with({"--ports", "half"}), "--ports: 'half' is not a port model");
    check_refused(bounds_with({"--ports", "single"}, "scan/tree"),
                  "COLLECTIVE: no algorithm for prefix-sum fits: tree: needs the ports all");
    check_refused(bounds_with({"--seed", "x"}),
                  "--seed: 'x' is not valid; it takes a whole number");
    check_refused(bounds_with({"-t", "2"}), "'-t' is not an option; valid: --network");
    check_refused(bounds_with({"--repeat", "2"}), "'--repeat' is not an option");
}

}  // TEST_SUITE("source/cli")
