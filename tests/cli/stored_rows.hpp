/// @file
/// Rows that a sweep stores, for tests.
#pragma once

#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

namespace support {

/// The first value that a query of a store gives.
[[nodiscard]] inline std::string only_value(const std::string& path, const std::string& query) {
    return SQLite::Database{path}.execAndGet(query).getString();
}

inline void change_store(const std::string& path, const std::string& statement) {
    SQLite::Database{path, SQLite::OPEN_READWRITE}.exec(statement);
}

/// Makes a store what tutti 0.1 would have left: of schema 1, in which runs have no content.
inline void make_older(const std::string& path) {
    SQLite::Database store{path, SQLite::OPEN_READWRITE};
    std::string table =
        store.execAndGet("SELECT sql FROM sqlite_schema WHERE name = 'runs'").getString();
    table.resize(table.find(",  -- seconds since 1970, UTC\n    content"));
    table.replace(0, table.find('('), "CREATE TABLE older ");
    table.replace(table.find("plan TEXT NOT NULL"), 18, "plan TEXT NOT NULL UNIQUE");
    store.exec("PRAGMA legacy_alter_table = ON; " + table + ")");
    const std::string columns =
        store.execAndGet("SELECT group_concat(name) FROM pragma_table_info('older')").getString();
    store.exec("INSERT INTO older SELECT " + columns + " FROM runs; DROP TABLE runs;" +
               "ALTER TABLE older RENAME TO runs; PRAGMA user_version = 1");
}

/// All rows of all tables, a line each, by plan: what depends on the clock, or on which run ended
/// first, aside.
[[nodiscard]] inline std::string stored_rows(const std::string& path) {
    SQLite::Database store{path};
    std::string rows;
    for (const std::string query :
         {"SELECT * FROM runs ORDER BY plan",
          "SELECT plan, o.* FROM phases o JOIN runs ON id = run ORDER BY plan, place",
          "SELECT plan, o.* FROM parameters o JOIN runs ON id = run ORDER BY plan, name",
          "SELECT plan, o.* FROM dynamic o JOIN runs ON id = run ORDER BY plan"}) {
        SQLite::Statement row{store, query};
        while (row.executeStep()) {
            for (int i = 0; i < row.getColumnCount(); ++i) {
                const std::string name = row.getColumnName(i);
                const bool counts = name != "id" && name != "run" && name != "ended_at" &&
                                    !name.ends_with("_seconds");
                rows += counts ? row.getColumn(i).getString() + "|" : std::string{};
            }
            rows += "\n";
        }
    }
    return rows;
}

}  // namespace support
