/// @file
/// Tables of a store: their columns, and the binding of a run to their rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "results/schema/result_schema.hpp"
#include "store.hpp"

namespace tutti {

/// Column of a table in SQL.
struct sql_column {
    std::string name;
    std::string_view type;  ///< INTEGER, REAL or TEXT
    bool is_optional = false;
    std::string meaning;
};

/// The columns that hold a field of a run: one, or for a fraction its numerator, its denominator
/// and its value. None for a field that stores do not have.
[[nodiscard]] std::vector<sql_column> columns_of(const result_field& field);

/// All columns of `runs` but `id`, in their order.
[[nodiscard]] std::vector<sql_column> run_columns();

/// A table beside `runs`, which names a run in its first column, `run`.
struct child_table {
    std::string_view name;
    std::vector<sql_column> columns;  ///< but for `run`

    [[nodiscard]] std::string column_names() const;
};

[[nodiscard]] child_table phase_table();
[[nodiscard]] child_table parameter_table();

/// Names of columns with commas in between.
[[nodiscard]] std::string names_of(const std::vector<sql_column>& columns);

/// Identifies a run, as an expression of SQL. Its text is the same everywhere, by which SQLite
/// finds the index.
inline constexpr std::string_view run_key = "ifnull(identity, plan)";

/// The statement that makes the table of runs, under a name. SQLite keeps its comments, and
/// `.schema` shows them.
[[nodiscard]] std::string runs_table_text(std::string_view name);
/// The statement that makes its index.
[[nodiscard]] std::string runs_index_text();
/// The statements that make all tables.
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
    SQLite::Database* open_;
    SQLite::Statement run_;
    SQLite::Statement phase_;
    SQLite::Statement parameter_;
};

}  // namespace tutti
