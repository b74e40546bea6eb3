#include <algorithm>
#include <csignal>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "refusal.hpp"
#include "subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;

using support::check_refused;
using support::finished;
using support::run_program;
using words = std::vector<std::string>;

words with(const std::string& network, const words& more, const std::string& command = "run") {
    words arguments{command, "dynamic-broadcast", "-n", network};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

words setting(const std::string& value) { return with("torus:4x4", {"--set", value}); }

json::object result_of(words arguments) {
    arguments.emplace_back("--json");
    const finished end = run_program(arguments);
    CHECK(end.errors.empty());
    return json::parse(end.output).as_object();
}

std::uint64_t number(const json::value& value) { return value.to_number<std::uint64_t>(); }

}  // namespace

TEST_CASE("values that a dynamic run does not take are refused by name") {
    for (const std::string rate :
         {"0", "-1", "x", "1/0", "1e9", "1001", "5.", "", "0.0000000001", "0.3333333333333333"}) {
        CAPTURE(rate);
        check_refused(setting("rate=" + rate),
                      "--set: '" + rate + "' is not a value of rate, which is above 0");
    }
    for (const std::string intervals : {"0", "1.5", "-1", "100000001", "1e3", ""}) {
        CAPTURE(intervals);
        check_refused(setting("intervals=" + intervals),
                      "--set: '" + intervals + "' is not a value of intervals, which is a number");
    }
    check_refused(setting("padded=maybe"), "--set: 'maybe' is not a value of padded");
    check_refused(setting("algorithm=greedy"),
                  "'greedy' is not a value of algorithm, which is one of prefix-roots,");
    check_refused(setting("prefix-step=0"), "--set: '0' is not a value of prefix-step");
    check_refused(setting("prefix-step=2"), "--set: '2' is not a value of prefix-step");
}

TEST_CASE("what does not belong to a dynamic run, or does not fit it, is refused") {
    check_refused(setting("algorithm=prefix-roots"),
                  "--set: 'algorithm=prefix-roots' runs on hypercubes only");
    check_refused(with("hypercube:4", {"--set", "algorithm=packing-alternating"}),
                  "--set: 'algorithm=packing-alternating' runs on tori only");
    check_refused(with("torus:16x16", {"--set", "intervals=100000000"}),
                  "--set: 'intervals=100000000' may take 2^31 slots or more; use at most ");
    check_refused(with("torus:4x4", {"-b", "random:3"}), "--broadcasters: ");
    check_refused(with("torus:4x4", {"--root", "3"}), "--root: ");
    check_refused(with("torus:4x5", {}), "needs equal sides");
    check_refused(with("torus:2x2", {}), "needs sides of 3 or more on a torus");
    check_refused(with("ccc:3", {}), "intervals");
    for (const std::string command : {"run", "compare", "stress", "bounds"}) {
        check_refused(with("hypercube:20", {}, command), "takes networks of at most 16384 nodes");
    }
    check_refused(with("torus:4x4", {"--k", "3"}, "stress"), "--k: ");
}

TEST_CASE("an interrupted dynamic run reports what was measured so far, with status 130") {
    for (const bool as_json : {true, false}) {
        words arguments = with("torus:4x4", {"--set", "intervals=100000000", "--set", "rate=1/40"});
        arguments.emplace_back(as_json ? "--json" : "--quiet");
        support::subprocess long_run{arguments};
        REQUIRE(long_run.await_session());
        long_run.send(SIGINT);
        const finished end = long_run.wait();
        CHECK(end.status == 130);
        CHECK(end.errors.empty());
        if (as_json) {
            const json::object object = json::parse(end.output).as_object();
            CHECK(object.at("verdict") == "interrupted");
            const json::object& seen = object.at("dynamic").as_object();
            CHECK(number(seen.at("intervals")) < 100'000'000);
            CHECK(seen.at("stability") == "undecided");
        } else {
            CHECK(end.output.find("intervals") != std::string::npos);
            CHECK(end.output.find("interrupted") != std::string::npos);
        }
    }
}

TEST_CASE("statistics and digest of a run are the same for every number of threads") {
    const auto measured = [](const std::string& threads) {
        json::object object = result_of(
            with("torus:4x4", {"--set", "rate=0.04", "--set", "intervals=200", "-t", threads}));
        return json::serialize(object.at("dynamic")) + json::serialize(object.at("digest"));
    };
    const std::string once = measured("1");
    CHECK(measured("2") == once);
    CHECK(measured("7") == once);
}

TEST_CASE("stress, compare and bounds take dynamic broadcasts") {
    const finished stressed = run_program(with(
        "torus:3x3", {"--trials", "20", "--set", "intervals=30", "--set", "rate=1/10"}, "stress"));
    CHECK(stressed.status == 0);
    CHECK(stressed.output.find("20 complete") != std::string::npos);

    const json::object compared =
        result_of(with("hypercube:3", {"--set", "intervals=30", "--set", "rate=1/10"}, "compare"));
    const json::object& object = compared.at("runs").at(0).as_object();
    CHECK(object.at("verdict") == "complete");
    CHECK(number(object.at("dynamic").at("intervals")) == 30);

    const json::object bounds = result_of(with("torus:4x4", {"--set", "intervals=10"}, "bounds"));
    CHECK(bounds.at("algorithms").at(0).at("expected").at("units") == "375/2");
    CHECK(bounds.at("algorithms").at(0).at("lower_bound").at("units") == "150");
}

TEST_CASE("a log of a run that would be too long is refused, and one that is not is written") {
    const support::scratch folder;
    const std::string path = folder.file("log", "");
    check_refused(with("torus:4x4", {"--set", "intervals=1000000", "--log", path}), "--log: ");
    CHECK(run_program(with("torus:4x4", {"--set", "intervals=10", "--log", path})).status == 0);
}

TEST_CASE("a run with short control steps stays within its slot budget") {
    const json::object object =
        result_of(with("torus:4x4x4", {"--set", "rate=1/5", "--set", "intervals=300", "--set",
                                       "prefix-step=1/8"}));
    CHECK(object.at("verdict") == "complete");
}

// The peak of a process's memory, where it says so itself. Equal runs differ by up to 0.9 MB: Linux
// counts pages in batches of each processor, and those of libraries as it happens to map them. The
// least of some is what the program takes.
std::uint64_t least_peak(const words& arguments, int runs) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (int i = 0; i < runs; ++i) {
        least = std::min(least, number(result_of(arguments).at("peak_rss_bytes")));
    }
    return least;
}

// The same, of as many runs as it takes to come down to `enough`, and ten at most.
std::uint64_t peak_down_to(std::uint64_t enough, const words& arguments) {
    constexpr int most_runs = 10;
    std::uint64_t least = least_peak(arguments, 1);
    for (int i = 1; i < most_runs && least > enough; ++i) {
        least = std::min(least, least_peak(arguments, 1));
    }
    return least;
}

TEST_CASE("memory does not grow with the run, nor with queues that do" *
          doctest::skip(!support::memory_is_our_own)) {
    const auto run = [](const std::string& rate, const std::string& intervals) {
        return with("torus:3x3", {"--set", "rate=" + rate, "--set", "intervals=" + intervals,
                                  "--set", "prefix-step=1/8", "-t", "1"});
    };
    constexpr std::uint64_t noise = 500'000;
    constexpr int runs = 5;
    const std::uint64_t few = least_peak(run("1/20", "2000"), runs) + noise;
    CHECK(peak_down_to(few, run("1/20", "20000")) <= few);
    // 600,000 messages wait in the end.
    const std::uint64_t short_queues = least_peak(run("20", "500"), runs) + noise;
    CHECK(peak_down_to(short_queues, run("20", "5000")) <= short_queues);
    for (const std::string rate : {"1/20", "20"}) {
        CHECK(result_of(run(rate, "500")).at("verdict") == "complete");
    }
}

TEST_CASE("a dry run estimates the resources of a run" *
          doctest::skip(!support::memory_is_our_own)) {
    // A program that has hardly run takes as much itself.
    const std::uint64_t own = least_peak({"run", "broadcast", "-n", "hypercube:2", "-t", "1"}, 10);
    for (const std::string network : {"torus:8x8", "torus:16x16", "hypercube:7"}) {
        for (const std::string rate : {"1/500", "1"}) {
            const words arguments =
                with(network, {"--set", "rate=" + rate, "--set", "intervals=20", "-t", "1"});
            words dry = arguments;
            dry.emplace_back("--dry-run");
            const std::uint64_t estimate = number(result_of(dry).at("total_bytes"));
            // Beside what grows with the network there are the watchers' few pages.
            const std::uint64_t most = estimate + estimate * 15 / 100 + 300'000;
            const std::uint64_t used = peak_down_to(own + most, arguments) - own;
            CAPTURE(network);
            CAPTURE(rate);
            CAPTURE(estimate);
            CAPTURE(used);
            CHECK(used <= most);
        }
    }
}

}  // TEST_SUITE("source/cli")
