// Output that follows from the catalogue: of every collective, algorithm, command and option.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <boost/algorithm/string/replace.hpp>
#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/commands.hpp"
#include "printed_text.hpp"
#include "subprocess.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/version.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

TEST_SUITE("source/cli/commands") {

namespace {

namespace json = boost::json;

using support::holds;
using support::run_program;

/// A text in one line, with one blank between its words.
std::string in_one_line(std::string_view text) {
    std::string line;
    for (const std::string_view part : tutti::split(text, '\n')) {
        line += std::string{part.substr(std::min(part.find_first_not_of(' '), part.size()))} + " ";
    }
    return line;
}

/// A text as roff has it.
std::string in_roff(std::string_view text) {
    return boost::replace_all_copy(std::string{text}, "-", R"(\-)");
}

/// The part of the manual page on one command.
std::string section_on(const std::string& page, std::string_view command) {
    const std::size_t begin = page.find("\n.SS tutti " + in_roff(command) + " ");
    REQUIRE(begin != std::string::npos);
    return page.substr(begin, page.find("\n.S", begin + 1) - begin);
}

}  // namespace

TEST_CASE("every algorithm is listed as text and as JSON, every collective once") {
    const std::string output = run_program({"list"}).output;
    const std::string text = in_one_line(output);
    const json::array entries = json::parse(run_program({"list", "--json"}).output).as_array();
    REQUIRE(entries.size() == support::standard_algorithms().size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const tutti::algorithm& algorithm = *support::standard().algorithms()[i];
        const std::string name = algorithm.collective + "/" + algorithm.name;
        CAPTURE(name);
        CHECK(holds(output, name + "\n"));
        CHECK(holds(text, name + " " + algorithm.idea + " " + algorithm.source + " on "));
        CHECK(entries[i].at("collective").as_string() == algorithm.collective);
        CHECK(entries[i].at("collective_meaning").as_string() == algorithm.goal->meaning);
        CHECK(entries[i].at("algorithm").as_string() == algorithm.name);
        CHECK(entries[i].at("idea").as_string() == algorithm.idea);
        CHECK(entries[i].at("ports").as_array().size() == algorithm.ports.size());
        CHECK(entries[i].at("parameters").as_array().size() == algorithm.parameters.size());
    }
    for (const auto& collective : support::standard().collectives()) {
        const std::string beginning = " " + collective->meaning + " " + collective->name + "/";
        CAPTURE(beginning);
        CHECK(holds(text, beginning));
        CHECK(text.find(beginning) == text.rfind(beginning));
    }
    CHECK(holds(text, " multinode-broadcast, also called allgather, AllGather Every node"));
}

TEST_CASE("help and the manual page have every command with every option") {
    const std::string page = run_program({"man"}).output;
    const std::string help = run_program({"help"}).output;
    CHECK(page.starts_with(".TH TUTTI 1 "));
    CHECK(help == run_program({"--help"}).output);
    for (const tutti::program::command& each : tutti::program::all_commands(support::standard())) {
        const std::string name{each.name};
        CAPTURE(name);
        CHECK(holds(help, "\n  " + name + " "));
        const std::string own = run_program({"help", name}).output;
        CHECK(own == run_program({name, "--help"}).output);
        CHECK(own.starts_with(each.meaning));
        const std::string section = section_on(page, each.name);
        CHECK(holds(section, in_roff(each.meaning)));
        for (const tutti::program::option& option : each.options) {
            CAPTURE(option.name);
            CHECK(holds(section, R"(\fB)" + in_roff(option.name) + R"(\fR)"));
            CHECK(holds(section, in_roff(option.meaning)));
            CHECK((option.short_name.empty() ||
                   holds(section, R"(\fB)" + in_roff(option.short_name) + R"(\fR, )")));
        }
    }
    for (const std::string status : {"0", "1", "2", "3", "4", "5", "130"}) {
        CHECK(holds(page, ".TP\n\\fB" + status + "\\fR\n"));
    }
    CHECK(run_program({"--version"}).output == "tutti " + std::string{tutti::version()} + "\n");
}

}  // TEST_SUITE("source/cli/commands")
