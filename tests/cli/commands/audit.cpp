#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;

using support::check_refused;
using support::finished;
using support::run_program;
using words = std::vector<std::string>;

words audit_with(const words& more, const std::string& task = "simultaneous-broadcast/greedy") {
    words arguments{"audit", task, "-n", "hypercube:3", "-b", "random:3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

json::value audited(const words& more, int status) {
    words arguments = audit_with(more);
    arguments.emplace_back("--json");
    const finished end = run_program(arguments);
    CHECK(end.status == status);
    CHECK(end.errors.empty());
    return json::parse(end.output);
}

}  // namespace

TEST_CASE("audit reports if a program is local, and exits with 0 or 1") {
    const json::value local = audited({"--nodes", "all", "--trials", "2", "--seed", "7"}, 0);
    CHECK(local.at("schema") == "tutti.audit/2");
    CHECK(local.at("verdict") == "local");
    CHECK(local.at("known") == json::array{"K"});
    CHECK(local.at("messages") == 3);
    CHECK(local.at("seed") == 7);
    CHECK(local.at("nodes").as_array().size() == 8);
    CHECK(local.at("runs_alone") == 16);
    CHECK(local.at("run").at("verdict") == "complete");
    CHECK(local.at("difference").is_null());
    const json::value& isolation = local.at("isolation");
    CHECK(isolation.at("process") == "own");
    CHECK(isolation.at("contents") == "re-keyed");
    CHECK(isolation.at("plain_run") == "the same");
    CHECK(isolation.at("reason").is_null() == (isolation.at("files") == "refused"));

    const json::value leaning = audited({"--withhold", "K", "--nodes", "3"}, 1);
    CHECK(leaning.at("verdict") == "not-local");
    CHECK(leaning.at("withheld") == json::array{"K"});
    CHECK(leaning.at("nodes").as_array().size() == 3);
    CHECK(leaning.at("difference").at("trial") == 1);
    CHECK(leaning.at("difference").at("knew").as_string().starts_with("K = 3 (told); "));
}

TEST_CASE("files that an experiment names are read before its programs run") {
    const support::scratch place;
    const std::string links = place.file("links", "0 1\n1 2\n2 3\n3 0\n");
    const std::string set = place.file("set", "1\n3\n3\n");
    const finished end = run_program({"audit", "simultaneous-broadcast", "-n", "graph:" + links,
                                      "-b", "file:" + set, "--trials", "1", "--json"});
    CAPTURE(end.errors);
    CHECK(end.status == 0);
    const json::value value = json::parse(end.output);
    CHECK(json::value_to<std::string>(value.at("broadcasters").at("spec")) == "file:" + set);
    CHECK(value.at("isolation").at("plain_run") == "the same");
}

TEST_CASE("audit is for people, too") {
    const finished end = run_program(audit_with({"--trials", "1"}));
    CHECK(end.status == 0);
    CHECK(end.errors.empty());
    CHECK(end.output.starts_with("simultaneous-broadcast/greedy on hypercube:3, random:3\n"));
    CHECK(end.output.find("\n  plain run        the same\n") != std::string::npos);
    CHECK(end.output.find("\n  isolation        own processes; files and sockets ") !=
          std::string::npos);
    CHECK(end.output.find("\nlocal: every node does the same alone, in every world") !=
          std::string::npos);
}

TEST_CASE("audit refuses what it cannot do") {
    check_refused({"audit"}, "--network: missing");
    check_refused({"audit", "-n", "hypercube:3"}, "COLLECTIVE: missing");
    check_refused(audit_with({"--nodes", "0"}), "--nodes: '0'");
    check_refused(audit_with({"--nodes", "9"}), "--nodes: '9'");
    check_refused(audit_with({"--nodes", "some"}), "--nodes: 'some'");
    check_refused(audit_with({"--trials", "0"}), "--trials: '0'");
    check_refused(audit_with({"--audit-seed", "-1"}), "--audit-seed: '-1'");
    check_refused(audit_with({"--withhold", "wisdom"}),
                  "--withhold: 'wisdom' is not known to nodes; they may know K, root");
    check_refused(audit_with({"--withhold", "slot-budget"}),
                  "--withhold: slot budget cannot be withheld: the nodes of");
    check_refused(audit_with({"--withhold", "root"}), "--withhold: root cannot be withheld");
    check_refused(audit_with({"--threads", "2"}), "'--threads' is not an option");
    check_refused(audit_with({}, "simultaneous-broadcast/pair"),
                  "--broadcasters: 'random:3': K = 3 packets, and pair takes exactly 2");
    // Memory is estimated on a thread, which AddressSanitizer cannot start without /proc.
    if (support::memory_is_our_own) {
        check_refused(audit_with({"--memory-limit", "1000"}), "--memory-limit: ");
    }
}

TEST_CASE("an audit that a signal ends reports what was audited") {
    support::subprocess program{audit_with({"--nodes", "all", "--trials", "1000000", "--json"})};
    REQUIRE(program.await_session());
    program.send(SIGTERM);
    const finished end = program.wait();

    CHECK(end.status == 130);
    CHECK(end.errors.empty());
    const json::value value = json::parse(end.output);
    CHECK(value.at("verdict") == "interrupted");
    CHECK(value.at("runs_alone").to_number<std::uint64_t>() < 8'000'000);
}

}  // TEST_SUITE("source/cli")
