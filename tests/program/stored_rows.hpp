/// @file
/// What a sweep put into a store, for tests.
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
