#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/refusal.hpp"
#include "cli/stored_rows.hpp"
#include "cli/subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;

using support::change_store;
using support::check_refused;
using support::finished;
using support::only_value;
using support::run_program;
using words = std::vector<std::string>;

words sweep_with(const words& more) {
    words arguments{"sweep", "simultaneous-broadcast/prefix-roots,greedy,pair", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

const words small_axes{"-n", "hypercube:{3..5}", "-b", "random:{2,50%}", "--seeds", "1-3"};

json::object summary_of(const finished& end) {
    CAPTURE(end.errors);
    REQUIRE_FALSE(end.output.empty());
    return json::parse(end.output).as_object();
}

words small_sweep_into(const std::string& store, const words& more = {}) {
    words arguments = sweep_with(small_axes);
    arguments.insert(arguments.end(), {"--store", store});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

}  // namespace

TEST_CASE("a sweep runs the product of its axes, each run once, and counts what does not fit") {
    const support::scratch place;
    const std::string store = place.path("results.db");

    const finished end = run_program(small_sweep_into(store));
    CHECK(end.status == 0);
    CHECK(end.errors.empty());
    const json::object summary = summary_of(end);
    // 50 % are 4, 8 and 16 nodes, and `pair` takes 2.
    CHECK(summary.at("runs").as_int64() == 3 * 3 * (2 + 2 + 1));
    CHECK(summary.at("finished").as_int64() == 45);
    CHECK(summary.at("misfits").as_array().size() == 3);
    CHECK(summary.at("misfits").at(0).at("algorithm") == "pair");
    CHECK(summary.at("misfits").at(0).at("runs").as_int64() == 3);
    CHECK(only_value(store, "SELECT count(*) FROM runs WHERE verdict = 'complete'") == "45");
    CHECK(only_value(store, "SELECT count(DISTINCT dimensions + messages / 32.0) FROM runs") ==
          "6");
    CHECK(only_value(store, "SELECT count(*) FROM runs WHERE units < lower_bound") == "0");
}

TEST_CASE("a row is what `run` says") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    REQUIRE(run_program(small_sweep_into(store)).status == 0);

    const std::string plan = only_value(store, "SELECT plan FROM runs ORDER BY plan DESC");
    CHECK(plan == "simultaneous-broadcast/prefix-roots -n hypercube:5 -b random:2 --seed 3");
    words again{"run", "--json"};
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
        end = plan.find(' ', begin);
        again.push_back(plan.substr(begin, end - begin));
    }
    const json::object object = summary_of(run_program(again));

    const auto column = [&](const std::string& name) {
        return only_value(store, "SELECT " + name + " FROM runs ORDER BY plan DESC");
    };
    CHECK(column("digest") == object.at("digest").as_string());
    CHECK(column("CAST(units AS INTEGER)") == object.at("time").at("units").as_string());
    CHECK(column("transmissions") == std::to_string(object.at("transmissions").as_int64()));
    CHECK(column("lower_bound_numerator") == object.at("lower_bound").at("units").as_string());
    CHECK(only_value(store,
                     "SELECT group_concat(name || p.slots) FROM phases p JOIN runs ON id = run "
                     "WHERE plan LIKE '%prefix-roots -n hypercube:5 -b random:2 --seed 3'") ==
          "rank11,collect" + std::to_string(object.at("phases").at(1).at("slots").as_int64()) +
              ",broadcast" + std::to_string(object.at("phases").at(2).at("slots").as_int64()));
}

TEST_CASE("what the store has is not run again, and more of it is added") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    REQUIRE(run_program(small_sweep_into(store)).status == 0);
    const std::string before = support::stored_rows(store);

    json::object summary = summary_of(run_program(small_sweep_into(store)));
    CHECK(summary.at("stored_before").as_int64() == 45);
    CHECK(summary.at("finished").as_int64() == 0);
    CHECK(support::stored_rows(store) == before);

    summary = summary_of(run_program(sweep_with(
        {"-n", "hypercube:{4..6}", "-b", "random:2", "--seeds", "1-3", "--store", store})));
    CHECK(summary.at("stored_before").as_int64() == 2 * 9);
    CHECK(summary.at("finished").as_int64() == 9);
}

TEST_CASE("what two points of the axes both name is run once") {
    const support::scratch place;
    const finished end = run_program(
        {"sweep", "simultaneous-broadcast/prefix-roots,random-roots", "-n", "hypercube:4", "-n",
         "hypercube:{4,5}", "-b", "random:{8,50%}", "--set", "c={2,3}", "--set", "c=3", "--seeds",
         "1-2", "--json", "--store", place.path("results.db")});
    const json::object summary = summary_of(end);
    // hypercube:4 with 8; hypercube:5 with 8 and 16; each by prefix-roots, and with c 2 and 3.
    CHECK(summary.at("runs").as_int64() == 2 * 3 * (1 + 2));
    CHECK(summary.at("repeated").as_int64() == 2 * (3 * 2 * 3 * 2) - 18);
}

TEST_CASE("a file may say what the command line says, in INI or JSON") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    REQUIRE(
        run_program({"sweep", "simultaneous-broadcast/random-roots", "-n", "hypercube:{3..4}", "-b",
                     "random:2", "--set", "c={40,50}", "--seeds", "1-3", "--store", store})
            .status == 0);
    const std::string ini = place.file("plan.ini",
                                       "; as above\n"
                                       "task = simultaneous-broadcast/random-roots\n"
                                       "network = hypercube:3 hypercube:4\n"
                                       "broadcasters = random:2\n"
                                       "seeds = 1-9\n"
                                       "[set]\nc = {40,50}\n");
    const std::string json_plan = place.file(
        "plan.json",
        R"({"task": "simultaneous-broadcast/random-roots", "network": ["hypercube:{3,4}"],
            "broadcasters": "random:2", "set": {"c": [40, 50]}, "seeds": "1-3"})");
    const std::string present = place.file("new.json", R"({"schema": "tutti.plan/2",
        "collective": ["simultaneous-broadcast/random-roots"], "network": "hypercube:{3,4}",
        "broadcasters": ["random:2"], "set": ["c={40,50}"], "seeds": ["1-2", 3]})");
    for (const std::string& plan : {ini, json_plan, present}) {
        CAPTURE(plan);
        const json::object summary = summary_of(
            run_program({"sweep", "--plan", plan, "--seeds", "1-3", "--store", store, "--json"}));
        CHECK(summary.at("stored_before").as_int64() == 12);
        CHECK(summary.at("finished").as_int64() == 0);
    }
    check_refused({"sweep", "--plan", place.path("none")}, "--plan: '");
    check_refused({"sweep", "--plan", place.file("a", "[set")}, "line 1: unmatched '['");
    check_refused({"sweep", "--plan", place.file("b", "{\"task\": ")}, "line 1: ");
    check_refused({"sweep", "--plan", place.file("c", "taks = broadcast")},
                  "'taks' is not a field of a plan; did you mean 'task'?");
}

TEST_CASE("nothing that a file says is dropped in silence") {
    const support::scratch place;
    const auto runs_of = [&](const std::string& plan, const words& more = {}) {
        words arguments{"sweep", "--plan", place.file("plan", plan), "--dry-run", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return summary_of(run_program(arguments)).at("runs").as_int64();
    };
    const std::string lists = R"({"task": ["simultaneous-broadcast/prefix-roots", "greedy"],
        "network": "hypercube:3", "broadcasters": "random:2", "seeds": [1, 2, "4-6"]})";
    CHECK(runs_of(lists) == 2 * 5);
    const std::string ini =
        "task = simultaneous-broadcast/random-roots, split-packing\n"
        "network = hypercube:3 torus:4x4\nbroadcasters = random:2\nseeds = 1-10, 20-30\n[set]\n"
        "c = {2,4}\nprefix-step = {1,1/8}\n";
    CHECK(runs_of(ini) == 21 * (2 + 2));
    // Of the parameters, only the one that is named is another one.
    CHECK(runs_of(ini, {"--set", "c=5"}) == 21 * (1 + 2));

    CHECK(runs_of(R"({"task": "simultaneous-broadcast/split-packing", "network": "torus:4x4",
        "broadcasters": ["random:{12.5%,1/8%,5e1%}", "bernoulli:{.25,1/2,75e-2}"],
        "set": {"prefix-step": [0.125, 5e-1, "1"]}})") == (3 + 3) * 3);

    const auto check_plan = [&](const std::string& plan, std::string_view part) {
        check_refused({"sweep", "--plan", place.file("plan", plan), "--dry-run"}, part);
    };
    check_plan(R"({"store": ["a", "b"]})", "store: 2 values; give one");
    check_plan(R"({"slot-budget": [1, 2]})", "slot-budget: 2 values; give one");
    check_plan(R"({"command": "run"})", "command: this is a plan of run, and not of sweep");
    check_plan(R"({"seeds": 1, "seeds": 2})", "'seeds' is given 2 times; give it once");
    check_plan(R"({"set": {"c": 1, "c": 2}})", "'c' is given 2 times");
    check_plan("task = broadcast\ntask = gather\n", "line 2: ");
    check_plan(R"({"network": {"a": "b"}})", "network: 'a' is not a value");
    check_plan(R"({"network": [["a"]]})", "network: a list in a list is not a value");
    std::string deep;
    for (int i = 0; i < 50'000; ++i) {
        deep += "{\"a\":";
    }
    check_plan(deep, "line 1: more than 3 lists and objects in each other");
}

TEST_CASE("a dry run says how many, how long and how much, and stores nothing") {
    const support::scratch place;
    words arguments = small_sweep_into(place.path("results.db"), {"--dry-run"});
    const json::object object = summary_of(run_program(arguments));
    CHECK(object.at("runs").as_int64() == 45);
    CHECK(object.at("misfits").as_int64() == 9);
    CHECK(object.at("seconds").to_number<double>() > 0);
    CHECK(object.at("bytes").as_int64() > 0);
    CHECK_FALSE(std::filesystem::exists(place.path("results.db")));

    const std::string store = place.path("few.db");
    const words one{"sweep", "broadcast/single-port", "-n", "hypercube:3", "--store", store};
    words dry = one;
    dry.emplace_back("--dry-run");
    std::string text = run_program(dry).output;
    CHECK(text.starts_with("1 run: 1 kind, 1 seed each\nThey would take about 0:01 on "));
    CHECK(text.find(" bytes of memory at a time.") != std::string::npos);
    REQUIRE(run_program(one).status == 0);
    CHECK(run_program(dry).output ==
          "1 run: 1 kind, 1 seed each\n1 is in '" + store + "' already, none is left\n");
    dry.insert(dry.end(), {"--seeds", "1-3"});
    text = run_program(dry).output;
    CHECK(text.find("already, 2 are left\nWhat is left would take about ") != std::string::npos);
    change_store(store, "UPDATE runs SET version = '0.0.9'");
    CHECK(run_program(dry).output.find("1 is stored by another version") != std::string::npos);
}

TEST_CASE("a value that is wrong is refused before anything runs, with its text and its axis") {
    const std::string task = "simultaneous-broadcast";
    check_refused({"sweep"}, "COLLECTIVE: missing");
    check_refused({"sweep", task}, "--network: missing");
    check_refused({"sweep", task, "-n", "hypercube:3"}, "--store: missing");
    check_refused({"sweep", task, "-n", "hypercube:{4..40}"},
                  "--network: 'hypercube:{4..40}': 'hypercube:31'");
    check_refused({"sweep", task, "-n", "hypercube:{4..}"}, "--network: 'hypercube:{4..}': '4..'");
    check_refused({"sweep", task + "/greedy,gredy", "-n", "hypercube:3"}, "did you mean 'greedy'?");
    check_refused(
        {"sweep", task, "-n", "hypercube:3", "-b", "random:{1,0%}"},
        "--broadcasters: 'random:{1,0%}': 'random:0%' is not a share; write a number above 0 and");
    check_refused({"sweep", task, "-n", "hypercube:3", "-b", "random:x%"},
                  "'random:x%' is not a share: 'x' is not a number such as");
    check_refused({"sweep", task, "-n", "hypercube:3", "-b", "random:1e-9%"},
                  "with a denominator up to 10000000");
    check_refused({"sweep", task, "-n", "hypercube:3", "--set", "c={1,x}"},
                  "--set: 'c={1,x}': 'x' is not a value of c");
    check_refused({"sweep", task, "-n", "hypercube:3", "--ports", "{all,none}"},
                  "--ports: '{all,none}': 'none' is not a port model");
    check_refused({"sweep", task, "-n", "hypercube:3", "--seeds", "1-3,2"}, "has 2 twice");
    check_refused({"sweep", task, "-n", "hypercube:3", "--seeds", "3-1"}, "write 1-3");
    check_refused({"sweep", task, "-n", "hypercube:3", "--root", "1"}, "has no root");
    check_refused({"sweep", "broadcast", "-n", "hypercube:3", "-b", "all"}, "has no choice");
    check_refused({"sweep", "broadcast", "-n", "ring:5", "--root", "{5,6}", "--dry-run"},
                  "none of");
    check_refused({"sweep", task, "-n", "hypercube:3", "--seeds", "0-9999999999", "--dry-run"},
                  "over 1,000,000,000 seeds");
    check_refused({"sweep", task, "-n", "ring:{3..1000000}", "-b", "random:{1..1000}", "--dry-run"},
                  "runs of 10,000,000 kinds are allowed");
}

TEST_CASE("runs of another version are named, and replaced only if that is asked for") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    REQUIRE(run_program(small_sweep_into(store)).status == 0);
    const std::string before = support::stored_rows(store);
    change_store(store, "UPDATE runs SET version = '0.0.1' WHERE algorithm = 'greedy'");

    check_refused(small_sweep_into(store), "has 18 of the 45 runs from tutti 0.0.1");
    const json::object summary = summary_of(run_program(small_sweep_into(store, {"--again"})));
    CHECK(summary.at("replaced").as_int64() == 18);
    CHECK(support::stored_rows(store) == before);
    CHECK(only_value(store, "SELECT count(*) FROM phases WHERE run NOT IN (SELECT id FROM runs)") ==
          "0");
}

TEST_CASE("runs of other versions that stay in the store are counted before others come in") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    REQUIRE(run_program(small_sweep_into(store)).status == 0);
    change_store(store, "UPDATE runs SET version = '0.0.1' WHERE algorithm = 'greedy'");
    words others = sweep_with({"-n", "hypercube:3", "--store", store});
    const finished end = run_program(others);
    CHECK(end.status == 0);
    CHECK(end.errors.find("18 of the 45 runs in '" + store +
                          "' are from other versions or programs, such as tutti 0.0.1") !=
          std::string::npos);

    const words trials{
        "stress", "broadcast/single-port", "-n", "hypercube:4", "--trials", "50", "--store", store};
    const finished stressed = run_program(trials);
    CHECK(stressed.status == 0);
    CHECK(stressed.errors.find("such as tutti 0.0.1") != std::string::npos);
    change_store(store, "UPDATE runs SET version = '0.0.1' WHERE id = (SELECT max(id) FROM runs)");
    check_refused(trials, "from tutti 0.0.1, and this is tutti ");
}

TEST_CASE("a reader of the store at the end of a sweep is reported") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    REQUIRE(run_program(small_sweep_into(store)).status == 0);
    change_store(store, "PRAGMA journal_mode = WAL; UPDATE runs SET id = id");
    SQLite::Database reader{store};
    reader.exec("BEGIN; SELECT count(*) FROM runs");
    const finished end = run_program(small_sweep_into(store, {"-n", "hypercube:6"}));
    CHECK(end.status == 0);
    CHECK(end.errors.find("-wal', which belongs to it until") != std::string::npos);
}

TEST_CASE("a store whose runs now have other results is reported, with status 1") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    REQUIRE(run_program(small_sweep_into(store)).status == 0);
    const std::string before = support::stored_rows(store);
    for (const std::string name : {"prefix-roots", "pair"}) {
        CAPTURE(name);
        change_store(
            store, "UPDATE runs SET digest = '0000000000000000' WHERE algorithm = '" + name + "'");
        const finished end = run_program(small_sweep_into(store));
        CHECK(end.status == 1);
        CHECK(end.output.empty());
        CHECK(end.errors.find("has another result of `simultaneous-broadcast/" + name) !=
              std::string::npos);
        CHECK(end.errors.find("`; `sweep --again` replaces it") != std::string::npos);
        const json::object anew = summary_of(run_program(small_sweep_into(store, {"--again"})));
        CHECK(anew.at("replaced").as_int64() == (name == "pair" ? 9 : 18));
        CHECK(anew.at("finished") == anew.at("replaced"));
        CHECK(support::stored_rows(store) == before);
    }
}

TEST_CASE("a run that fails a check is a row, and the status says so") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    const words arguments = small_sweep_into(store, {"--slot-budget", "3"});
    const finished end = run_program(arguments);
    CHECK(end.status == 3);
    CHECK(summary_of(end).at("verdict") == "budget-exceeded");
    CHECK(only_value(store, "SELECT count(*) FROM runs") == "45");
    CHECK(only_value(store, "SELECT count(*) FROM runs WHERE complaint IS NOT NULL") != "0");
    // They are not run again, and still fail.
    CHECK(run_program(arguments).status == 3);
}

TEST_CASE("unlucky runs are rows that are counted, and fail a sweep only if there are too many") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    const auto sweep_with_factor = [&](const std::string& factor, const words& more = {}) {
        words arguments{"sweep",   "simultaneous-broadcast/random-roots",
                        "-n",      "hypercube:5",
                        "-b",      "random:8",
                        "--seeds", "1-20",
                        "--store", store,
                        "--set",   "c=" + factor};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_program(arguments);
    };
    // With few groups most runs lose packets, as their draws foretell.
    const json::object first = summary_of(sweep_with_factor("1/4", {"--json"}));
    CHECK(first.at("verdict") == "complete");
    CHECK(first.at("failures").as_array().empty());
    const std::string count =
        only_value(store,
                   "SELECT count(*) FROM runs WHERE verdict = 'unlucky' AND missing > 0 "
                   "AND complaint LIKE 'delivery: %'");
    CHECK(count != "0");
    CHECK(std::to_string(first.at("unlucky").as_int64()) == count);
    CHECK(first.at("unlucky_tail").as_double() > 1e-3);
    // They are not run again, and still counted.
    const json::object again = summary_of(sweep_with_factor("1/4", {"--json"}));
    CHECK(again.at("finished") == 0);
    CHECK(again.at("unlucky") == first.at("unlucky"));
    CHECK(again.at("unlucky_tail") == first.at("unlucky_tail"));
    const finished text = sweep_with_factor("1/4");
    CHECK(text.status == 0);
    CHECK(text.output.find("; this many or more have probability ") != std::string::npos);
    CHECK(text.output.find(" of 20 runs hold, " + count + " unlucky\n") != std::string::npos);

    // With many groups no run may.
    REQUIRE(sweep_with_factor("40").status == 0);
    change_store(store,
                 "UPDATE runs SET verdict = 'unlucky' WHERE plan LIKE '%c=40' AND wall_seconds > "
                 "(SELECT min(wall_seconds) FROM runs WHERE plan LIKE '%c=40')");
    const finished impossible = sweep_with_factor("40");
    CHECK(impossible.status == 1);
    CHECK(impossible.output.find(": impossible\n") != std::string::npos);
    CHECK(impossible.output.find("\nincorrect: ") != std::string::npos);
}

TEST_CASE("a stress test may write into a store, too") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    const words arguments{"stress",   "simultaneous-broadcast/prefix-roots",
                          "-n",       "hypercube:4",
                          "--trials", "50",
                          "--store",  store};
    REQUIRE(run_program(arguments).status == 0);
    CHECK(only_value(store, "SELECT count(*) FROM runs") == "50");
    CHECK(run_program(arguments).status == 0);
    CHECK(only_value(store, "SELECT count(*) FROM runs") == "50");
}
}
