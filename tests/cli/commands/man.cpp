#include <cstddef>
#include <string>
#include <string_view>

#include <boost/algorithm/string/replace.hpp>
#include <doctest/doctest.h>

#include "cli/commands.hpp"
#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/standard.hpp"

TEST_SUITE("source/cli/commands/man.cpp") {

namespace {

using support::finished;
using support::run_program;

/// A text as roff has it.
std::string in_roff(std::string_view text) {
    return boost::replace_all_copy(std::string{text}, "-", R"(\-)");
}

/// The part of the page on one command.
std::string section_on(const std::string& page, std::string_view command) {
    const std::size_t begin = page.find("\n.SS tutti " + in_roff(command) + " ");
    REQUIRE(begin != std::string::npos);
    return page.substr(begin, page.find("\n.S", begin + 1) - begin);
}

}  // namespace

TEST_CASE("the manual page has every command with every option, and each exit status") {
    const finished made = run_program({"man"});
    CHECK(made.status == 0);
    CHECK(made.output.starts_with(".TH TUTTI 1 "));
    for (const tutti::program::command& each : tutti::program::all_commands(support::standard())) {
        CAPTURE(each.name);
        const std::string section = section_on(made.output, each.name);
        CHECK(section.find(in_roff(each.meaning)) != std::string::npos);
        for (const tutti::program::option& option : each.options) {
            CAPTURE(option.name);
            CHECK(section.find(R"(\fB)" + in_roff(option.name) + R"(\fR)") != std::string::npos);
            CHECK(section.find(in_roff(option.meaning)) != std::string::npos);
            if (!option.short_name.empty()) {
                CHECK(section.find(R"(\fB)" + in_roff(option.short_name) + R"(\fR, )") !=
                      std::string::npos);
            }
        }
    }
    for (const std::string status : {"0", "1", "2", "3", "4", "5", "130"}) {
        CHECK(made.output.find(".TP\n\\fB" + status + "\\fR\n") != std::string::npos);
    }
}

TEST_CASE("what completes and what makes the page refuse what they do not take") {
    support::check_refused({"man", "x"}, "unexpected argument 'x'; see `tutti man --help`");
    support::check_refused({"complete", "tutti r", "x"},
                           "unexpected argument 'x'; see `tutti complete --help`");
    CHECK(run_program({"complete", "tutti run broadcast/bi"}).output == "broadcast/binomial\n");
    CHECK(run_program({"complete"}).status == 0);
}

}  // TEST_SUITE("source/cli/commands/man.cpp")
