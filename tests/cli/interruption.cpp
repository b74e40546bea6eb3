#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "printed_text.hpp"
#include "subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;
using support::finished;
using words = std::vector<std::string>;

const words long_run{
    "run", "simultaneous-broadcast/prefix-roots", "-n", "hypercube:16", "-b", "random:5000"};

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

/// A command that a signal ends in its run.
finished ended_by(int signal, const words& arguments) {
    support::subprocess program{arguments};
    CAPTURE(arguments[0]);
    REQUIRE(program.await_session());
    program.send(signal);
    finished end = program.wait();
    CHECK(end.status == 130);
    CHECK(end.errors.empty());
    return end;
}

/// The last line of its JSON.
json::object result_after(int signal, words arguments) {
    arguments.emplace_back("--json");
    const std::string output = ended_by(signal, arguments).output;
    REQUIRE(output.ends_with("}\n"));
    return json::parse(output.substr(output.rfind('\n', output.size() - 2) + 1)).as_object();
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

TEST_CASE("what a signal ends reports what was finished, with status 130") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const json::object run = result_after(signal, long_run);
        CHECK(run.at("verdict") == "interrupted");
        CHECK(run.at("time").at("slots").as_int64() < 600);

        const json::object comparison =
            result_after(signal, {"compare", "simultaneous-broadcast", "-n", "hypercube:16", "-b",
                                  "random:5000", "--memory-limit", "9000000000"});
        REQUIRE(comparison.at("runs").as_array().size() == 1);
        CHECK(comparison.at("runs").at(0).at("verdict") == "interrupted");

        const json::object batch = result_after(signal, {"stress", "simultaneous-broadcast", "-n",
                                                         "hypercube:4", "--trials", "1000000000"});
        CHECK(batch.at("verdict") == "interrupted");
        CHECK(batch.at("trials_asked") == 1'000'000'000);
        CHECK(batch.at("trials").to_number<std::uint64_t>() < 1'000'000'000);
    }
}

TEST_CASE("a signal that the parent ignores is ignored, before and in a run") {
    const words starter{"/bin/sh", "-c", R"(trap '' HUP INT; exec "$0" "$@")"};
    support::subprocess program{{"run", "simultaneous-broadcast/prefix-roots", "-n", "hypercube:14",
                                 "-b", "random:3000", "--json"},
                                starter};
    REQUIRE(program.await_handler(SIGTERM));
    program.send(SIGHUP);
    REQUIRE(program.await_session());
    program.send(SIGHUP);
    program.send(SIGINT);
    const finished end = program.wait();

    CHECK(end.status == 0);
    CHECK(json::parse(end.output).at("verdict") == "complete");
}

}  // TEST_SUITE("source/cli")
