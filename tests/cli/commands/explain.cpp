#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/trial.hpp"
#include "cli/glossary/glossary.hpp"
#include "cli/glossary/glossary_lookup.hpp"
#include "cli/output/progress_line.hpp"
#include "cli/printed_words.hpp"
#include "cli/subprocess.hpp"
#include "node/violation.hpp"
#include "results/symbols.hpp"
#include "support/scratch.hpp"
#include "support/standard.hpp"
#include "topology/networks/network_kinds.hpp"
#include "tutti/catalog/knowledge.hpp"

TEST_SUITE("source/cli/commands/explain.cpp") {

namespace {

namespace json = boost::json;

using support::finished;
using support::is_explained;
using support::run_program;
using support::unexplained;
using words = std::vector<std::string>;

/// Something that the program prints: a listing whose labels have a width, or a table of columns.
struct printed {
    words arguments;
    std::size_t label_width = 0;  ///< 0: columns
};

void check_explained(std::string_view text, std::size_t label_width) {
    CAPTURE(text);
    CHECK(unexplained(text, label_width) == "");
}

void check_printed(const printed& one) {
    const finished end = run_program(one.arguments);
    CAPTURE(end.errors);
    CAPTURE(fmt::format("{}", fmt::join(one.arguments, " ")));
    REQUIRE_FALSE(end.output.empty());
    check_explained(end.output, one.label_width);
}

constexpr std::size_t run_width = 14;

/// The phases of an algorithm on the first small network that it fits.
words phases_of_algorithm(const tutti::algorithm& algorithm) {
    for (const std::string_view network :
         {"hypercube:3", "torus:4x4", "array:4x4", "ring:5", "path:5"}) {
        for (const std::string_view senders : {"all", "nodes:0,3"}) {
            const tutti::experiment plan = support::on_network(algorithm, network, senders);
            if (!tutti::inapplicable_reason(algorithm, plan.built_network, {}).empty() ||
                !tutti::inapplicable_reason(plan).empty()) {
                continue;
            }
            words arguments;
            for (const tutti::phase& each : algorithm.phases(tutti::problem_of(plan))) {
                arguments.emplace_back(each.name);
            }
            return arguments;
        }
    }
    return {};
}

}  // namespace

TEST_CASE("every word, label and heading of runs is explained") {
    const std::array<printed, 8> outputs{
        {{{"run", "simultaneous-broadcast", "-n", "hypercube:4", "--profile", "--link-load"},
          run_width},
         {{"run", "simultaneous-broadcast/random-roots", "-n", "hypercube:4", "--repeat", "2"},
          run_width},
         {{"run", "dynamic-broadcast", "-n", "torus:4x4", "--set", "intervals=40"}, run_width},
         {{"run", "broadcast", "-n", "hypercube:4", "--slot-budget", "1"}, run_width},
         {{"run", "broadcast/binomial", "-n", "hypercube:4", "--ports", "single"}, run_width},
         {{"run", "broadcast", "-n", "hypercube:4", "--dry-run"}, 10},
         {{"stress", "simultaneous-broadcast/random-roots", "-n", "hypercube:3", "--set", "c=1/2"},
          18},
         {{"audit", "broadcast", "-n", "hypercube:3"}, 17}}};
    std::ranges::for_each(outputs, check_printed);
}

TEST_CASE("every word, label and heading about theory and networks is explained") {
    const std::array<printed, 5> outputs{
        {{{"compare", "simultaneous-broadcast", "-n", "hypercube:4", "-b", "random:9"}},
         {{"compare", "multinode-broadcast", "-n", "hypercube:4"}},
         {{"bounds", "simultaneous-broadcast", "-n", "hypercube:4"}},
         {{"describe", "torus:4x4"}, 19},
         {{"describe", "path:4"}, 19}}};
    std::ranges::for_each(outputs, check_printed);
}

TEST_CASE("every word, label and heading of stores and recordings is explained") {
    const support::scratch place;
    const std::string store = place.path("s.db");
    const std::string recording = place.path("r.tutti");
    const std::array<printed, 10> outputs{
        {{{"sweep", "simultaneous-broadcast/greedy,pair", "-n", "hypercube:{2..4}", "--store",
           store},
          run_width},
         {{"sweep", "broadcast", "-n", "hypercube:{2..4}", "--store", store, "--dry-run"}, 10},
         {{"results", store, "--by", "algorithm", "--stat", "mean,ci95,median,min,max"}},
         {{"results", store, "--by", "algorithm", "--of", "ratio,phase_broadcast"}},
         {{"record", "simultaneous-broadcast", "-n", "hypercube:3", "-o", recording}, run_width},
         {{"show", recording}, run_width},
         {{"show", recording, "--slot", "1"}},
         {{"show", recording, "--node", "1"}},
         {{"show", recording, "--message", "0:0"}},
         {{"check", recording}, run_width}}};
    std::ranges::for_each(outputs, check_printed);
    // Its cells are values of all sorts, and cut.
    const words columns = support::labels_in(run_program({"results", store}).output, 25);
    CHECK(columns.size() > 40);
    for (const std::string& each : columns) {
        CAPTURE(each);
        CHECK(is_explained(each));
    }
}

TEST_CASE("what progress lines say is explained") {
    check_explained(tutti::progress_line({.now = 3}, {.deliveries = 9, .slots = 9}, 200), 0);
    check_explained(tutti::sweep_line({.runs = 9}, 200), 0);
    check_explained(tutti::sweep_line({.runs = 9, .is_ending = true}, 200), 0);
    check_explained(tutti::lookup_line(9, 3, 200), 0);
    check_explained(tutti::batch_line({.trials = 9}, 200), 0);
}

TEST_CASE("an unexplained word is found anywhere") {
    CHECK(unexplained("  slots         7\n  wibble        7\n", run_width) == "wibble");
    CHECK(unexplained("  time          7 slots; frobnicated 7\n", run_width) == "frobnicated");
    CHECK(unexplained("\n  algorithm  over time  verdict\n", 0) == "over time");
    CHECK(unexplained("complete: every check holds, wibble\n", run_width) == "wibble");
}

TEST_CASE("every name that a result, a description or an option may have is explained") {
    for (int i = 0; i <= static_cast<int>(tutti::verdict::interrupted); ++i) {
        CHECK(is_explained(name_of(static_cast<tutti::verdict>(i))));
    }
    for (int i = 0; i <= static_cast<int>(tutti::violation_kind::share_exceeded); ++i) {
        CHECK(is_explained(name_of(static_cast<tutti::violation_kind>(i))));
    }
    for (int i = 0; i <= static_cast<int>(tutti::port_model::one_way); ++i) {
        CHECK(is_explained(name_of(static_cast<tutti::port_model>(i))));
    }
    for (int i = 0; i <= static_cast<int>(tutti::time_kind::high_probability); ++i) {
        CHECK(is_explained(name_of(static_cast<tutti::time_kind>(i))));
    }
    for (int i = 0; i <= static_cast<int>(tutti::stability_kind::undecided); ++i) {
        CHECK(is_explained(name_of(static_cast<tutti::stability_kind>(i))));
    }
    for (const tutti::knowledge_item each : tutti::all_knowledge_items) {
        CHECK(is_explained(name_of(each)));
    }
    for (const tutti::network_kind& each : tutti::network_kinds()) {
        CHECK(is_explained(each.name));
    }
    for (const std::string_view each :
         {"unlucky", "adversarial", "random", "bernoulli", "none", "number", "rational"}) {
        CHECK(is_explained(each));
    }
}

TEST_CASE("the phases of all algorithms are explained") {
    std::size_t with_phases = 0;
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        const words phases = phases_of_algorithm(algorithm);
        with_phases += static_cast<std::size_t>(!phases.empty());
        for (const std::string& each : phases) {
            CAPTURE(each);
            CHECK(is_explained(each));
        }
    }
    CHECK(with_phases > 70);
}

TEST_CASE("tasks and algorithms are explained, with the letters of the formula") {
    for (const auto& task : support::standard().collectives()) {
        const auto meanings = tutti::program::meanings_of(task->name, support::standard());
        CHECK(std::ranges::any_of(meanings, [&](const tutti::program::meaning& each) {
            return each.kind == "task" &&
                   tutti::program::in_one_line(each.text).starts_with(task->meaning);
        }));
    }
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        const std::string name = algorithm.collective + "/" + algorithm.name;
        CAPTURE(name);
        const auto meanings = tutti::program::meanings_of(name, support::standard());
        REQUIRE(meanings.size() == 1);
        for (const tutti::symbol& each : tutti::symbols_in(algorithm.time)) {
            CHECK(meanings.front().text.find(std::string{each.meaning}) != std::string::npos);
        }
        CHECK(is_explained(algorithm.name));
    }
}

TEST_CASE("words are explained in a few lines that fit a terminal, each once") {
    std::set<std::string_view> seen;
    for (const tutti::program::glossary_entry& each : tutti::program::glossary()) {
        CAPTURE(each.names.front());
        CHECK_FALSE(each.group.empty());
        const std::vector<std::string_view> lines = tutti::split(each.text, '\n');
        CHECK(lines.back().empty());
        CHECK(lines.size() >= 2);
        CHECK(lines.size() <= 7);
        for (const std::string_view line : std::span{lines}.first(lines.size() - 1)) {
            CAPTURE(line);
            CHECK(line.starts_with("    "));
            CHECK(line.size() <= 84);
        }
        for (const std::string_view name : each.names) {
            CAPTURE(name);
            CHECK(seen.insert(name).second);
        }
    }
}

TEST_CASE("without a word those that are explained are listed, in groups") {
    const std::string text = run_program({"explain"}).output;
    const json::value as_json = json::parse(run_program({"explain", "--json"}).output);
    std::size_t count = 0;
    for (const json::value& group : as_json.at("groups").as_array()) {
        CHECK(text.find(fmt::format("\n{}\n    ", group.at("name").as_string().c_str())) !=
              std::string::npos);
        for (const json::value& word : group.at("words").as_array()) {
            CHECK(is_explained(word.as_string()));
            ++count;
        }
    }
    CHECK(count > 150);
}

}  // TEST_SUITE("source/cli/commands/explain.cpp")
