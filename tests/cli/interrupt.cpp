#include <csignal>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

using support::finished;
using words = std::vector<std::string>;

/// A complete graph, link by link: it takes a while to read.
std::string long_list_of_links() {
    std::string links;
    constexpr int nodes = 2000;
    for (int node = 1; node < nodes; ++node) {
        for (int other = 0; other < node; ++other) {
            links += std::to_string(other) + " " + std::to_string(node) + "\n";
        }
    }
    return links;
}

}  // namespace

TEST_CASE("a signal ends whatever comes before a run, with status 130 and nothing said") {
    const support::scratch place;
    const std::string file = "graph:" + place.file("large", long_list_of_links());
    const std::vector<words> commands{
        {"describe", file},
        {"bounds", "multinode-broadcast", "-n", "product(path:999,path:999)"},
        {"compare", "total-exchange", "-n", file},
        {"stress", "multinode-broadcast/hamiltonian", "-n", file},
        {"run", "multinode-broadcast/hamiltonian", "-n", file},
        {"run", "dynamic-broadcast", "-n", "hypercube:11", "--dry-run"},
    };
    for (const words& arguments : commands) {
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
            CAPTURE(arguments[0]);
            CAPTURE(arguments[1]);
            support::subprocess program{arguments};
            REQUIRE(program.await_handler(signal));

            program.send(signal);
            const finished end = program.wait();

            CHECK(end.status == 130);
            CHECK(end.output.empty());
            CHECK(end.errors.empty());
        }
    }
}

TEST_CASE("a signal as a run begins ends it with status 130, and what is said is whole") {
    for (int time = 0; time < 3; ++time) {
        support::subprocess program{
            {"run", "simultaneous-broadcast", "-n", "hypercube:16", "-b", "random:5000", "--json"}};
        REQUIRE(program.await_session());
        program.send(SIGTERM);
        const finished end = program.wait();

        CHECK(end.status == 130);
        CHECK(end.errors.empty());
        CHECK(boost::json::parse(end.output).at("verdict") == "interrupted");
    }
}

TEST_CASE("a signal that the parent ignores is ignored, before and in a run") {
    const support::ignored_signal no_hangup{SIGHUP};
    const support::ignored_signal no_interrupt{SIGINT};
    support::subprocess program{
        {"run", "simultaneous-broadcast", "-n", "hypercube:14", "-b", "random:3000", "--json"}};
    REQUIRE(program.await_handler(SIGTERM));
    program.send(SIGHUP);
    REQUIRE(program.await_session());
    program.send(SIGHUP);
    program.send(SIGINT);
    const finished end = program.wait();

    CHECK(end.status == 0);
    CHECK(boost::json::parse(end.output).at("verdict") == "complete");
}

}  // TEST_SUITE("source/cli")
