/// @file
/// Guard against hostile database files: limits on the work that a store may cause in SQLite.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

namespace tutti {

/// The most bytes of a value and of a row.
inline constexpr int most_bytes_of_a_row = 1 << 24;

/// Turns off what a store does not need and a hostile one could use: views, triggers, functions
/// with effects in the schema, long values. To be called before the first statement.
void check_untrusted_store(SQLite::Database& open);

/// Refuses a database whose tables are none as a store has them, but views, virtual tables or
/// tables with computed columns or without their keys.
/// @param has_dynamic whether its schema has the table `dynamic`
/// @throws std::invalid_argument, one line that names the file
void check_tables(SQLite::Database& open, const std::string& path, bool has_dynamic);

/// Limit of SQLite's work on a connection: ends it when a stop is requested, or when it takes more
/// steps than a valid file of its size can take. SQLite then reports SQLITE_INTERRUPT.
///
/// Invariant: the connection outlives it, and has no other progress handler.
class step_limit {
public:
    /// @param bytes of the files that are read
    step_limit(SQLite::Database& open, std::uint64_t bytes, std::stop_token stop);
    step_limit(const step_limit&) = delete;
    step_limit& operator=(const step_limit&) = delete;
    ~step_limit();

private:
    static int look(void* self);

    SQLite::Database* open_;
    std::stop_token stop_;
    std::uint64_t left_;  ///< in looks
};

}  // namespace tutti
