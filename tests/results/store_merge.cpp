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
    const std::string mine = place.path("mine.db");
    const std::string theirs = place.path("theirs.db");
    stored_run other = small_run(3);
    {
        result_store one{mine};
        one.put(small_run(1));
        one.put(small_run(2));
        one.commit();
        result_store two{theirs};
        two.put(small_run(2));
        two.put(other);
        two.commit();
    }
    {
        result_store one{mine};
        const merge_report found = one.merge(theirs);
        CHECK(found.added == 1);
        CHECK(found.known == 1);
        CHECK(found.first_conflict.empty());
        CHECK(one.merge(theirs).known == 2);
        CHECK_THROWS_AS(static_cast<void>(one.merge(mine)), std::invalid_argument);
    }
    CHECK(only(mine, "SELECT count(*) FROM runs") == "3");
    // Rows that belong to a run came with it.
    CHECK(only(mine, "SELECT count(DISTINCT run) FROM phases") == "3");
    CHECK(only(mine,
               "SELECT sum(slots * slot_length) = (SELECT sum(units) FROM runs) "
               "FROM phases") == "1");

    const std::string third = place.path("third.db");
    {
        result_store open{third};
        other.found.digest ^= 1U;
        open.put(other);
        stored_run later = small_run(1);
        later.program = "other";
        open.put(later);
        open.put(small_run(4));
        open.commit();
    }
    result_store one{mine};
    const merge_report found = one.merge(third);
    CHECK(found.added == 0);
    CHECK(found.other_results == 1);
    CHECK(found.other_versions == 1);
    CHECK(found.first_conflict == other.plan);
    CHECK(one.run_count() == 3);
}

TEST_CASE("a merge that is stopped takes nothing") {
    const support::scratch place;
    {
        result_store theirs{place.path("theirs.db")};
        stored_run one = small_run(1);
        for (int i = 0; i < 50; ++i) {
            one.plan += " again";
            theirs.put(one);
        }
        theirs.commit();
    }
    result_store mine{place.path("mine.db")};
    std::stop_source stop;
    stop.request_stop();
    CHECK(mine.merge(place.path("theirs.db"), stop.get_token()).is_interrupted);
    CHECK(mine.run_count() == 0);
    CHECK(mine.merge(place.path("theirs.db")).added == 50);
}

}  // TEST_SUITE("results/store/store.hpp: merge")
