#include <algorithm>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "refusal.hpp"

TEST_SUITE("source/cli") {

namespace {

using support::check_refused;
using words = std::vector<std::string>;

/// Runs a task on a small cube, with more words.
words run_with(const words& more, const std::string& task = "simultaneous-broadcast") {
    words arguments{"run", task, "-n", "hypercube:4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

}  // namespace

TEST_CASE("an unknown command is refused with the nearest one") {
    check_refused({"rnu"}, "'rnu' is not a command; did you mean 'run'?");
    check_refused({"lsit"}, "'lsit' is not a command; did you mean 'list'?");
    check_refused(
        {"hypercube:4"},
        "'hypercube:4' is not a command; valid: run, list, compare, stress, bounds, describe");
    check_refused({""}, "'' is not a command; valid: run, list, compare, stress, bounds, describe");
    check_refused({"--netwrk"}, "'--netwrk' is not an option without a command");
}

TEST_CASE("an unknown task or algorithm is refused with the nearest one") {
    check_refused({"run", "simultanous-broadcast", "-n", "hypercube:4"},
                  "COLLECTIVE: 'simultanous-broadcast' is not a known collective; did you mean "
                  "'simultaneous-broadcast'?");
    check_refused(
        {"run", "broadcast/binomal", "-n", "hypercube:4"},
        "COLLECTIVE: 'binomal' is not an algorithm for broadcast; did you mean 'binomial'?");
    check_refused({"list", "brodcast"},
                  "COLLECTIVE: 'brodcast' is not a known collective; did you mean 'broadcast'?");
    check_refused({"run", "-n", "hypercube:4"}, "COLLECTIVE: missing");
    check_refused({"run", "", "-n", "hypercube:4"}, "COLLECTIVE: missing");
    check_refused(run_with({"greedy"}), "unexpected argument 'greedy'; see `tutti run --help`");
    check_refused({"list", "scan", "x"}, "unexpected argument 'x'; see `tutti list --help`");
}

TEST_CASE("an unknown option is refused with the nearest one") {
    check_refused(run_with({"--sede", "3"}), "'--sede' is not an option; did you mean '--seed'?");
    check_refused(run_with({"--jsn"}), "'--jsn' is not an option; did you mean '--json'?");
    check_refused(run_with({"--thread=3"}),
                  "'--thread' is not an option; did you mean '--threads'?");
    check_refused(run_with({"-x"}), "'-x' is not an option; valid: --network");
    check_refused({"list", "--jsno"}, "'--jsno' is not an option; did you mean '--json'?");
}

TEST_CASE("an option without its value is refused by name") {
    for (const std::string option : {"--seed", "-t", "-b", "--set", "--log", "--repeat"}) {
        CAPTURE(option);
        check_refused(run_with({option}), "needs a value");
        check_refused(run_with({option, "--json"}), "needs a value, and '--json' is an option");
    }
    check_refused({"run", "broadcast", "-n"}, "--network: needs a value");
    check_refused({"run", "broadcast", "-n", "-t", "3"},
                  "--network: needs a value, and '-t' is an option");
}

TEST_CASE("a flag takes no value") {
    for (const std::string value : {"-1", "5", "true", "false", "", "99999999999999", "x"}) {
        CAPTURE(value);
        check_refused(run_with({"--json=" + value}),
                      "--json: takes no value; leave out '" + value + "'");
    }
    check_refused(run_with({"--quiet=no"}), "--quiet: takes no value; leave out 'no'");
}

TEST_CASE("the same option twice is refused by name") {
    check_refused(run_with({"-n", "hypercube:5"}),
                  "--network: given 2 times, last 'hypercube:5'; give it once");
    check_refused(run_with({"--seed", "1", "--seed=2"}), "--seed: given 2 times, last '2'");
    check_refused(run_with({"--json", "--json"}), "--json: given 2 times; give it once");
    check_refused(run_with({"-t", "1", "--threads", "1"}), "--threads: given 2 times");
    check_refused(run_with({"--set", "announce=true", "--set", "announce=true"}, "scan"),
                  "--set: 'announce' is set twice; set it once");
}

TEST_CASE("a network must be named, and be one") {
    check_refused({"run", "broadcast"}, "--network: missing");
    for (const std::string network : {"hypercube:0",   "hypercube:31",
                                      "hypercube:64",  "hypercube:-1",
                                      "hypercube:ten", "hypercube:4x",
                                      "hypercube:4 ",  " hypercube:4",
                                      "hypercube: 4",  "hypercube:04",
                                      "hypercube:+4",  "hypercube:0x4",
                                      "hypercube:4.0", "hypercube:",
                                      "hypercube",     "",
                                      "hypercube:4:4", "hypercube:99999999999999999999",
                                      "Hypercube:4",   "[hypercube:4]"}) {
        CAPTURE(network);
        check_refused({"run", "broadcast", "-n", network}, "--network: '" + network + "'");
    }
    check_refused({"run", "broadcast", "-n", "hypercub:4"}, "did you mean 'hypercube'?");
    check_refused({"run", "broadcast", "-n", "hypercube:31"}, "dimensions run from 1 to 30");
}

TEST_CASE("broadcasters must be nodes of the network") {
    for (const std::string set : {"nodes:16",
                                  "nodes:3,99",
                                  "nodes:-1",
                                  "nodes:3,,5",
                                  "nodes:3,",
                                  "nodes:,",
                                  "nodes:",
                                  "nodes:3 5",
                                  "nodes:x",
                                  "nodes:99999999999999999999",
                                  "random:17",
                                  "random:-1",
                                  "random:",
                                  "random",
                                  "random:1.5",
                                  "random:99999999999999999999",
                                  "bernoulli:1.1",
                                  "bernoulli:-0.1",
                                  "bernoulli:nan",
                                  "bernoulli:inf",
                                  "bernoulli:",
                                  "bernoulli:1e3",
                                  "bernoulli:3/2",
                                  "al",
                                  "all:1",
                                  "adversarial:greedy",
                                  "adversarial:",
                                  "file:",
                                  ""}) {
        CAPTURE(set);
        check_refused(run_with({"-b", set}), "--broadcasters: '" + set + "'");
    }
    check_refused(run_with({"-b", "adversarial"}, "scan"), "--broadcasters: 'adversarial'");
    check_refused(run_with({"-b", "rnadom:5"}), "did you mean 'random'?");
}

TEST_CASE("numbers must lie in their ranges, and be plain decimal digits") {
    const std::vector<std::pair<std::string, std::string>> bounds{
        {"--threads", "0 1025 -1 x 1.5 08 99999999999999999999"},
        {"--seed", "-1 18446744073709551616 0x10 1e3 ten"},
        {"--repeat", "0 -1 1000001"},
        {"--slot-budget", "0 -5 9223372036854775807 99999999999999999999"},
        {"--memory-limit", "0 -1 1G 18446744073709551616"},
    };
    for (const auto& [option, values] : bounds) {
        for (const auto part : std::views::split(values, ' ')) {
            const std::string value{part.begin(), part.end()};
            CAPTURE(option);
            CAPTURE(value);
            check_refused(run_with({option, value}), fmt::format("{}: '{}'", option, value));
        }
        check_refused(run_with({option, ""}), option + ": ''");
    }
}

TEST_CASE("what does not belong to the task is refused") {
    check_refused(run_with({"--root", "3"}), "--root: simultaneous-broadcast has no root");
    check_refused(run_with({"-b", "all"}, "broadcast"), "--broadcasters: broadcast has a root");
    check_refused(
        run_with({"--root", "16"}, "broadcast"),
        "--root: '16' is out of range; it takes a whole number, in plain digits, from 0 to 15");
    check_refused(run_with({"--root", "-1"}, "broadcast"), "--root: '-1'");
    check_refused(run_with({"--ports", "sinlge"}),
                  "--ports: 'sinlge' is not a port model; did you mean 'single'?");
    check_refused(run_with({"--ports", "on-way"}), "did you mean 'one-way'?");
    check_refused(run_with({"--set", "c=3"}),
                  "--set: simultaneous-broadcast/prefix-roots has no parameter 'c'");
    check_refused(run_with({"--set", "anounce=true"}, "scan"), "did you mean 'announce'?");
    check_refused(run_with({"--set", "announce=yes"}, "scan"), "--set: 'yes' is not a value");
    check_refused(run_with({"--set", "announce"}, "scan"), "--set: 'announce' is not NAME=VALUE");
}

TEST_CASE("what does not fit into memory is refused with both figures") {
    check_refused({"run", "scan", "-n", "hypercube:30", "--memory-limit", "1000000"},
                  "--memory-limit: the run needs about ");
    check_refused({"run", "scan", "-n", "hypercube:30", "--memory-limit", "1000000"},
                  "1000000 bytes");
}

TEST_CASE("values are printed escaped and cut, whatever is in them") {
    check_refused(run_with({"-b", "no\nde\ts:\x1b[31m"}), R"('no\nde\ts:\x1b[31m')");
    check_refused({"run", "sc\nan", "-n", "hypercube:4"}, R"(COLLECTIVE: 'sc\nan')");
    check_refused({"run", "scan", "-n",
                   "hyper\xff\xfe"
                   "cube"},
                  R"('hyper\xff\xfecube')");
    check_refused({"r\run"}, R"('r\run' is not a command)");
    check_refused(run_with({"--o\n"}), R"('--o\n' is not an option)");
    check_refused(run_with({"--seed", "4'\\"}), R"(--seed: '4\'\\')");
    check_refused(run_with({"--seed", std::string(5000, '9')}),
                  "--seed: '" + std::string(60, '9') + "'...");
    check_refused(run_with({"-b", "nodes:" + std::string(100'000, ',')}), "has an empty item");
}

TEST_CASE("networks that the algorithms for lines and squares do not fit are refused") {
    const auto refused = [](const char* task, const char* network, const char* part) {
        check_refused({"run", task, "-n", network}, part);
    };
    const char* const turns = "multinode-broadcast/quarter-turns";
    refused(turns, "torus:3x4", "COLLECTIVE: multinode-broadcast/quarter-turns needs equal sides");
    refused(turns, "torus:2x2", "needs sides of 3 or more on a torus");
    refused(turns, "array:4x4x4", "needs two dimensions");
    refused("multinode-broadcast/both-ways", "path:5", "both-ways runs on rings only");
    refused("simultaneous-broadcast/line-greedy", "ring:2", "needs three nodes or more on a ring");
    refused("simultaneous-broadcast/line-greedy", "torus:3x3", "runs on paths and rings only");
    refused("ring-emulation", "ring:5", "folded runs on paths only");
    refused("ring-emulation", "path:2", "folded needs three nodes or more");
    check_refused({"run", "ring-emulation", "-n", "path:5", "--set", "steps=0"},
                  "--set: '0' is not a value of steps, which is a whole number from 1 to 1000000");
    check_refused({"run", "ring-emulation", "-n", "path:5", "-b", "nodes:1"},
                  "--broadcasters: ring-emulation is from every node; 'nodes:1' must be all");
}

}  // TEST_SUITE("source/cli")
