// Behaviour of the program under tight limits of the system.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "printed_text.hpp"
#include "subprocess.hpp"

TEST_SUITE("program/main") {

namespace {

using support::finished;
using support::is_one_line;
using support::run_program_by;
using words = std::vector<std::string>;

const words wide_run{"run", "simultaneous-broadcast", "-n", "hypercube:14", "-b", "random:300"};

words with(words arguments, const words& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

/// The program with this number of KiB of address space, of which a stack takes 8 MiB.
finished run_within(int kib, const words& arguments) {
    const words limited{"/bin/sh", "-c",
                        "ulimit -s 8192; ulimit -v " + std::to_string(kib) + R"(; exec "$0" "$@")"};
    return run_program_by(limited, arguments);
}

/// A user of no other process, with this limit of threads.
words limited_user(int threads) {
    return {"/usr/bin/env",   "setpriv", "--reuid=54321",
            "--clear-groups", "prlimit", "--nproc=" + std::to_string(threads)};
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
        run_program_by(unlimited, {"--version"}).status != 0) {
        return;  // Only root may become a user of no other process; leaks are sought by a thread.
    }
    for (const int threads : {2, 3, 5, 8}) {
        CAPTURE(threads);
        const finished end = run_program_by(limited_user(threads), with(wide_run, {"-t", "8"}));
        CHECK(end.status == 4);
        CHECK(is_one_line(end.errors));
        CHECK(end.errors.find("can be started") != std::string::npos);

        const finished fewer = run_program_by(limited_user(threads), wide_run);
        CHECK(fewer.status == 0);
        CHECK(fewer.errors.empty());
    }
    const finished trials = run_program_by(
        limited_user(3),
        {"stress", "simultaneous-broadcast", "-n", "hypercube:4", "--trials", "100", "-t", "8"});
    CHECK(trials.status == 4);
    CHECK(is_one_line(trials.errors));
}

}  // TEST_SUITE("program/main")
