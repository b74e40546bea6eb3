#include <string>

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include "experiment/small_run.hpp"
#include "results/store/run_table.hpp"
#include "support/scratch.hpp"
#include "support/standard.hpp"

TEST_SUITE("results/store/store.hpp") {

namespace {

using support::only;
using support::small_experiment;
using support::small_run;
using tutti::conflict_policy;
using tutti::result_store;
using tutti::stored_run;

}  // namespace

TEST_CASE("a run that was committed is there, its figures as numbers") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    const stored_run run = small_run(std::uint64_t{1} << 63U);
    {
        result_store store{path};
        CHECK_FALSE(store.find(run.plan));
        store.put(run);
        store.commit();
        REQUIRE(store.find(run.plan));
        CHECK(store.find(run.plan)->is_same_result(summarise(run)));
        CHECK(store.find(run.plan)->is_of_same_version(summarise(run)));
    }
    const tutti::result& outcome = run.result;
    CHECK(only(path, "SELECT plan FROM runs") ==
          "simultaneous-broadcast/split-packing -n torus:4x4 -b random:3 --seed "
          "9223372036854775808 --set prefix-step=1/8");
    CHECK(only(path, "SELECT family || dimensions || sides || ifnull(side, '-') FROM runs") ==
          "torus24x44");
    CHECK(only(path, "SELECT seed FROM runs") == "-9223372036854775808");
    CHECK(only(path, "SELECT typeof(units) || typeof(slots) || typeof(ratio) FROM runs") ==
          "realintegerreal");
    CHECK(only(path, "SELECT units_numerator || '/' || units_denominator FROM runs") ==
          std::to_string(outcome.units.numerator()) + "/" +
              std::to_string(outcome.units.denominator()));
    CHECK(only(path, "SELECT count(*) FROM phases") == std::to_string(outcome.phases.size()));
    CHECK(only(path, "SELECT sum(slots * slot_length) FROM phases") ==
          only(path, "SELECT units FROM runs"));
    CHECK(only(path, "SELECT name || value || number FROM parameters") == "prefix-step1/80.125");
}

TEST_CASE("what was not committed is lost, and nothing else") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    {
        result_store store{path};
        store.put(small_run(1));
        store.commit();
        store.put(small_run(2));
    }
    result_store again{path};
    CHECK(again.run_count() == 1);
    CHECK(again.find(small_run(1).plan));
}

TEST_CASE("every column of the schema is in a store") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    { const result_store made{path}; }
    for (const tutti::sql_column& each : tutti::run_columns()) {
        CAPTURE(each.name);
        CHECK_NOTHROW(
            SQLite::Statement(SQLite::Database{path}, "SELECT " + each.name + " FROM runs"));
    }
}

TEST_CASE("the same result twice is one row, and another is refused") {
    const support::scratch place;
    result_store store{place.path("results.db")};
    stored_run run = small_run(1);
    store.put(run);
    store.put(run);
    CHECK(store.run_count() == 1);
    run.result.digest ^= 1U;
    CHECK_THROWS_WITH_AS(store.put(run), doctest::Contains("another result"),
                         tutti::store_conflict);
    CHECK_THROWS_WITH_AS(
        store.put(run),
        doctest::Contains("--seed 1 --set prefix-step=1/8`; `sweep --again` replaces it"),
        tutti::store_conflict);
    store.put(run, conflict_policy::replaced);
    CHECK(store.find(run.plan)->is_same_result(summarise(run)));
    CHECK(store.count_foreign_runs("tutti").count == 0);
    run.program = "other";
    CHECK_THROWS_WITH_AS(store.put(run), doctest::Contains("from tutti"), tutti::store_conflict);
    store.put(run, conflict_policy::replaced);
    CHECK(store.run_count() == 1);
    CHECK(store.find(run.plan)->program == "other");
    CHECK(store.count_foreign_runs("tutti").count == 1);
    CHECK(store.count_foreign_runs("tutti").first.starts_with("other "));
    CHECK(store.count_foreign_runs("other").count == 0);
}

TEST_CASE("a program is called by what it runs, and not by its file") {
    CHECK(tutti::name_in_stores(support::standard(), "bin/tutti2") == "tutti");
    tutti::catalogue own = tutti::standard_catalogue();
    tutti::collective task = *own.find_collective("broadcast");
    task.name = "shout";
    task.aliases.clear();
    static_cast<void>(own.add(task));
    CHECK(tutti::name_in_stores(own, "bin/mine") == "mine");
}

TEST_CASE("a budget of slots is a column") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    const tutti::experiment plan = small_experiment(1);
    {
        result_store store{path};
        for (const std::optional<tutti::slot> budget : {std::optional<tutti::slot>{}, {1000}}) {
            store.put(run_to_store(
                plan, budget, run_experiment(plan, {.threads = 1, .slot_budget = budget}, {})));
        }
        store.commit();
    }
    CHECK(only(path, "SELECT group_concat(ifnull(slot_budget, 'none')) FROM runs") == "none,1000");
}

}  // TEST_SUITE("results/store/store.hpp")
