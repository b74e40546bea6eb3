#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include "../support/scratch.hpp"
#include "../support/standard.hpp"
#include "tutti/experiment/sweep.hpp"

namespace {

using tutti::merge_report;
using tutti::other_outcome;
using tutti::result_store;
using tutti::stored_run;

tutti::experiment small_experiment(std::uint64_t seed) {
    const tutti::catalogue& known = support::standard();
    tutti::experiment asked{.known = &known};
    asked.network = tutti::network_specification::parse("torus:4x4");
    asked.where = asked.network.outline();
    asked.what = known.find("simultaneous-broadcast", "split-packing");
    asked.broadcasters = tutti::broadcaster_specification::random(3);
    asked.seed = seed;
    asked.parameters.emplace("prefix-step", tutti::rational{1, 8});
    return asked;
}

stored_run small_run(std::uint64_t seed) {
    const tutti::experiment asked = small_experiment(seed);
    return run_to_store(asked, {}, run_experiment(asked, {.threads = 1}, {}));
}

// What one column of the only row is.
std::string only(const std::string& path, const std::string& query) {
    SQLite::Database open{path};
    SQLite::Statement row{open, query};
    REQUIRE(row.executeStep());
    return row.getColumn(0).getString();
}

std::string refusal_of(const std::string& path) {
    try {
        const result_store open{path};
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return "";
}

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("store") {
TEST_CASE("a run that was committed is there, its figures as numbers") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    const stored_run one = small_run(std::uint64_t{1} << 63U);
    {
        result_store store{path};
        CHECK_FALSE(store.find(one.plan));
        store.put(one);
        store.commit();
        REQUIRE(store.find(one.plan));
        CHECK(store.find(one.plan)->is_same_result(outcome_of(one)));
        CHECK(store.find(one.plan)->is_of_same_version(outcome_of(one)));
    }
    const tutti::result& found = one.found;
    CHECK(only(path, "SELECT plan FROM runs") ==
          "simultaneous-broadcast/split-packing -n torus:4x4 -b random:3 --seed "
          "9223372036854775808 --set prefix-step=1/8");
    CHECK(only(path, "SELECT family || dimensions || sides || ifnull(side, '-') FROM runs") ==
          "torus24x44");
    CHECK(only(path, "SELECT seed FROM runs") == "-9223372036854775808");
    CHECK(only(path, "SELECT typeof(units) || typeof(slots) || typeof(ratio) FROM runs") ==
          "realintegerreal");
    CHECK(only(path, "SELECT units_numerator || '/' || units_denominator FROM runs") ==
          std::to_string(found.units.numerator()) + "/" +
              std::to_string(found.units.denominator()));
    CHECK(only(path, "SELECT count(*) FROM phases") == std::to_string(found.phases.size()));
    CHECK(only(path, "SELECT sum(slots * slot_length) FROM phases") ==
          only(path, "SELECT units FROM runs"));
    CHECK(only(path, "SELECT name || value || number FROM parameters") == "prefix-step1/80.125");
}

TEST_CASE("a store that is closed is one file") {
    const support::scratch place;
    { result_store{place.path("results.db")}.put(small_run(1)); }
    CHECK(std::filesystem::exists(place.path("results.db")));
    CHECK_FALSE(std::filesystem::exists(place.path("results.db-wal")));
}

TEST_CASE("a store that is closed while somebody reads it says which file belongs to it") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    { result_store{path}.put(small_run(1)); }
    CHECK_FALSE(tutti::rows_beside(path));
    {
        SQLite::Database reader{path};
        {
            result_store store{path};
            store.put(small_run(1));
            store.commit();
            reader.exec("BEGIN; SELECT count(*) FROM runs");
            store.put(small_run(2));
            store.commit();
        }
        REQUIRE(tutti::rows_beside(path) == path + "-wal");
    }
    CHECK(result_store{path}.run_count() == 2);
    CHECK_FALSE(tutti::rows_beside(path));
    // Who reads a little longer is waited for, and who has it open is no matter.
    SQLite::Database reader{path};
    result_store store{path};
    store.put(small_run(3));
    store.commit();
    reader.exec("BEGIN; SELECT count(*) FROM runs");
    std::jthread end{[&] {
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        reader.exec("COMMIT");
    }};
    store = result_store{place.path("other.db")};
    CHECK_FALSE(tutti::rows_beside(path));
}

TEST_CASE("a name is that of a file, whatever SQLite takes it for") {
    const support::scratch place;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(place.path(""));
    for (const std::string name : {":memory:", "file:results.db?mode=memory"}) {
        CAPTURE(name);
        {
            result_store store{name};
            store.put(small_run(1));
            store.commit();
        }
        CHECK(result_store{name}.run_count() == 1);
        CHECK(result_store{"all of " + name}.merge(name).added == 1);
        CHECK(only(place.path(name), "SELECT count(*) FROM runs") == "1");
    }
    std::filesystem::current_path(before);
}

TEST_CASE("another program's lock is waited for") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    { result_store{path}.put(small_run(1)); }
    SQLite::Database other{path, SQLite::OPEN_READWRITE};
    other.exec("BEGIN IMMEDIATE");
    std::jthread end{[&] {
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        other.exec("COMMIT");
    }};
    CHECK(refusal_of(path).empty());
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

TEST_CASE("every column is described, and there") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    { const result_store made{path}; }
    for (const tutti::store_column& each : tutti::store_columns()) {
        CAPTURE(each.name);
        CHECK_NOTHROW(SQLite::Statement(SQLite::Database{path},
                                        "SELECT " + std::string{each.name} + " FROM runs"));
    }
}

TEST_CASE("README has the table of the columns") {
    std::ifstream file{TUTTI_README};
    const std::string readme{std::istreambuf_iterator<char>{file}, {}};
    std::string table = "| `id` | INTEGER PRIMARY KEY | what the other tables call `run` |\n";
    for (const tutti::store_column& each : tutti::store_columns()) {
        const std::string type{each.type.substr(0, each.type.find(' '))};
        const bool is_needed = each.type.find("NOT NULL") != std::string_view::npos;
        table += "| `" + std::string{each.name} + "` | " + type + (is_needed ? "" : ", or null") +
                 " | " + std::string{each.meaning} + " |\n";
    }
    CHECK(holds(readme, table + "\n"));
}

TEST_CASE("the same result twice is one row, and another is refused") {
    const support::scratch place;
    result_store store{place.path("results.db")};
    stored_run one = small_run(1);
    store.put(one);
    store.put(one);
    CHECK(store.run_count() == 1);
    one.found.digest ^= 1U;
    CHECK_THROWS_WITH_AS(store.put(one), doctest::Contains("another result"),
                         tutti::store_conflict);
    CHECK_THROWS_WITH_AS(
        store.put(one),
        doctest::Contains("--seed 1 --set prefix-step=1/8`; `sweep --again` replaces it"),
        tutti::store_conflict);
    store.put(one, other_outcome::replaced);
    CHECK(store.find(one.plan)->is_same_result(outcome_of(one)));
    CHECK(store.count_others("tutti").count == 0);
    one.program = "other";
    CHECK_THROWS_WITH_AS(store.put(one), doctest::Contains("from tutti"), tutti::store_conflict);
    store.put(one, other_outcome::replaced);
    CHECK(store.run_count() == 1);
    CHECK(store.find(one.plan)->program == "other");
    CHECK(store.count_others("tutti").count == 1);
    CHECK(store.count_others("tutti").first.starts_with("other "));
    CHECK(store.count_others("other").count == 0);
}

TEST_CASE("a program is called by what it runs, and not by its file") {
    CHECK(tutti::name_in_stores(support::standard(), "bin/tutti2") == "tutti");
    tutti::catalogue own = tutti::standard_catalogue();
    tutti::collective task = *own.find_collective("broadcast");
    task.name = "shout";
    task.trade_names.clear();
    static_cast<void>(own.add(task));
    CHECK(tutti::name_in_stores(own, "bin/mine") == "mine");
}

TEST_CASE("a budget of slots is a column") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    const tutti::experiment asked = small_experiment(1);
    {
        result_store store{path};
        for (const std::optional<tutti::slot> budget : {std::optional<tutti::slot>{}, {1000}}) {
            store.put(run_to_store(
                asked, budget, run_experiment(asked, {.threads = 1, .slot_budget = budget}, {})));
        }
        store.commit();
    }
    CHECK(only(path, "SELECT group_concat(ifnull(slot_budget, 'none')) FROM runs") == "none,1000");
}

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
    // What belongs to a run came with it.
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

TEST_CASE("a stop ends a sweep before its first run, too") {
    const support::scratch place;
    tutti::sweep_axes axes{.algorithms = support::standard().algorithms_for("broadcast"),
                           .known = &support::standard()};
    const auto named = tutti::network_specification::parse("hypercube:3");
    axes.networks.push_back({.named = named, .outline = named.outline()});
    const tutti::sweep_plan plan{axes, {.threads = 1}};
    result_store store{place.path("results.db")};
    std::stop_source stop;
    tutti::sweep_progress progress;
    tutti::sweep_options how{.run = {.threads = 1}, .progress = &progress};
    how.run.stop = stop.get_token();
    CHECK(run_sweep(plan, store, how).finished == plan.run_count());
    CHECK(progress.looked_up == 0);

    bool has_begun = false;
    how.begins = [&] { has_begun = true; };
    CHECK(run_sweep(plan, store, how).stored == plan.run_count());
    CHECK(has_begun);
    CHECK(progress.looked_up == plan.run_count());
    stop.request_stop();
    const tutti::sweep_report found = run_sweep(plan, store, how);
    CHECK(found.is_interrupted);
    CHECK(found.stored == 0);
    CHECK(found.status == 130);
}

TEST_CASE("one process writes, others may read") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    result_store store{path};
    store.put(small_run(1));
    store.commit();
    CHECK(holds(refusal_of(path), "is being written by another process"));
    CHECK(only(path, "SELECT count(*) FROM runs") == "1");
}

TEST_CASE("what is no store is refused, and stays as it was") {
    const support::scratch place;
    const std::string text = place.file("text", std::string(5000, 'x'));
    CHECK(holds(refusal_of(text), "is no store of runs"));
    CHECK(std::filesystem::file_size(text) == 5000);

    const std::string other = place.path("other.db");
    {
        SQLite::Database{other, SQLite::OPEN_CREATE | SQLite::OPEN_READWRITE}.exec(
            "CREATE TABLE t (x)");
    }
    const auto before = std::filesystem::file_size(other);
    CHECK(holds(refusal_of(other), "is a database, but no store"));
    CHECK(std::filesystem::file_size(other) == before);

    const std::string newer = place.path("newer.db");
    { const result_store made{newer}; }
    SQLite::Database{newer, SQLite::OPEN_READWRITE}.exec("PRAGMA user_version = 2");
    CHECK(holds(refusal_of(newer), "is of schema 2, which a later tutti made"));
    SQLite::Database{newer, SQLite::OPEN_READWRITE}.exec("PRAGMA user_version = 0");
    CHECK(holds(refusal_of(newer), "is of schema 0, which no tutti made"));
    CHECK(holds(refusal_of(place.path("")), "is a directory"));
    CHECK(holds(refusal_of(place.path("no/results.db")), "cannot be written"));
    CHECK(holds(refusal_of("/dev/null"), "is no file of a disk"));
}

TEST_CASE("a damaged store is told, and an empty file becomes one") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    {
        result_store store{path};
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            store.put(small_run(seed));
        }
        store.commit();
    }
    std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(4096);
    file << std::string(static_cast<std::size_t>(std::filesystem::file_size(path)) - 4096, '\xa5');
    file.close();
    CHECK(holds(refusal_of(path), "is damaged"));

    for (const std::string table : {"runs", "phases"}) {
        const std::string changed = place.path(table);
        { const result_store made{changed}; }
        SQLite::Database{changed, SQLite::OPEN_READWRITE}.exec("DROP TABLE " + table);
        CHECK(holds(refusal_of(changed), table + "' was changed, and is no store any more"));
    }
    CHECK(refusal_of(place.file("empty", "")).empty());
}
}
