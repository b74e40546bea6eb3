// Memory of runs, and the program under tight limits of the system.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>
#include <unistd.h>

#include "printed_text.hpp"
#include "subprocess.hpp"

TEST_SUITE("program/main") {

namespace {

namespace json = boost::json;
using support::finished;
using support::is_one_line;
using support::run_program;
using words = std::vector<std::string>;

const words wide_run{"run",       "simultaneous-broadcast/prefix-roots", "-n", "hypercube:14", "-b",
                     "random:300"};

words with(words arguments, const words& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

/// The program with this number of KiB of address space, of which a stack takes 8 MiB.
finished run_within(int kib, const words& arguments) {
    const words limited{"/bin/sh", "-c",
                        "ulimit -s 8192; ulimit -v " + std::to_string(kib) + R"(; exec "$0" "$@")"};
    return run_program(arguments, limited);
}

/// A user of no other process, with this limit of threads.
words limited_user(int threads) {
    return {"/usr/bin/env",   "setpriv", "--reuid=54321",
            "--clear-groups", "prlimit", "--nproc=" + std::to_string(threads)};
}

json::object result_of(words arguments) {
    arguments.emplace_back("--json");
    // A process says at least what its parent had: the shell has less than this one.
    const words from_shell{"/bin/sh", "-c", R"("$0" "$@"; exit "$?")"};
    const finished end = run_program(arguments, from_shell);
    CHECK(end.errors.empty());
    return support::printed_object(end);
}

std::uint64_t number(const json::value& value) { return value.to_number<std::uint64_t>(); }

words dynamic_run(const std::string& network, const words& more) {
    return with({"run", "dynamic-broadcast", "-n", network, "-t", "1"}, more);
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

}  // namespace

TEST_CASE(
    "little address space is enough, too little for the estimate, or ends a run in one line") {
    if (!support::memory_is_our_own) {
        return;  // which takes more address space than there is
    }
    for (const int kib : {40'000, 60'000, 102'400, 128'000, 153'600, 256'000, 409'600}) {
        for (int time = 0; time < 3; ++time) {
            const finished end = run_within(kib, with(wide_run, {"-t", "8"}));
            CAPTURE(kib);
            CAPTURE(end.errors);

            if (end.status == 0) {
                CHECK(end.errors.empty());
            } else {
                CHECK((end.status == 2 || end.status == 4));
                CHECK(is_one_line(end.errors));
                CHECK(end.output.empty());
            }
            CHECK((kib < 256'000 || end.status == 0));
        }
    }
}

TEST_CASE(
    "threads that cannot be started are an error if they were asked for, and else done without") {
    const words unlimited{"/usr/bin/env", "setpriv", "--reuid=54321", "--clear-groups"};
    if (!support::memory_is_our_own || ::getuid() != 0 ||
        run_program({"--version"}, unlimited).status != 0) {
        return;  // Only root may become a user of no other process; leaks are sought by a thread.
    }
    for (const int threads : {2, 3, 5, 8}) {
        CAPTURE(threads);
        const finished end = run_program(with(wide_run, {"-t", "8"}), limited_user(threads));
        CHECK(end.status == 4);
        CHECK(is_one_line(end.errors));
        CHECK(end.errors.find("can be started") != std::string::npos);

        const finished fewer = run_program(wide_run, limited_user(threads));
        CHECK(fewer.status == 0);
        CHECK(fewer.errors.empty());
    }
    const finished trials = run_program({"stress", "simultaneous-broadcast/prefix-roots", "-n",
                                         "hypercube:4", "--trials", "100", "-t", "8"},
                                        limited_user(3));
    CHECK(trials.status == 4);
    CHECK(is_one_line(trials.errors));
}

TEST_CASE("memory does not grow with the run, nor with queues that do" *
          doctest::skip(!support::memory_is_our_own)) {
    const auto run = [](const std::string& rate, const std::string& intervals) {
        return dynamic_run("torus:3x3", {"--set", "rate=" + rate, "--set", "intervals=" + intervals,
                                         "--set", "prefix-step=1/8"});
    };
    constexpr std::uint64_t noise = 500'000;
    constexpr int runs = 3;
    const std::uint64_t few = least_peak(run("1/20", "2000"), runs) + noise;
    CHECK(peak_down_to(few, run("1/20", "20000")) <= few);
    // 240,000 messages wait in the end.
    const std::uint64_t short_queues = least_peak(run("20", "500"), runs) + noise;
    CHECK(peak_down_to(short_queues, run("20", "2000")) <= short_queues);
    for (const std::string rate : {"1/20", "20"}) {
        CHECK(result_of(run(rate, "500")).at("verdict") == "complete");
    }
}

TEST_CASE("a dry run estimates the memory of its run within 15 %" *
          doctest::skip(!support::memory_is_our_own)) {
    const auto dynamic_on = [](const std::string& network, const std::string& rate) {
        return dynamic_run(network, {"--set", "rate=" + rate, "--set", "intervals=8"});
    };
    // The program and its libraries, measured at a run that takes hardly more.
    const std::uint64_t own = least_peak({"run", "broadcast", "-n", "hypercube:2", "-t", "1"}, 10);
    constexpr std::uint64_t watchers = 300'000;  // a few pages, whatever the network
    for (const words& arguments :
         {words{"run", "broadcast/binomial", "-n", "hypercube:19"},
          words{"run", "simultaneous-broadcast/greedy", "-n", "hypercube:12", "-b", "random:1000"},
          words{"run", "simultaneous-broadcast/prefix-roots", "-n", "hypercube:16", "-b",
                "random:500"},
          words{"run", "multinode-broadcast", "-n", "hypercube:12"},
          words{"run", "multinode-broadcast/split-classes", "-n", "torus:36x36"},
          words{"run", "total-exchange", "-n", "hypercube:10"},
          words{"run", "scatter/balanced-tree", "-n", "hypercube:18"},
          dynamic_on("torus:8x8", "1/500"), dynamic_on("torus:16x16", "1"),
          dynamic_on("hypercube:7", "1")}) {
        CAPTURE(arguments);
        const std::uint64_t estimate =
            number(result_of(with(arguments, {"--dry-run"})).at("total_bytes"));
        const std::uint64_t most = estimate + estimate * 15 / 100 + watchers;
        const std::uint64_t used = peak_down_to(own + most, arguments) - own;
        CAPTURE(estimate);
        CAPTURE(used);
        CHECK(used <= most);
        CHECK((arguments[1] == "dynamic-broadcast" || used >= estimate - estimate * 15 / 100));
    }
}

}  // TEST_SUITE("program/main")
