#include "experiment/plan/plan_schema.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "experiment/plan/option_error.hpp"
#include "experiment/plan/plan_command_line.hpp"
#include "experiment/plan/plan_files.hpp"
#include "experiment/plan/plan_json.hpp"
#include "experiment/plan/plan_reader.hpp"
#include "experiment/sweep/stored_run.hpp"
#include "experiment/sweep/sweep_plan.hpp"
#include "results/run_groups.hpp"
#include "results/store/store.hpp"
#include "support/scratch.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/results/store_rows.hpp"

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
    CHECK(in_json(R"({"netwerk": 1})") ==
          "netwerk | 'netwerk' is not a field of a plan; did you mean 'network'?");
    CHECK(in_json(R"({"threads": 1})").starts_with("threads | 'threads' is not a field of a plan"));
    CHECK(in_json(R"({"seeds": "1-3"})") == "seeds | seeds: run has no such field; leave it out");
    CHECK(in_json(R"({"seed": "1"})", plan_command::sweep) ==
          "seed | seed: sweep has no such field; leave it out");
    CHECK(in_json(R"({"root": true})") == "root | root: 'true' is neither text nor a number");
    CHECK(in_json(R"({"store": ["a", "b"]})", plan_command::sweep) ==
          "store | store: 2 values; give one");
    CHECK(in_json(R"({"network": ["ring:3"]})") ==
          "network | network: '[\\\"ring:3\\\"]' is neither text nor a number");
    CHECK(in_json(R"({"network": [["ring:3"]]})", plan_command::sweep) ==
          "network | network: a list in a list is not a value; write a value or a list of values");
    CHECK(in_json(R"({"network": {"a": 1}})") ==
          "network | network: 'a' is not a value; write a value or a list of values");
    CHECK(in_json(R"({"again": "yes"})", plan_command::sweep) ==
          "again | again: '\\\"yes\\\"' is neither true nor false");
    CHECK(in_json(R"({"schema": "tutti.plan/3"})") ==
          "schema | schema: 'tutti.plan/3' is unknown; use tutti.plan/2");
    CHECK(in_json(R"({"task": "a", "collective": "b"})") ==
          "collective | collective: given as 'collective' and as 'task'; give it once");
    CHECK(in_json(R"({"command": "rum"})") ==
          "command | command: 'rum' is unknown; did you mean 'run'?");
    const auto in_words = [](std::string_view text) {
        return refusal_of([&] { return experiment_of(plan_of(text)); });
    };
    CHECK(in_words("run broadcast --trials 3") == "--trials | '--trials' is not an option of run");
    CHECK(in_words("run broadcast -n") == "--network | --network: needs a value");
    CHECK(in_words("run broadcast") ==
          "--network | --network: missing; name one, for example -n hypercube:10");
    CHECK(in_words("run -n ring:5").starts_with("COLLECTIVE | COLLECTIVE: missing"));
    CHECK(in_words("run allgather -n ring:5 --root 1") ==
          "--root | --root: multinode-broadcast has no root; leave out '1'");
    CHECK(in_words("run broadcast -n ring:5 --root 5").starts_with("--root | --root: '5' "));
    CHECK(in_words("run allgather -n ring:5 -b all") == "accepted");
    CHECK(in_words("run allgather -n ring:5 -b none") ==
          "--broadcasters | --broadcasters: multinode-broadcast is from every node; 'none' must be "
          "all or left out");
}

TEST_CASE("a sweep varies the fields that the schema calls axes, the last of a run's text first") {
    const plan_values values = plan_of(
        "sweep reduce/single-port -n 'hypercube:{2,3}' --root '{0,1}' --set 'operator={sum,max}' "
        "--ports '{all,single}'");
    const tutti::sweep_plan plan{
        tutti::read_axes(values, {.catalogue = &catalogue(), .memory_limit_bytes = memory_limit}),
        {.threads = 1}};
    std::string due;
    for (const std::string_view network : {"hypercube:2", "hypercube:3"}) {
        for (const std::string_view root : {"0", "1"}) {
            for (const std::string_view operation : {"", " --set operator=max"}) {
                for (const std::string_view ports : {" --ports all", ""}) {
                    due += fmt::format("reduce/single-port -n {} --root {} --seed 1{}{}\n", network,
                                       root, operation, ports);
                }
            }
        }
    }
    std::string texts;
    for (std::uint64_t run = 0; run < plan.run_count(); ++run) {
        texts += tutti::plan_text(plan.at(run), {}) + '\n';
    }
    CHECK(texts == due);
}

TEST_CASE("the files that a plan names are found in networks, sets, parameters and paths") {
    const auto paths_in = [](std::string_view field, const std::string& text) {
        std::string paths;
        for (const auto& each : tutti::files_named_in(tutti::plan_field_named(field), text)) {
            paths += each.path + ";";
        }
        return paths;
    };
    CHECK(paths_in("network", "graph:/etc/passwd") == "/etc/passwd;");
    CHECK(paths_in("network", "product(ring:3,graph:a)") == "a;");
    CHECK(paths_in("network", "{ring:x,graph:a,graph:b}") == "a;b;");
    CHECK(paths_in("network", "random-graph:9.9.1").empty());
    CHECK(paths_in("broadcasters", "file:a") == "a;");
    CHECK(paths_in("broadcasters", "{random:3,file:a}") == "a;");
    CHECK(paths_in("set", "file=a") == "a;");
    CHECK(paths_in("set", "trees-file=a=b") == "a=b;");
    CHECK(paths_in("set", "profile=a").empty());
    CHECK(paths_in("store", "a") == "a;");
    CHECK(paths_in("seed", "file:a").empty());
    CHECK(refusal_of([&] {
              return paths_in("broadcasters", "{1..20000}");
          }).starts_with("--broadcasters | --broadcasters: '{1..20000}' expands to 20,000"));
}

TEST_CASE("the help has range and default behind the meaning, and sweeps have words of their own") {
    const auto help_of = [](std::string_view name, plan_command command) {
        return tutti::plan_field_named(name).help_for(command);
    };
    CHECK(help_of("trials", plan_command::stress) ==
          "number of trials, from 1 to 1,000,000,000 (default 1,000)");
    CHECK(help_of("slot-budget", plan_command::run) == "abandon the run after N slots");
    CHECK(help_of("slot-budget", plan_command::sweep) == "abandon a run after N slots");
    CHECK(help_of("memory-limit", plan_command::sweep) ==
          "memory of all concurrent runs (default: the available memory)");
    CHECK(help_of("broadcasters", plan_command::run).ends_with(" or file:PATH (default all)"));
}

TEST_CASE("a label is a field of plans, and of results as it stands") {
    const auto labelled = [](const std::string& label) {
        return experiment_of(plan_in(
            R"({"collective": "broadcast", "network": "hypercube:3", "label": ")" + label + "\"}"));
    };
    const tutti::experiment plan = labelled("as it's now");
    CHECK(tutti::plan_text(plan, {}).ends_with(R"( --label 'as it'\''s now')"));
    CHECK(experiment_of(tutti::values_of(plan, {})).label == "as it's now");
    const tutti::result outcome = run_experiment(plan, {.threads = 1}, {});
    CHECK(to_json(outcome).ends_with(R"(,"label":"as it's now"})"));
    CHECK(to_table(outcome).find("\n  label         as it's now\n") != std::string::npos);
    CHECK_THROWS_WITH_AS(labelled(std::string(101, 'x')),
                         doctest::Contains("has 101 characters; at most 100"), tutti::option_error);

    // Means over several labels are noticed.
    const support::scratch place;
    {
        tutti::result_store store{place.path("results.db")};
        store.put(run_to_store(plan, {}, outcome));
        const tutti::experiment other = labelled("");
        store.put(run_to_store(other, {}, run_experiment(other, {.threads = 1}, {})));
        store.commit();
    }
    const tutti::stored_rows rows{place.path("results.db")};
    const tutti::run_groups groups = group_runs(rows, {.of = {rows.place_of("slots")}});
    CHECK(mixed_columns(groups, rows) == std::vector<std::string>{"label"});
}

}  // TEST_SUITE
