#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/commands.hpp"
#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/standard.hpp"

TEST_SUITE("source/cli/commands/help.cpp") {

namespace {

using support::check_refused;
using support::finished;
using support::run_program;

}  // namespace

TEST_CASE("help says what --help says, of the program and of every command") {
    const finished whole = run_program({"help"});
    CHECK(whole.status == 0);
    CHECK(whole.output == run_program({"--help"}).output);
    for (const tutti::program::command& each : tutti::program::all_commands(support::standard())) {
        const std::string name{each.name};
        CAPTURE(name);
        CHECK(whole.output.find("\n  " + name + " ") != std::string::npos);
        const finished process = run_program({"help", name});
        CHECK(process.status == 0);
        CHECK(process.errors.empty());
        CHECK(process.output == run_program({name, "--help"}).output);
        CHECK(process.output.starts_with(each.meaning));
    }
}

TEST_CASE("help for what is no command is refused") {
    check_refused({"help", "rnu"}, "COMMAND: 'rnu' is not a command; did you mean 'run'?");
    check_refused({"help", "xyzzy"}, "COMMAND: 'xyzzy' is not a command; valid: run, list");
    check_refused({"help", "run", "x"}, "unexpected argument 'x'; see `tutti help --help`");
    check_refused({"help", "--json"}, "'--json' is not an option");
}

}  // TEST_SUITE("source/cli/commands/help.cpp")
