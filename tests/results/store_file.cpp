#include "results/store/store_file.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>
#include <sqlite3.h>

#include "cli/stored_rows.hpp"
#include "experiment/small_run.hpp"
#include "support/scratch.hpp"
#include "tutti/results/store_rows.hpp"

TEST_SUITE("source/results/store/store_file.hpp") {

namespace {

using support::only_value;
using support::small_run;
using tutti::result_store;

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

TEST_CASE("a name is that of a file, whatever SQLite takes it for") {
    const support::scratch place;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(place.path(""));
    for (const std::string name : {":memory:", "file:results.db?mode=memory"}) {
        CAPTURE(name);
        support::store_runs(name, {small_run(1)});
        CHECK(result_store{name}.run_count() == 1);
        CHECK(result_store{"all of " + name}.merge(name).added == 1);
        CHECK(only_value(place.path(name), "SELECT count(*) FROM runs") == "1");
    }
    std::filesystem::current_path(before);
}

TEST_CASE("a file that is no store is refused, and keeps its content") {
    const support::scratch place;
    const std::string other = place.path("other.db");
    {
        SQLite::Database{other, SQLite::OPEN_CREATE | SQLite::OPEN_READWRITE}.exec(
            "CREATE TABLE t (x)");
    }
    const auto before = std::filesystem::file_size(other);
    CHECK(holds(refusal_of(other), "is a database, but not a store"));
    CHECK(std::filesystem::file_size(other) == before);
    CHECK(holds(refusal_of("/dev/null"), "is not a regular file"));
    CHECK_THROWS_WITH(tutti::stored_rows{place.file("empty.db", "")},
                      doctest::Contains("is empty and not a store"));
}

TEST_CASE("a damaged store is reported, and an empty file becomes a store") {
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
        support::change_store(changed, "DROP TABLE " + table);
        CHECK(holds(refusal_of(changed), table + "' was changed, and is no longer a store"));
    }
    CHECK(refusal_of(place.file("empty", "")).empty());
}

TEST_CASE("a store of schema 2 is read as it is, and has the columns of today once it is written") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    { result_store{path}.put(small_run(1)); }
    support::store_runs(path, {small_run(1)});
    support::change_store(
        path, "UPDATE runs SET intervals = 7, dynamic_utilisation = 0.5, delay_mean = 2.5");
    support::make_older(path, 2);
    // A column that was not known yet is null.
    support::change_store(path, "ALTER TABLE dynamic DROP COLUMN delay_p95");
    {
        const tutti::stored_rows rows{path};
        const std::array places{rows.place_of("delay_mean"), rows.place_of("dynamic_utilisation"),
                                rows.place_of("delay_p95")};
        rows.visit(places, {}, [](std::span<const tutti::stored_value> row) {
            CHECK(row[0] == tutti::stored_value{2.5});
            CHECK(row[1] == tutti::stored_value{0.5});
            CHECK(row[2] == tutti::stored_value{});
        });
    }
    for (const auto& [before, today] : {std::pair{"task", "collective"},
                                        {"k", "messages"},
                                        {"utilisation", "link_utilisation"}}) {
        CAPTURE(before);
        const tutti::stored_rows rows{path};
        CHECK(rows.columns()[rows.place_of(before)].name == today);
        CHECK(rows.place_of(before) == rows.place_of(today));
    }
    CHECK(only_value(path, "SELECT task || k FROM runs") ==
          small_run(1).result.collective + std::to_string(small_run(1).result.packets));
    static_cast<void>(result_store{path});
    CHECK(only_value(path, "SELECT intervals || '/' || delay_mean FROM runs") == "7/2.5");
    CHECK(only_value(path, "SELECT collective || messages FROM runs") ==
          small_run(1).result.collective + std::to_string(small_run(1).result.packets));
    CHECK(only_value(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'dynamic'") == "0");
    CHECK_FALSE(std::filesystem::exists(path + ".schema-2"));
}

TEST_CASE("a column that a later version adds is null in the rows before, and kept by this one") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    support::store_runs(path, {small_run(1)});
    // What this version has and an earlier one of the same schema did not have is added.
    support::change_store(
        path, "ALTER TABLE runs DROP COLUMN last_arrival; ALTER TABLE runs ADD COLUMN later");
    {
        const tutti::stored_rows rows{path};
        const std::array places{rows.place_of("last_arrival")};
        rows.visit(places, {}, [](std::span<const tutti::stored_value> row) {
            CHECK(std::holds_alternative<std::monostate>(row.front()));
        });
    }
    {
        result_store store{path};
        store.put(small_run(2));
        store.commit();
        CHECK(store.run_count() == 2);
        // A merge would lose the other column.
        result_store other{place.path("other.db")};
        CHECK_THROWS_WITH_AS(static_cast<void>(other.merge(path)),
                             doctest::Contains("has a column that a merge would lose: 'later'"),
                             std::invalid_argument);
    }
    CHECK(only_value(path, "SELECT count(last_arrival) FROM runs") == "1");
    CHECK(only_value(path, "SELECT count(*) - count(later) FROM runs") == "2");
    support::change_store(path, "ALTER TABLE runs DROP COLUMN digest");
    CHECK(holds(refusal_of(path), "was changed, and is no longer a store: no such column: digest"));
}

TEST_CASE("one process writes, others may read") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    result_store store{path};
    store.put(small_run(1));
    store.commit();
    CHECK(holds(refusal_of(path), "is being written by another process"));
    CHECK(only_value(path, "SELECT count(*) FROM runs") == "1");
}

TEST_CASE("each error of SQLite has words for what the user can do about it") {
    constexpr std::array<std::pair<int, std::string_view>, 7> texts{
        {{SQLITE_FULL, "could not be written: the disk is full; committed runs are kept"},
         {SQLITE_BUSY, "is locked by another program"},
         {SQLITE_LOCKED, "is locked by another program"},
         {SQLITE_INTERRUPT, "takes more steps to read than a store of its size; it is damaged"},
         {SQLITE_READONLY, "may not be written"},
         {SQLITE_CANTOPEN, "cannot be opened"},
         {SQLITE_NOMEM, "could not be read or written: wrong"}}};
    for (const auto& [code, text] : texts) {
        CAPTURE(code);
        const SQLite::Exception wrong{"wrong", code};
        CHECK(tutti::store_error_text("a.db", wrong) == "'a.db' " + std::string{text});
        if (code == SQLITE_INTERRUPT) {
            CHECK_THROWS_AS(tutti::throw_for_reader("a.db", wrong), tutti::damaged_store);
        } else {
            CHECK_THROWS_AS(tutti::throw_for_reader("a.db", wrong), tutti::store_error);
        }
    }
}

}  // TEST_SUITE("source/results/store/store_file.hpp")
