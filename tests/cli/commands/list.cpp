#include <algorithm>
#include <functional>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/printed_text.hpp"
#include "cli/subprocess.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/collective.hpp"

TEST_SUITE("source/cli/commands/list.cpp") {

namespace {

namespace json = boost::json;

using support::finished;
using support::holds;
using support::run_program;

json::array listed_as_json(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "list");
    arguments.emplace_back("--json");
    return json::parse(run_program(arguments).output).as_array();
}

/// A text in one line, with one blank between its words.
std::string in_one_line(std::string_view text) {
    std::string line;
    for (const auto each : std::views::split(text, '\n')) {
        const std::string_view part{each.begin(), each.end()};
        const std::size_t margin = std::min(part.find_first_not_of(' '), part.size());
        line += std::string{part.substr(margin)} + " ";
    }
    return line;
}

}  // namespace

TEST_CASE("the catalogue is listed as text and as JSON, whole or for one task") {
    const finished process = run_program({"list"});
    const std::string text = in_one_line(process.output);
    const json::array entries = listed_as_json({});
    REQUIRE(entries.size() == support::standard_algorithms().size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const tutti::algorithm& algorithm = *support::standard().algorithms()[i];
        const std::string name = algorithm.collective + "/" + algorithm.name;
        CAPTURE(name);
        CHECK(holds(process.output, name + "\n"));
        CHECK(holds(text, name + " " + algorithm.idea + " " + algorithm.source + " on "));
        CHECK(entries[i].at("collective").as_string() == algorithm.collective);
        CHECK(entries[i].at("collective_meaning").as_string() == algorithm.goal->meaning);
        CHECK(entries[i].at("algorithm").as_string() == algorithm.name);
        CHECK(entries[i].at("idea").as_string() == algorithm.idea);
        CHECK(entries[i].at("ports").as_array().size() == algorithm.ports.size());
        CHECK(entries[i].at("parameters").as_array().size() == algorithm.parameters.size());
    }

    const finished scans = run_program({"list", "scan"});
    CHECK(scans.status == 0);
    CHECK(scans.output == run_program({"list", "prefix-sum"}).output);
    CHECK(holds(scans.output, "\nprefix-sum/tree\n    Up a binary tree over the ids"));
    CHECK(holds(scans.output, "\n    time (exact): 2d; 2d + 1 with announce\n"));
    CHECK_FALSE(holds(scans.output, "broadcast/"));
    CHECK(listed_as_json({"scan"}).size() ==
          support::standard().algorithms_for("prefix-sum").size());
}

TEST_CASE("a task begins with its names and its meaning, once") {
    const std::string text = in_one_line(run_program({"list"}).output);
    for (const auto& collective : support::standard().collectives()) {
        const std::string beginning = " " + collective->meaning + " " + collective->name + "/";
        CAPTURE(beginning);
        CHECK(holds(text, beginning));
        CHECK(text.find(beginning) == text.rfind(beginning));
    }
    CHECK(run_program({"list", "scan"}).output.starts_with("prefix-sum, also called scan\n    "));
    CHECK(run_program({"list", "scatter"}).output.starts_with("scatter\n    The root"));
    CHECK(holds(text, " multinode-broadcast, also called allgather, AllGather Every node"));
}

TEST_CASE("sentences are broken at 80 columns") {
    std::set<std::string, std::less<>> sources;
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        sources.insert("    " + algorithm.source);
    }
    const std::string text = run_program({"list"}).output;
    std::size_t longest = 0;
    for (const auto each : std::views::split(std::string_view{text}, '\n')) {
        const std::string_view line{each.begin(), each.end()};
        const bool is_sentence = !sources.contains(line) && !line.starts_with("    time (") &&
                                 !line.starts_with("    --set ");
        longest = std::max(longest, is_sentence ? line.size() : 0);
    }
    CHECK(longest == 80);
}

TEST_CASE("JSON explains the symbols of a formula") {
    const json::object symbols = listed_as_json({"barrier"}).front().at("symbols").as_object();
    CHECK(symbols.size() == 2);
    CHECK(symbols.at("c").as_string() == "the slot in which the last node calls");
    CHECK(symbols.at("d").as_string() == "the number of dimensions");
}

}  // TEST_SUITE("source/cli/commands/list.cpp")
