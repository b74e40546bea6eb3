#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include "cli/stored_rows.hpp"
#include "experiment/small_run.hpp"
#include "support/scratch.hpp"
#include "tutti/results/store_rows.hpp"

TEST_SUITE("source/results/store/store_file.hpp") {

namespace {

using support::only;
using support::small_run;
using tutti::result_store;

// Until it commits.
void begin_to_read(SQLite::Database& reader) { reader.exec("BEGIN; SELECT count(*) FROM runs"); }

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

TEST_CASE("a store that is closed is one file") {
    const support::scratch place;
    { result_store{place.path("results.db")}.put(small_run(1)); }
    CHECK(std::filesystem::exists(place.path("results.db")));
    CHECK_FALSE(std::filesystem::exists(place.path("results.db-wal")));
}

TEST_CASE("closing a store that has a reader names the file that belongs to it") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    { result_store{path}.put(small_run(1)); }
    CHECK_FALSE(tutti::pending_wal_file(path));
    {
        SQLite::Database reader{path};
        {
            result_store store{path};
            store.put(small_run(1));
            store.commit();
            begin_to_read(reader);
            store.put(small_run(2));
            store.commit();
        }
        REQUIRE(tutti::pending_wal_file(path) == path + "-wal");
    }
    CHECK(result_store{path}.run_count() == 2);
    CHECK_FALSE(tutti::pending_wal_file(path));
    // A reader that takes a little longer is waited for, and one that only has it open does not
    // matter.
    SQLite::Database reader{path};
    result_store store{path};
    store.put(small_run(3));
    store.commit();
    begin_to_read(reader);
    std::jthread end{[&] {
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        reader.exec("COMMIT");
    }};
    store = result_store{place.path("other.db")};
    CHECK_FALSE(tutti::pending_wal_file(path));
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
    CHECK(holds(refusal_of(text), "is neither a store of runs nor an SQLite database"));
    CHECK(std::filesystem::file_size(text) == 5000);

    const std::string other = place.path("other.db");
    {
        SQLite::Database{other, SQLite::OPEN_CREATE | SQLite::OPEN_READWRITE}.exec(
            "CREATE TABLE t (x)");
    }
    const auto before = std::filesystem::file_size(other);
    CHECK(holds(refusal_of(other), "is a database, but not a store"));
    CHECK(std::filesystem::file_size(other) == before);

    const std::string newer = place.path("newer.db");
    { const result_store made{newer}; }
    SQLite::Database{newer, SQLite::OPEN_READWRITE}.exec("PRAGMA user_version = 4");
    CHECK(holds(refusal_of(newer), "is of schema 4, which a later tutti made"));
    SQLite::Database{newer, SQLite::OPEN_READWRITE}.exec("PRAGMA user_version = 0");
    CHECK(holds(refusal_of(newer), "is of schema 0, which no tutti made"));
    CHECK(holds(refusal_of(place.path("")), "is a directory"));
    CHECK(holds(refusal_of(place.path("no/results.db")), "cannot be written"));
    CHECK(holds(refusal_of("/dev/null"), "is not a regular file"));
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
        SQLite::Database{changed, SQLite::OPEN_READWRITE}.exec("DROP TABLE " + table);
        CHECK(holds(refusal_of(changed), table + "' was changed, and is no longer a store"));
    }
    CHECK(refusal_of(place.file("empty", "")).empty());
}

TEST_CASE("a store of schema 2 is read as it is, and has the columns of today once it is written") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    { result_store{path}.put(small_run(1)); }
    {
        result_store store{path};
        store.put(small_run(1));
        store.commit();
    }
    SQLite::Database{path, SQLite::OPEN_READWRITE}.exec(
        "UPDATE runs SET intervals = 7, dynamic_utilisation = 0.5, delay_mean = 2.5");
    support::make_older(path, 2);
    // A column that was not known yet is null.
    SQLite::Database{path, SQLite::OPEN_READWRITE}.exec(
        "ALTER TABLE dynamic DROP COLUMN delay_p95");
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
    CHECK(only(path, "SELECT task || k FROM runs") ==
          small_run(1).result.collective + std::to_string(small_run(1).result.packets));
    static_cast<void>(result_store{path});
    CHECK(only(path, "SELECT intervals || '/' || delay_mean FROM runs") == "7/2.5");
    CHECK(only(path, "SELECT collective || messages FROM runs") ==
          small_run(1).result.collective + std::to_string(small_run(1).result.packets));
    CHECK(only(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'dynamic'") == "0");
    CHECK_FALSE(std::filesystem::exists(path + ".schema-2"));
}

TEST_CASE("a column that a later version adds is null in the rows before, and kept by this one") {
    const support::scratch place;
    const std::string path = place.path("results.db");
    {
        result_store store{path};
        store.put(small_run(1));
        store.commit();
    }
    // What this version has and an earlier one of the same schema did not have is added.
    SQLite::Database{path, SQLite::OPEN_READWRITE}.exec(
        "ALTER TABLE runs DROP COLUMN last_arrival; ALTER TABLE runs ADD COLUMN later");
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
    CHECK(only(path, "SELECT count(last_arrival) FROM runs") == "1");
    CHECK(only(path, "SELECT count(*) - count(later) FROM runs") == "2");
    SQLite::Database{path, SQLite::OPEN_READWRITE}.exec("ALTER TABLE runs DROP COLUMN digest");
    CHECK(holds(refusal_of(path), "was changed, and is no longer a store: no such column: digest"));
}

}  // TEST_SUITE("source/results/store/store_file.hpp")
