#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/printed_text.hpp"
#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/scratch.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/version.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;

using support::check_refused;
using support::finished;
using support::holds;
using support::printed_object;
using support::run_program;
using support::stream_end;
using words = std::vector<std::string>;

}  // namespace

TEST_CASE("help and version are printed and are no error") {
    for (const words& arguments : {words{}, words{"--help"}, words{"-h"}, words{"--version"},
                                   words{"run", "--help"}, words{"list", "--help"}}) {
        const finished end = run_program(arguments);
        CHECK(end.status == 0);
        CHECK(end.errors.empty());
        CHECK(holds(end.output, "tutti"));
    }
    check_refused({"--version", "x"}, "--version: takes no other arguments; leave out 'x'");
    check_refused({"x", "--version"}, "--version: takes no other arguments; leave out 'x'");
    check_refused({"--version", "--version"},
                  "--version: takes no other arguments; leave out '--version'");
    CHECK(run_program({"--version"}).output == "tutti " + std::string{tutti::version()} + "\n");
    CHECK(holds(run_program({"run", "--help"}).output, "--broadcasters"));
    CHECK(holds(run_program({}).output, "tutti run simultaneous-broadcast -n hypercube:10"));
}

TEST_CASE("a run prints a table, and the progress line is no part of it") {
    for (const words& more : {words{}, words{"--quiet"}}) {
        words arguments{"run", "simultaneous-broadcast", "-n", "hypercube:3", "-b", "nodes:0,1,2"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const finished end = run_program(arguments);
        CHECK(end.status == 0);
        CHECK(end.errors.empty());
        CHECK(holds(end.output, "14 slots; exact 14 = 2*ceil(K/d) + 4d"));
        CHECK(end.output.ends_with("\ncomplete: every check holds\n"));
    }
}

TEST_CASE("a run with --json prints one object and nothing else") {
    const finished end =
        run_program({"run", "scan/exchange", "--network=hypercube:5", "-b", "random:9", "--seed",
                     "18446744073709551615", "-t2", "--json"});
    const json::object object = printed_object(end);

    CHECK(end.status == 0);
    CHECK(end.errors.empty());
    CHECK(object.at("collective") == "prefix-sum");
    CHECK(object.at("algorithm") == "exchange");
    CHECK(object.at("seed").as_uint64() == 18446744073709551615U);
    CHECK(object.at("threads") == 2);
    CHECK(object.at("time").at("slots") == 5);
    CHECK(object.at("command") ==
          "tutti run scan/exchange --network=hypercube:5 -b random:9 --seed "
          "18446744073709551615 -t2 --json");
}

TEST_CASE("the command that a result names repeats it") {
    const words arguments{"run",    "simultaneous-broadcast/greedy",
                          "-n",     "hypercube:6",
                          "-b",     "random:11",
                          "--seed", "5",
                          "--json"};
    const json::object first = printed_object(run_program(arguments));
    const json::object second = printed_object(run_program(arguments));

    CHECK(first.at("digest") == second.at("digest"));
    CHECK(first.at("command") ==
          "tutti run simultaneous-broadcast/greedy -n hypercube:6 -b "
          "random:11 --seed 5 --json");
}

TEST_CASE("a dry run says how much memory a run would take, and runs nothing") {
    const words huge{"run", "simultaneous-broadcast", "-n", "hypercube:30", "--dry-run"};
    const finished table = run_program(huge);
    CHECK(table.status == 0);
    CHECK(holds(table.output, "simultaneous-broadcast/prefix-roots on hypercube:30 would take"));
    CHECK(table.output.ends_with("It does not fit; it was not run.\n"));

    words as_json = huge;
    as_json.emplace_back("--json");
    const json::object bytes = printed_object(run_program(as_json));
    CHECK_FALSE(bytes.at("fits").as_bool());
    CHECK(bytes.at("total_bytes").to_number<std::uint64_t>() ==
          bytes.at("mailbox_bytes").to_number<std::uint64_t>() +
              bytes.at("node_bytes").to_number<std::uint64_t>() +
              bytes.at("program_bytes").to_number<std::uint64_t>() +
              bytes.at("check_bytes").to_number<std::uint64_t>());
    check_refused({"run", "scan", "-n", "hypercube:3", "--dry-run", "--log", "no/such/place"},
                  "--log: a dry run has nothing to write; leave out --log or --dry-run");
    CHECK(run_program({"run", "scan", "-n", "hypercube:3", "--dry-run"})
              .output.ends_with("It fits; it was not run.\n"));
}

TEST_CASE("a program that breaks a stricter port model ends with status 3") {
    const finished end = run_program({"run", "simultaneous-broadcast/greedy", "-n", "hypercube:4",
                                      "--ports", "single", "--json"});
    const json::object object = printed_object(end);

    CHECK(end.status == 3);
    CHECK(end.errors.empty());
    CHECK(object.at("verdict") == "model-violation");
    CHECK(object.at("ports") == "single");
    CHECK(object.at("violation").at("kind") == "second-send");
    CHECK(run_program({"run", "scan", "-n", "hypercube:4", "--ports", "single"}).status == 0);
    CHECK(run_program({"run", "broadcast", "-n", "hypercube:4", "--ports", "single"}).status == 0);
    CHECK(run_program({"run", "broadcast", "-n", "hypercube:4", "--ports", "shout"}).status == 2);
}

TEST_CASE("a second command is refused, and a refused run leaves the log's file as it was") {
    CHECK(run_program({"list", "run"}).status == 2);
    CHECK(run_program({"run", "broadcast", "-n", "hypercube:3", "list"}).status == 2);

    const support::scratch folder;
    const std::string kept = folder.file("log", "precious");
    CHECK(
        run_program({"run", "broadcast", "-n", "hypercube:3", "--memory-limit", "1", "--log", kept})
            .status == 2);
    CHECK(std::filesystem::file_size(kept) == std::string_view{"precious"}.size());
}

TEST_CASE("a run that exceeds its slot budget ends with status 3") {
    const finished end = run_program(
        {"run", "simultaneous-broadcast", "-n", "hypercube:4", "--slot-budget", "5", "--json"});

    CHECK(end.status == 3);
    CHECK(printed_object(end).at("verdict") == "budget-exceeded");
}

TEST_CASE("repeats are in table and JSON") {
    const words arguments{"run", "simultaneous-broadcast", "-n", "hypercube:6", "--repeat", "4"};
    const finished table = run_program(arguments);
    words as_json = arguments;
    as_json.emplace_back("--json");

    CHECK(table.status == 0);
    CHECK(holds(table.output, "median of 4 runs, "));
    CHECK(printed_object(run_program(as_json)).at("repeat").at("runs") == 4);
}

TEST_CASE("a profile reports each thread's time, in table and JSON") {
    const words arguments{"run",      "multinode-broadcast", "-n", "hypercube:6", "-t", "2",
                          "--profile"};
    const finished table = run_program(arguments);
    words as_json = arguments;
    as_json.emplace_back("--json");

    CHECK(holds(table.output, "thread 1"));
    CHECK(holds(table.output, " at the barrier, "));
    const json::object object = printed_object(run_program(as_json)).at("account").as_object();
    CHECK(object.at("threads").as_array().size() == 2);
    CHECK(object.at("slots_on_one_thread").to_number<int>() +
              object.at("slots_on_all_threads").to_number<int>() >=
          11);
    CHECK(printed_object(run_program({"run", "scan", "-n", "hypercube:3", "--json"}))
              .at("account")
              .is_null());
}

TEST_CASE("a result that cannot be written is a separate error") {
    for (const stream_end stream :
         {stream_end::closed, stream_end::full, stream_end::unread_pipe}) {
        for (const words& arguments : {words{"run", "scan", "-n", "hypercube:4"},
                                       words{"run", "scan", "-n", "hypercube:4", "--json"},
                                       words{"list"}, words{"--help"}, words{}}) {
            const finished end = run_program(arguments, stream);
            CAPTURE(static_cast<int>(stream));
            CHECK(end.status == 4);
            // `tutti list | head` has what it wants.
            CHECK(end.errors ==
                  (stream == stream_end::unread_pipe
                       ? ""
                       : "tutti: the result could not be written to standard output\n"));
        }
    }
}

TEST_CASE("bad input is refused even if there is nowhere to print") {
    CHECK(run_program({"run", "scan"}, stream_end::closed).status == 2);
}

TEST_CASE("an interrupted run reports what was done, with status 130") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        support::subprocess long_run{
            {"run", "simultaneous-broadcast", "-n", "hypercube:16", "-b", "random:5000", "--json"}};
        REQUIRE(long_run.await_session());
        long_run.send(signal);
        const finished end = long_run.wait();
        const json::object object = printed_object(end);

        CHECK(end.status == 130);
        CHECK(end.errors.empty());
        CHECK(object.at("verdict") == "interrupted");
        CHECK(object.at("time").at("slots").as_int64() < 600);
    }
}

TEST_CASE("--link-load counts the packets of every link, and is in the estimate") {
    const words arguments{"run", "multinode-broadcast/rotation-classes", "-n", "hypercube:5"};
    const auto with = [&](words more) {
        more.insert(more.begin(), arguments.begin(), arguments.end());
        return run_program(std::move(more));
    };

    const json::object loads = printed_object(with({"--json", "--link-load", "--repeat", "3"}))
                                   .at("link_load")
                                   .as_object();
    CHECK(loads.at("mean_load") == "31/5");
    CHECK(loads.at("largest_load") == 7);
    CHECK(loads.at("histogram") == json::parse("[[6, 128], [7, 32]]"));
    CHECK(printed_object(with({"--json"})).at("link_load").is_null());
    CHECK(holds(with({"--link-load"}).output, "link load     6.2 packets on average; most 7, of "));
    CHECK(
        printed_object(with({"--json", "--dry-run", "--link-load"})).at("check_bytes").as_int64() >=
        printed_object(with({"--json", "--dry-run"})).at("check_bytes").as_int64() + 8 * 160);
}

TEST_CASE("a run takes what was estimated, within 15 %" *
          doctest::skip(!support::memory_is_our_own)) {
    const auto peak_of = [](words arguments) {
        arguments.insert(arguments.end(), {"--json", "--quiet"});
        return printed_object(run_program(arguments)).at("peak_rss_bytes").to_number<double>();
    };
    // The program and its libraries; what a process reports is at least what its parent had.
    constexpr double own = 9e6;
    for (const words& arguments :
         {words{"run", "broadcast/binomial", "-n", "hypercube:19"},
          words{"run", "simultaneous-broadcast/greedy", "-n", "hypercube:13", "-b", "random:2000"},
          words{"run", "simultaneous-broadcast/prefix-roots", "-n", "hypercube:16", "-b",
                "random:500"},
          words{"run", "multinode-broadcast", "-n", "hypercube:12"},
          words{"run", "multinode-broadcast/split-classes", "-n", "torus:36x36"},
          words{"run", "total-exchange", "-n", "hypercube:10"},
          words{"run", "scatter/balanced-tree", "-n", "hypercube:18"}}) {
        CAPTURE(arguments);
        words dry = arguments;
        dry.insert(dry.end(), {"--dry-run", "--json"});
        const auto estimated =
            printed_object(run_program(dry)).at("total_bytes").to_number<double>();
        const double taken = peak_of(arguments) - own;
        CHECK(estimated > 0.85 * taken);
        CHECK(estimated < 1.15 * taken);
    }
}

}  // TEST_SUITE("source/cli")
