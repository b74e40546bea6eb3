#include <stdexcept>
#include <stop_token>
#include <string>

#include <doctest/doctest.h>

#include "cli/stored_rows.hpp"
#include "experiment/small_run.hpp"
#include "support/scratch.hpp"

TEST_SUITE("results/store/store.hpp") {

namespace {

using support::only_value;
using support::small_run;
using tutti::conflict_policy;
using tutti::merge_report;
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
    CHECK(only_value(path, "SELECT plan FROM runs") ==
          "simultaneous-broadcast/split-packing -n torus:4x4 -b random:3 --seed "
          "9223372036854775808 --set prefix-step=1/8");
    CHECK(only_value(path, "SELECT family || dimensions || sides || ifnull(side, '-') FROM runs") ==
          "torus24x44");
    CHECK(only_value(path, "SELECT seed FROM runs") == "-9223372036854775808");
    CHECK(only_value(path, "SELECT typeof(units) || typeof(slots) || typeof(ratio) FROM runs") ==
          "realintegerreal");
    CHECK(only_value(path, "SELECT units_numerator || '/' || units_denominator FROM runs") ==
          std::to_string(outcome.units.numerator()) + "/" +
              std::to_string(outcome.units.denominator()));
    CHECK(only_value(path, "SELECT count(*) FROM phases") == std::to_string(outcome.phases.size()));
    CHECK(only_value(path, "SELECT sum(slots * slot_length) FROM phases") ==
          only_value(path, "SELECT units FROM runs"));
    CHECK(only_value(path, "SELECT name || value || number FROM parameters") ==
          "prefix-step1/80.125");
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

TEST_CASE("stores merge, all or nothing") {
    const support::scratch place;
    const std::string own_path = place.path("mine.db");
    const std::string other_path = place.path("theirs.db");
    stored_run other = small_run(3);
    support::store_runs(own_path, {small_run(1), small_run(2)});
    support::store_runs(other_path, {small_run(2), other});
    {
        result_store destination{own_path};
        const merge_report summary = destination.merge(other_path);
        CHECK(summary.added == 1);
        CHECK(summary.already_stored == 1);
        CHECK(summary.first_conflict.empty());
        CHECK(destination.merge(other_path).already_stored == 2);
        CHECK_THROWS_AS(static_cast<void>(destination.merge(own_path)), std::invalid_argument);
    }
    CHECK(only_value(own_path, "SELECT count(*) FROM runs") == "3");
    // Rows that belong to a run came with it.
    CHECK(only_value(own_path, "SELECT count(DISTINCT run) FROM phases") == "3");
    CHECK(only_value(own_path,
                     "SELECT sum(slots * slot_length) = (SELECT sum(units) FROM runs) "
                     "FROM phases") == "1");

    const std::string third = place.path("third.db");
    other.result.digest ^= 1U;
    stored_run later = small_run(1);
    later.program = "other";
    support::store_runs(third, {other, later, small_run(4)});
    result_store store{own_path};
    const merge_report report = store.merge(third);
    CHECK(report.added == 0);
    CHECK(report.other_results == 1);
    CHECK(report.other_versions == 1);
    CHECK(report.first_conflict == other.plan);
    CHECK(store.run_count() == 3);
}

TEST_CASE("a merge that is stopped takes nothing") {
    const support::scratch place;
    {
        result_store other_store{place.path("theirs.db")};
        stored_run run = small_run(1);
        for (int i = 0; i < 50; ++i) {
            run.plan += " again";
            other_store.put(run);
        }
        other_store.commit();
    }
    result_store store{place.path("mine.db")};
    std::stop_source stop;
    stop.request_stop();
    CHECK(store.merge(place.path("theirs.db"), stop.get_token()).is_interrupted);
    CHECK(store.run_count() == 0);
    CHECK(store.merge(place.path("theirs.db")).added == 50);
}

}  // TEST_SUITE("results/store/store.hpp")
