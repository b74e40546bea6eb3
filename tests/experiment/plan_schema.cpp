#include "experiment/plan/plan_schema.hpp"

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "experiment/plan/option_error.hpp"
#include "experiment/plan/plan_command_line.hpp"
#include "experiment/plan/plan_files.hpp"
#include "experiment/plan/plan_json.hpp"
#include "experiment/plan/plan_reader.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("experiment/plan/plan_schema.hpp") {

namespace {

using tutti::plan_command;
using tutti::plan_field;
using tutti::plan_values;

constexpr std::uint64_t memory_limit = 100'000'000;

const tutti::catalogue& catalogue() {
    static const tutti::catalogue made = tutti::standard_catalogue();
    return made;
}

tutti::experiment experiment_of(const plan_values& values) {
    return tutti::read_experiment(values,
                                  {.catalogue = &catalogue(), .memory_limit_bytes = memory_limit});
}

plan_values plan_in(std::string_view json, plan_command command = plan_command::run) {
    return tutti::values_of(tutti::parse_plan_json(json).as_object(), command);
}

plan_values plan_of(std::string_view text) {
    return tutti::values_of_words(tutti::split_words(text));
}

std::string refusal_of(const auto& read) {
    try {
        static_cast<void>(read());
    } catch (const tutti::option_error& wrong) {
        return wrong.option() + " | " + wrong.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE(
    "names, options and places of fields are distinct, and every field is taken by a command") {
    std::set<std::string_view> names;
    std::set<int> places;
    for (const plan_field& each : tutti::plan_fields()) {
        CAPTURE(each.option);
        CHECK(each.option.starts_with("--"));
        CHECK(names.insert(each.option).second);
        CHECK((each.short_option.empty() || names.insert(each.short_option).second));
        CHECK((each.place_in_text == 0 || places.insert(each.place_in_text).second));
        CHECK((each.place_in_text == 0 || each.write != nullptr || each.name() == "set"));
        CHECK((!each.is_axis || (each.place_in_text > 0 && each.read != nullptr)));
        CHECK_FALSE(each.commands.empty());
        // Of networks it is the list of the catalogue's families.
        CHECK(each.meaning.empty() == (each.type == tutti::field_type::named_network));
        CHECK(tutti::find_plan_field(each.name()) == &each);
        CHECK(tutti::find_field_by_label(each.label()) == &each);
    }
    CHECK(tutti::find_plan_field("task") == tutti::find_plan_field("collective"));
    CHECK(tutti::find_plan_field("") == nullptr);
}

TEST_CASE("the same plan in words and in JSON is the same run, with the same canonical text") {
    const std::string text =
        "simultaneous-broadcast/random-roots -n hypercube:4 -b random:5 --seed 7 --set c=5/2 "
        "--ports single";
    const plan_values words = plan_of("run " + text);
    for (const std::string_view json :
         {R"({"schema": "tutti.plan/2", "command": "run",
              "collective": "simultaneous-broadcast/random-roots", "network": "hypercube:4",
              "broadcasters": "random:5", "seed": 7, "set": {"c": "5/2"}, "ports": "single"})",
          R"({"task": "simultaneous-broadcast/random-roots", "network": "hypercube:4",
              "broadcasters": "random:5", "seed": "7", "set": ["c=5/2"], "ports": "single",
              "root": null, "slot-budget": "", "again": false})"}) {
        CAPTURE(json);
        CHECK(plan_in(json) == words);
    }
    const tutti::experiment plan = experiment_of(words);
    CHECK(tutti::plan_text(plan, {}) == text);
    CHECK(tutti::values_of(plan, {}) == words);
    CHECK(tutti::repeat_command(plan, 9) == "tutti run " + text + " --slot-budget 9");
}

TEST_CASE("every plan survives both codecs") {
    for (const std::string_view text :
         {"run broadcast -n hypercube:3 --root 5", "run allreduce --seed 18446744073709551615",
          "sweep simultaneous-broadcast/greedy,pair -n 'hypercube:{3,4}' -n ring:5 --set 'c={1,2}' "
          "--set c=9 --set d=x=y --seeds 1-3 --again",
          "stress broadcast -n path:3 --trials 7 --k 1-20 --slot-budget 3", "compare scan",
          "run a -n 'graph:it'\\''s here' -b 'file:\\x0a'"}) {
        CAPTURE(text);
        const plan_values plan = plan_of(text);
        CHECK(plan_of(tutti::command_text("./my program", tutti::words_of(plan))) == plan);
        CHECK(tutti::values_of(tutti::json_of(plan), plan_command::audit) == plan);
    }
}

TEST_CASE("what is wrong with a field is one line that names it and its value") {
    const auto in_json = [](std::string_view json, plan_command command = plan_command::run) {
        return refusal_of([&] { return plan_in(json, command); });
    };
    const std::vector<std::pair<std::string_view, std::string_view>> of_runs{
        {R"({"netwerk": 1})",
         "netwerk | 'netwerk' is not a field of a plan; did you mean 'network'?"},
        {R"({"seeds": "1-3"})", "seeds | seeds: run has no such field; leave it out"},
        {R"({"root": true})", "root | root: 'true' is neither text nor a number"},
        {R"({"network": ["ring:3"]})",
         "network | network: '[\\\"ring:3\\\"]' is neither text nor a number"},
        {R"({"network": {"a": 1}})",
         "network | network: 'a' is not a value; write a value or a list of values"},
        {R"({"schema": "tutti.plan/3"})",
         "schema | schema: 'tutti.plan/3' is unknown; use tutti.plan/2"},
        {R"({"task": "a", "collective": "b"})",
         "collective | collective: given as 'collective' and as 'task'; give it once"},
        {R"({"command": "rum"})", "command | command: 'rum' is unknown; did you mean 'run'?"}};
    for (const auto& [json, refusal] : of_runs) {
        CHECK(in_json(json) == refusal);
    }
    CHECK(in_json(R"({"store": ["a", "b"]})", plan_command::sweep) ==
          "store | store: 2 values; give one");
    CHECK(in_json(R"({"network": [["ring:3"]]})", plan_command::sweep) ==
          "network | network: a list in a list is not a value; write a value or a list of values");
    CHECK(in_json(R"({"again": "yes"})", plan_command::sweep) ==
          "again | again: '\\\"yes\\\"' is neither true nor false");
}

TEST_CASE("the files that a plan names are found in networks, sets, parameters and paths") {
    const auto paths_in = [](std::string_view field, const std::string& text) {
        std::string paths;
        for (const auto& each : tutti::files_named_in(tutti::plan_field_named(field), text)) {
            paths += each.path + ";";
        }
        return paths;
    };
    const std::vector<std::array<std::string, 3>> named{
        {"network", "graph:/etc/passwd", "/etc/passwd;"},
        {"network", "product(ring:3,graph:a)", "a;"},
        {"network", "{ring:x,graph:a,graph:b}", "a;b;"},
        {"network", "random-graph:9.9.1", ""},
        {"broadcasters", "{random:3,file:a}", "a;"},
        {"set", "trees-file=a=b", "a=b;"},
        {"set", "profile=a", ""},
        {"store", "a", "a;"},
        {"seed", "file:a", ""}};
    for (const auto& [field, text, paths] : named) {
        CHECK(paths_in(field, text) == paths);
    }
    CHECK(refusal_of([&] {
              return paths_in("broadcasters", "{1..20000}");
          }).starts_with("--broadcasters | --broadcasters: '{1..20000}' expands to 20,000"));
}

}  // TEST_SUITE
