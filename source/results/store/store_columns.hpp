/// @file
/// Tables of a store, and the binding of a run to their rows.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>

#include "store.hpp"

namespace tutti {

/// A table beside `runs`.
struct child_table {
    std::string_view name;
    std::string_view columns;  ///< but for `run`, which is the first, with commas in between
};

inline constexpr child_table phase_table{
    "phases",
    "place, name, slots, slot_length_numerator, slot_length_denominator, slot_length, expected"};
inline constexpr child_table parameter_table{"parameters", "name, value, number"};
inline constexpr child_table dynamic_table{
    "dynamic",
    "intervals, packets, mean_active, delay_mean, delay_confidence_95, delay_median, delay_p95, "
    "delay_p99, delay_max, delay_bound, queue_mean, queue_max, utilisation, stability_limit, "
    "stability"};
inline constexpr std::array other_tables{phase_table, parameter_table, dynamic_table};

/// The columns of `runs`, but for `id`, likewise.
[[nodiscard]] std::string names_of_columns();

/// Identifies a run, as an expression of SQL. Its text is the same everywhere, by which SQLite
/// finds the index.
inline constexpr std::string_view run_key = "ifnull(identity, plan)";

/// The statement that makes the table of runs, under a name.
[[nodiscard]] std::string runs_table_text(std::string_view name);
/// The statement that makes its index.
[[nodiscard]] std::string runs_index_text();

/// The statements that make the tables. SQLite keeps the comments, and `.schema` shows them.
[[nodiscard]] std::string store_schema_text();

/// Writes runs into the tables of an open store.
///
/// Thread safety: one thread at a time.
class row_writer {
public:
    /// @param open outlives this
    explicit row_writer(SQLite::Database& open);

    /// Inserts a run unless there is one of the same plan; true if it was inserted.
    bool write(const stored_run& stored);

private:
    void write_phases(std::int64_t run, const result& result);
    void write_parameters(std::int64_t run, const result& result);
    void write_dynamic(std::int64_t run, const result& result);

    SQLite::Database* open_;
    SQLite::Statement run_;
    SQLite::Statement phase_;
    SQLite::Statement parameter_;
    SQLite::Statement dynamic_;
};

}  // namespace tutti
