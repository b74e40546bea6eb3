#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "refusal.hpp"
#include "stored_rows.hpp"
#include "subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;
using support::check_refused;
using support::finished;
using support::run_program;
using words = std::vector<std::string>;

/// A run with a parameter that is a rational number.
struct numbered_run {
    words arguments;  // the collective, the network and other options
    std::string name;

    // Result of the run without its command and duration.
    [[nodiscard]] json::object result_with(const std::string& value) const {
        words command_words{"run"};
        command_words.insert(command_words.end(), arguments.begin(), arguments.end());
        command_words.insert(command_words.end(), {"--set", name + "=" + value, "--json"});
        const finished end = run_program(command_words);
        CAPTURE(end.errors);
        REQUIRE(end.status <= 1);
        json::object object = json::parse(end.output).as_object();
        return {{"digest", object.at("digest")},
                {"time", object.at("time")},
                {"transmissions", object.at("transmissions")},
                {"dynamic", object.at("dynamic")}};
    }

    void sweep(const std::string& value, const std::string& store) const {
        words command_words{"sweep"};
        command_words.insert(command_words.end(), arguments.begin(), arguments.end());
        command_words.insert(command_words.end(),
                             {"--set", name + "=" + value, "--store", store, "--quiet"});
        const finished end = run_program(command_words);
        CAPTURE(end.errors);
        REQUIRE(end.status <= 1);
    }

    // The value as `results` prints it after a sweep with `value`.
    [[nodiscard]] std::string printed(const std::string& value) const {
        const support::scratch place;
        const std::string store = place.path("results.db");
        sweep(value, store);
        const std::string table =
            run_program({"results", store, "--csv", "--of", name, "--where", name + " > 0"}).output;
        const std::size_t begin = table.find("\r\n") + 2;
        return table.substr(begin, table.find("\r\n", begin) - begin);
    }
};

const numbered_run packing{
    {"simultaneous-broadcast/split-packing", "-n", "torus:4x4", "-b", "random:5"}, "prefix-step"};
const numbered_run roots{
    {"simultaneous-broadcast/random-roots", "-n", "hypercube:3", "-b", "random:2"}, "c"};
const numbered_run arrivals{{"dynamic-broadcast", "-n", "torus:4x4", "--set", "intervals=2"},
                            "rate"};

}  // namespace

TEST_CASE("what results prints of a parameter can be set again, and is the same plan") {
    for (const auto& [run, value, text] :
         {std::tuple{packing, "1/8", "0.125"}, std::tuple{packing, "1/1000000", "1e-06"},
          std::tuple{packing, "1/3", "1/3"}, std::tuple{roots, "5/2", "2.5"},
          std::tuple{roots, "7/3", "7/3"}, std::tuple{arrivals, "1/20", "0.05"}}) {
        CAPTURE(value);
        CHECK(run.printed(value) == text);
        CHECK(run.result_with(text) == run.result_with(value));
    }
}

TEST_CASE("JSON has a parameter as a number if that is exact, else as the text of a fraction") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    packing.sweep("{1/3,1/8,1}", store);
    const auto printed = [&](const words& more) {
        words arguments{"results", store, "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        json::array values;
        const json::value rows = json::parse(run_program(arguments).output);
        for (const json::value& row : rows.as_array()) {
            values.push_back(row.at("prefix-step"));
        }
        return values;
    };
    CHECK(printed({"--by", "prefix-step"}) == json::array{0.125, "1/3", 1});
    CHECK(printed({"--of", "prefix-step", "--where", "prefix-step = 1/3"}) == json::array{"1/3"});
    // Times stay numbers.
    const std::string times = run_program({"results", store, "--csv", "--of", "units"}).output;
    CHECK(times.find('/') == std::string::npos);
}

TEST_CASE("a store has a run once, in whatever form its numbers are written") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    const auto count = [&] { return support::only_value(store, "SELECT count(*) FROM runs"); };
    packing.sweep("0.125", store);
    packing.sweep("1/8", store);
    packing.sweep("{125e-3,2/16,.125}", store);
    CHECK(count() == "1");
    packing.sweep("{1/3,1/4}", store);
    CHECK(count() == "3");
    for (const std::string probability : {"0.5", "1/2", "5e-1"}) {
        const finished end =
            run_program({"sweep", "simultaneous-broadcast/greedy", "-n", "hypercube:4", "-b",
                         "bernoulli:" + probability, "--store", store, "--quiet"});
        CHECK(end.status == 0);
        CHECK(count() == "4");
    }
}

TEST_CASE(
    "runs that were stored under the numbers as written are found, replaced and not doubled") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    packing.sweep("0.125", store);
    REQUIRE(support::only_value(store, "SELECT plan FROM runs").find("=0.125") !=
            std::string::npos);
    CHECK(support::only_value(store, "SELECT identity FROM runs").find("=1/8") !=
          std::string::npos);
    support::change_store(store, "UPDATE runs SET identity = NULL, host = 'earlier'");
    packing.sweep("0.125", store);
    CHECK(support::only_value(store, "SELECT group_concat(host) FROM runs") == "earlier");
    words again{"sweep"};
    again.insert(again.end(), packing.arguments.begin(), packing.arguments.end());
    again.insert(again.end(), {"--set", "prefix-step=0.125", "--again", "--store", store});
    support::change_store(store, "UPDATE runs SET digest = '0'");
    CHECK(run_program(again).status == 0);
    CHECK(support::only_value(store, "SELECT count(*) FROM runs WHERE digest != '0'") == "1");
    CHECK(support::only_value(store, "SELECT count(*) FROM runs") == "1");
}

TEST_CASE("a number is the same in every form") {
    for (const std::string value : {"0.125", ".125", "1.25e-1", "125e-3", "2/16", "0.1250"}) {
        CAPTURE(value);
        CHECK(packing.result_with(value) == packing.result_with("1/8"));
    }
    for (const std::string value : {".05", "5e-2", "0.050", "2/40"}) {
        CAPTURE(value);
        CHECK(arrivals.result_with(value) == arrivals.result_with("1/20"));
    }
    const auto heads = [](const std::string& probability) {
        const finished end =
            run_program({"run", "simultaneous-broadcast/greedy", "-n", "hypercube:4", "-b",
                         "bernoulli:" + probability, "--json"});
        return json::parse(end.output).at("digest");
    };
    for (const std::string value : {"1/2", ".5", "5e-1", "0.50"}) {
        CHECK(heads(value) == heads("0.5"));
    }
}

TEST_CASE("an option that takes whole numbers in plain digits says so of every other form") {
    const std::vector<words> options{
        {"run", "broadcast", "-n", "hypercube:3", "--seed"},
        {"run", "broadcast", "-n", "hypercube:3", "--threads"},
        {"run", "broadcast", "-n", "hypercube:3", "--root"},
        {"run", "broadcast", "-n", "hypercube:3", "--slot-budget"},
        {"run", "broadcast", "-n", "hypercube:3", "--memory-limit"},
        {"run", "dynamic-broadcast", "-n", "torus:4x4", "--set", "intervals="},
        {"run", "simultaneous-broadcast", "-n", "hypercube:3", "-b", "random:"},
        {"run", "simultaneous-broadcast", "-n", "hypercube:3", "-b", "nodes:"},
        {"run", "broadcast", "-n", "hypercube:"},
        {"run", "broadcast", "-n", "ccc:"},
        {"run", "broadcast", "-n", "bipartite:2x"},
        {"stress", "simultaneous-broadcast", "-n", "hypercube:3", "--trials"},
        {"stress", "simultaneous-broadcast", "-n", "hypercube:3", "--k"},
        {"sweep", "broadcast", "-n", "hypercube:3", "--store", "none.db", "--seeds"},
        {"record", "broadcast/flooding", "-n", "ring:5", "-o", "none.rec", "--nodes"},
        {"audit", "broadcast/flooding", "-n", "ring:5", "--nodes"}};
    for (const words& option : options) {
        for (const std::string value : {"2.0", "1e3", "0x10", "+5", "-0", " 5"}) {
            words arguments = option;
            const bool is_whole_word = arguments.back().starts_with('-');
            CAPTURE(arguments.back());
            is_whole_word ? arguments.push_back(value)
                          : static_cast<void>(arguments.back() += value);
            check_refused(arguments, "in plain digits");
        }
    }
    check_refused({"run", "broadcast", "-n", "hypercube:3", "--seed", "2.0"},
                  "--seed: '2.0' is not valid; it takes a whole number, in plain digits, from 0 to "
                  "18446744073709551615");
}

TEST_CASE("a number that is refused is refused for what is wrong with it") {
    const auto refused = [](const numbered_run& run, const std::string& value,
                            std::string_view reason) {
        words arguments{"run"};
        arguments.insert(arguments.end(), run.arguments.begin(), run.arguments.end());
        arguments.insert(arguments.end(), {"--set", run.name + "=" + value});
        check_refused(arguments, "--set: '" + value.substr(0, 60));
        check_refused(arguments, reason);
    };
    refused(arrivals, "0.3333333333333333",
            "it has a denominator above 1000000000 in lowest terms");
    refused(arrivals, "1001", "it is out of range");
    refused(arrivals, "1e999999999", "it is too large");
    refused(arrivals, std::string(100'000, '1'), "it has more than 1000 digits");
    refused(packing, "1e-7", "it has a denominator above 1000000 in lowest terms");
    refused(packing, "1.5", "it is out of range");
    refused(roots, "-2.5", "it has a sign");
    refused(roots, "2,5", "it is not a number such as 3, 15/2, 0.125 or 5e-2");
    refused(roots, "0x1", "it is not a number such as");
    refused(roots, "1/0", "it has the denominator 0");
}

}  // TEST_SUITE("source/cli")
