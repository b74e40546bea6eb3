/// @file
/// Rows that a sweep stores, for tests.
#pragma once

#include <sstream>
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

/// Makes a store what tutti 0.1 would have left: of schema 1, whose columns have other names, and
/// in which runs have no content and dynamic runs a table of their own. With schema 2, runs have
/// one.
inline void make_older(const std::string& path, int schema = 1) {
    SQLite::Database store{path, SQLite::OPEN_READWRITE};
    const std::string dynamic =
        "intervals, mean_active, delay_mean, delay_confidence_95, delay_median, delay_p95, "
        "delay_p99, delay_max, delay_bound, queue_mean, queue_max, stability_limit, stability";
    store.exec(
        "CREATE TABLE dynamic (run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE "
        "CASCADE, packets, utilisation, " +
        dynamic + "); INSERT INTO dynamic SELECT id, dynamic_packets, dynamic_utilisation, " +
        dynamic + " FROM runs WHERE intervals NOT NULL");
    std::istringstream columns{"dynamic_packets, dynamic_utilisation, " + dynamic};
    for (std::string column; std::getline(columns >> std::ws, column, ',');) {
        store.exec("ALTER TABLE runs DROP COLUMN " + column);
    }
    for (const std::string names :
         {"collective TO task", "messages TO k", "link_utilisation TO utilisation"}) {
        store.exec("ALTER TABLE runs RENAME COLUMN " + names);
    }
    if (schema == 1) {
        store.exec(
            "DROP INDEX runs_by_identity; ALTER TABLE runs DROP COLUMN content; ALTER TABLE "
            "runs DROP COLUMN identity; CREATE UNIQUE INDEX plans ON runs (plan)");
    }
    store.exec("PRAGMA user_version = " + std::to_string(schema));
}

/// All rows of all tables, a line each, by plan: what depends on the clock, or on which run ended
/// first, aside.
[[nodiscard]] inline std::string stored_rows(const std::string& path) {
    SQLite::Database store{path};
    std::string rows;
    for (const std::string query :
         {"SELECT * FROM runs ORDER BY plan",
          "SELECT plan, o.* FROM phases o JOIN runs ON id = run ORDER BY plan, place",
          "SELECT plan, o.* FROM parameters o JOIN runs ON id = run ORDER BY plan, name"}) {
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
