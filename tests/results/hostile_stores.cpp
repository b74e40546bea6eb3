#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>
#include <sqlite3.h>

#include "made_runs.hpp"
#include "results/run_groups.hpp"
#include "results/store/store_guard.hpp"
#include "results/summary.hpp"
#include "support/scratch.hpp"
#include "tutti/results/store_rows.hpp"

TEST_SUITE("source/results/store/store_guard.hpp") {

namespace {

using support::scratch;
using tutti::stored_rows;
using tutti::stored_value;

// A store with eight runs, and an attacker's changes to it.
std::string store_with(const scratch& place, const std::string& statements) {
    std::string path = place.path("x.db");
    support::make_store(path, support::two_algorithms());
    SQLite::Database open{path, SQLite::OPEN_READWRITE};
    open.exec("PRAGMA legacy_alter_table = ON");
    open.exec(statements);
    return path;
}

std::vector<stored_value> values_in(const std::string& path, std::string_view column) {
    const stored_rows from{path};
    std::vector<stored_value> values;
    const std::vector columns{from.place_of(column)};
    from.visit(columns, {},
               [&](std::span<const stored_value> row) { values.push_back(row.front()); });
    return values;
}

// Error text for a file that is read with all its columns, or written; in a few seconds.
std::string complaint_of_reading(const std::string& path) {
    try {
        static_cast<void>(overview_of(stored_rows{path}, {}));
    } catch (const tutti::damaged_store& wrong) {
        return wrong.what();
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return "";
}
std::string complaint_of_writing(const std::string& path) {
    try {
        const tutti::result_store open{path};
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return "";
}

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

constexpr std::string_view endless =
    "(WITH RECURSIVE more(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM more) SELECT count(*) FROM "
    "more)";

}  // namespace

TEST_CASE("views, virtual tables and computed columns in place of a store's tables are refused") {
    struct shape {
        std::string statements;
        std::string_view complaint;
    };
    const std::string renamed = "ALTER TABLE runs RENAME TO own;";
    const std::vector<shape> shapes{
        {renamed + "CREATE VIEW runs AS SELECT * FROM own WHERE " + std::string{endless} + " > 0",
         "runs is a view or a virtual table"},
        {renamed + "CREATE VIEW Runs AS SELECT * FROM own", "runs is a view or a virtual table"},
        {"ALTER TABLE phases RENAME TO own; CREATE VIRTUAL TABLE phases USING fts5(run, name)",
         "phases is a view or a virtual table"},
        {"ALTER TABLE runs ADD COLUMN more GENERATED ALWAYS AS (zeroblob(500000000)) VIRTUAL",
         "runs has computed columns"},
        {"ALTER TABLE parameters RENAME TO own; CREATE TABLE parameters AS SELECT * FROM own",
         "parameters has another primary key than run,name"},
        {"DROP TABLE phases", "there is no table phases"},
        {"PRAGMA user_version = 2", "there is no table dynamic"}};
    for (const shape& each : shapes) {
        CAPTURE(each.statements);
        const scratch place;
        const std::string path = store_with(place, each.statements);
        CHECK(holds(complaint_of_reading(path), each.complaint));
        CHECK(holds(complaint_of_writing(path), each.complaint));
        tutti::result_store store{place.path("mine.db")};
        CHECK_THROWS_AS(static_cast<void>(store.merge(path)), std::invalid_argument);
    }
}

TEST_CASE("triggers of a store are not run") {
    const scratch place;
    const std::string path = store_with(
        place, "CREATE TRIGGER t BEFORE INSERT ON runs BEGIN SELECT " + std::string{endless} +
                   "; END; CREATE TRIGGER u AFTER DELETE ON runs BEGIN DELETE FROM runs; END");
    CHECK(complaint_of_reading(path).empty());
    support::make_store(path, {{.seed = 77}});
    CHECK(values_in(path, "seed").size() == 9);
}

TEST_CASE("names of parameters by the thousand, and long values beside them, are refused at once") {
    const std::string numbers =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 6000) ";
    const scratch place;
    CHECK(holds(complaint_of_reading(store_with(
                    place, numbers + "INSERT INTO parameters SELECT 1, 'p' || x, x, x FROM n")),
                "has more than 5,000 names of parameters"));
    const scratch other;
    CHECK(holds(complaint_of_reading(store_with(
                    other,
                    "INSERT INTO phases VALUES (1, 0, 'x', CAST(zeroblob(20000000) AS TEXT),"
                    " 1, 1, 1, NULL)")),
                "has a value or a row of more than 16 MiB"));
}

TEST_CASE("what takes more steps than a file of its size can is ended, and so is what is stopped") {
    SQLite::Database open{":memory:", SQLite::OPEN_READWRITE};
    const auto count_for_ever = [&] { open.exec("SELECT " + std::string{endless}); };
    const auto is_interrupted = [&](std::uint64_t bytes, const std::stop_token& stop) {
        const tutti::step_limit limit{open, bytes, stop};
        try {
            count_for_ever();
        } catch (const SQLite::Exception& wrong) {
            return wrong.getErrorCode() == SQLITE_INTERRUPT;
        }
        return false;
    };
    CHECK(is_interrupted(0, {}));
    std::stop_source stop;
    stop.request_stop();
    CHECK(is_interrupted(std::uint64_t{1} << 50U, stop.get_token()));
}

TEST_CASE("values of other types than their columns' count as nothing, and text is printable") {
    const scratch place;
    const std::string path = store_with(
        place,
        "UPDATE runs SET slots = 'many', nodes = -3, ratio = 'x', units_numerator = 1.5, "
        "seed = -1, messages = x'00ff', link_utilisation = 9e999 WHERE id = 1;"
        "UPDATE runs SET algorithm = x'61001b5b33316d', units_numerator = -9223372036854775808, "
        "units_denominator = -9223372036854775808 WHERE id = 2;"
        "INSERT INTO parameters VALUES (1, char(27) || '[31m', char(10) || '=1', NULL);"
        "INSERT INTO phases VALUES (1, 0, char(27), 'x', 1, 1, 1, NULL)");
    for (const std::string_view column : {"slots", "nodes", "ratio", "units", "k"}) {
        CAPTURE(column);
        CHECK(values_in(path, column).front() == stored_value{});
    }
    CHECK(values_in(path, "seed").front() == stored_value{~std::uint64_t{0}});
    CHECK(values_in(path, "units")[1] == stored_value{});
    CHECK(values_in(path, "\\x1b[31m").front() == stored_value{"\n=1"});
    CHECK(values_in(path, "phase_\\x1b").front() == stored_value{});
    const std::string text = overview_of(stored_rows{path}, {});
    CHECK(holds(text, "a\\x00\\x1b[31m"));
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find('\0') == std::string::npos);
}

}  // TEST_SUITE("source/results/store/store_guard.hpp")
