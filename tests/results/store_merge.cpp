#include <string>

#include <doctest/doctest.h>

#include "experiment/small_run.hpp"
#include "support/scratch.hpp"

TEST_SUITE("results/store/store.hpp: merge") {

namespace {

using support::only;
using support::small_run;
using tutti::merge_report;
using tutti::result_store;
using tutti::stored_run;

}  // namespace

TEST_CASE("stores merge, all or nothing") {
    const support::scratch place;
    const std::string own_path = place.path("mine.db");
    const std::string other_path = place.path("theirs.db");
    stored_run other = small_run(3);
    {
        result_store destination{own_path};
        destination.put(small_run(1));
        destination.put(small_run(2));
        destination.commit();
        result_store two{other_path};
        two.put(small_run(2));
        two.put(other);
        two.commit();
    }
    {
        result_store destination{own_path};
        const merge_report summary = destination.merge(other_path);
        CHECK(summary.added == 1);
        CHECK(summary.already_stored == 1);
        CHECK(summary.first_conflict.empty());
        CHECK(destination.merge(other_path).already_stored == 2);
        CHECK_THROWS_AS(static_cast<void>(destination.merge(own_path)), std::invalid_argument);
    }
    CHECK(only(own_path, "SELECT count(*) FROM runs") == "3");
    // Rows that belong to a run came with it.
    CHECK(only(own_path, "SELECT count(DISTINCT run) FROM phases") == "3");
    CHECK(only(own_path,
               "SELECT sum(slots * slot_length) = (SELECT sum(units) FROM runs) "
               "FROM phases") == "1");

    const std::string third = place.path("third.db");
    {
        result_store open{third};
        other.result.digest ^= 1U;
        open.put(other);
        stored_run later = small_run(1);
        later.program = "other";
        open.put(later);
        open.put(small_run(4));
        open.commit();
    }
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

}  // TEST_SUITE("results/store/store.hpp: merge")
