#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "refusal.hpp"
#include "subprocess.hpp"

TEST_SUITE("source/cli") {

namespace {

using support::check_refused;
using support::run_program;
using words = std::vector<std::string>;

/// Runs a task on a small cube, with more words.
words run_with(const std::string& task, const words& more) {
    words arguments{"run", task, "-n", "hypercube:4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

}  // namespace

TEST_CASE("a task with a root takes no broadcasters") {
    for (const std::string task : {"broadcast/single-port", "scatter", "scatter/single-port",
                                   "gather", "gather/single-port"}) {
        for (const std::string set : {"all", "none", "nodes:3"}) {
            CAPTURE(task);
            check_refused(run_with(task, {"-b", set}), "--broadcasters: ");
            check_refused(run_with(task, {"-b", set}),
                          "has a root; use --root ID in place of '" + set + "'");
        }
    }
}

TEST_CASE("a root must be a node of the network") {
    for (const std::string task : {"scatter", "gather", "broadcast/single-port"}) {
        for (const std::string root : {"16", "4294967296", "-1", "x", "", "0x1", "01"}) {
            CAPTURE(task);
            check_refused(run_with(task, {"--root", root}), "--root: '" + root + "'");
        }
        CHECK(run_program(run_with(task, {"--root", "15"})).status == 0);
    }
    check_refused(run_with("gather", {"--root", "16"}),
                  "it takes a whole number, in plain digits, from 0 to 15");
}

TEST_CASE("a task from every node takes neither a root nor other broadcasters") {
    for (const std::string task : {"multinode-broadcast", "multinode-broadcast/doubling",
                                   "total-exchange", "alltoall", "successive-broadcasts"}) {
        CAPTURE(task);
        check_refused(run_with(task, {"--root", "3"}), "has no root; leave out '3'");
        check_refused(run_with(task, {"-b", "none"}),
                      "is from every node; 'none' must be all or left out");
        check_refused(run_with(task, {"-b", "random:3"}), "--broadcasters: ");
        CHECK(run_program(run_with(task, {"-b", "all"})).status == 0);
    }
}

TEST_CASE("the gap of a succession is one of those that it knows") {
    const std::string task = "successive-broadcasts/unrotated";
    for (const std::string gap : {"1", "4", "02", "", "Auto", "2.0"}) {
        check_refused(run_with(task, {"--set", "gap=" + gap}),
                      "'" + gap + "' is not a value of gap, which is auto, 2 or 3");
    }
    check_refused(run_with("successive-broadcasts/rotated", {"--set", "gap=2"}),
                  "has no parameter 'gap'");
    CHECK(run_program(run_with(task, {"--set", "gap=3"})).status == 0);
    CHECK(run_program(run_with(task, {"--set", "gap=2"})).status == 3);
}

TEST_CASE("networks with more messages than can be numbered are refused") {
    check_refused({"run", "total-exchange", "-n", "hypercube:17"},
                  "recursive takes at most 16 dimensions");
    check_refused({"run", "total-exchange/single-port", "-n", "hypercube:17"},
                  "takes at most 16 dimensions");
    check_refused({"run", "scatter", "-n", "hypercube:27"},
                  "balanced-tree takes at most 26 dimensions");
    check_refused({"run", "scatter/single-port", "-n", "hypercube:27"},
                  "takes at most 26 dimensions");
}

TEST_CASE("what does not fit into memory is refused before anything is made") {
    const std::vector<std::pair<std::string, std::string>> runs{
        {"total-exchange", "hypercube:16"},
        {"scatter", "hypercube:26"},
        {"gather", "hypercube:30"},
        {"multinode-broadcast", "hypercube:30"},
        {"multinode-broadcast/doubling", "hypercube:30"},
        {"successive-broadcasts", "hypercube:30"},
    };
    for (const auto& [task, network] : runs) {
        words arguments{"run", task, "-n", network, "--memory-limit", "1000000000"};
        CAPTURE(task);
        check_refused(arguments, "--memory-limit: the run needs about ");
        check_refused(arguments, "the limit is 1000000000 bytes");

        arguments.insert(arguments.end(), {"--dry-run", "--json"});
        const support::finished dry = run_program(arguments);
        CHECK(dry.status == 0);
        const boost::json::value estimate = boost::json::parse(dry.output);
        CHECK_FALSE(estimate.at("fits").as_bool());
        CHECK(estimate.at("total_bytes").to_number<std::uint64_t>() > 1'000'000'000);
    }
}

}  // TEST_SUITE("source/cli")
