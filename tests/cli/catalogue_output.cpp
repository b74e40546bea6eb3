// Output that follows from the catalogue: of every collective, algorithm, command and option.
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/algorithm/string/replace.hpp>
#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/commands.hpp"
#include "printed_text.hpp"
#include "subprocess.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/version.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

TEST_SUITE("source/cli/commands") {

namespace {

namespace json = boost::json;

using support::finished;
using support::holds;
using support::printed_object;
using support::run_program;

/// A small network that some algorithm of the collective runs on.
std::string network_for(std::string_view collective) {
    for (const std::string network : {"hypercube:4", "array:4x4"}) {
        const tutti::network net = tutti::parse_network(network);
        for (const tutti::algorithm* const algorithm :
             support::standard().algorithms_for(collective)) {
            if (algorithm->inapplicable_reason(net).empty()) {
                return network;
            }
        }
    }
    return "path:5";
}

json::object printed_on(const std::string& command, std::string_view collective) {
    const finished end = run_program(
        {command, std::string{collective}, "-n", network_for(collective), "--seed", "5", "--json"});
    CHECK(end.status == 0);
    CHECK(end.errors.empty());
    return printed_object(end);
}

/// Entry of one algorithm in a list of bounds.
json::object entry_of(const json::object& bounds, const json::value& algorithm) {
    const json::array& entries = bounds.at("algorithms").as_array();
    const auto* const entry = std::ranges::find_if(
        entries, [&](const json::value& each) { return each.at("algorithm") == algorithm; });
    REQUIRE(entry != entries.end());
    return entry->as_object();
}

void check_bounds_of_run(const json::object& bounds, const json::value& run) {
    const json::object listed = entry_of(bounds, run.at("algorithm"));
    for (const std::string_view field :
         {"expected", "lower_bound", "lower_bound_pieces", "failure_probability", "ports"}) {
        CAPTURE(field);
        CHECK(listed.at(field) == run.at(field));
    }
    // The number of packets of a dynamic run follows from its arrivals.
    if (run.at("dynamic").is_null()) {
        CHECK(listed.at("transmissions") == run.at("expected_transmissions"));
    }
    CHECK(bounds.at("broadcasters") == run.at("broadcasters"));
    CHECK(bounds.at("network") == run.at("network"));
}

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

TEST_CASE("every algorithm is compared on the same input, with the bounds that `bounds` prints") {
    for (const std::string_view collective : support::standard_tasks()) {
        CAPTURE(collective);
        const std::size_t algorithms = support::standard().algorithms_for(collective).size();
        const json::object bounds = printed_on("bounds", collective);
        const json::object comparison = printed_on("compare", collective);
        const json::array& runs = comparison.at("runs").as_array();
        CHECK(bounds.at("algorithms").as_array().size() == algorithms);
        CHECK(runs.size() + comparison.at("not_fitting").as_array().size() == algorithms);
        CHECK(bounds.at("lower_bound") == comparison.at("lower_bound"));
        CHECK(bounds.at("lower_bound_pieces") == comparison.at("lower_bound_pieces"));
        for (const json::value& run : runs) {
            CHECK(run.at("verdict") == "complete");
            CHECK(run.at("seed") == 5);
            check_bounds_of_run(bounds, run);
        }
    }
}

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

TEST_CASE("sentences are broken at 80 columns") {
    std::set<std::string, std::less<>> sources;
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        sources.insert("    " + algorithm.source);
    }
    const std::string text = run_program({"list"}).output;
    std::size_t longest = 0;
    for (const std::string_view line : tutti::split(text, '\n')) {
        const bool is_sentence = !sources.contains(line) && !line.starts_with("    time (") &&
                                 !line.starts_with("    --set ");
        longest = std::max(longest, is_sentence ? line.size() : 0);
    }
    CHECK(longest == 80);
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

TEST_CASE("green is success, yellow is bad luck, and all else is red") {
    constexpr auto style = tutti::table_style::coloured;
    CHECK(tutti::judged("complete", style) == "\x1b[32mcomplete\x1b[0m");
    CHECK(tutti::judged("unlucky", style) == "\x1b[33munlucky\x1b[0m");
    CHECK(tutti::judged("interrupted", style) == "\x1b[33minterrupted\x1b[0m");
    for (const std::string_view each : {"incorrect", "late", "stalled", "VIOLATED", "not local"}) {
        CHECK(tutti::judged(each, style) == "\x1b[31m" + std::string{each} + "\x1b[0m");
    }
    CHECK(tutti::judged("late", tutti::table_style::plain) == "late");
}

}  // TEST_SUITE("source/cli/commands")
