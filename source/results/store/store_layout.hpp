/// @file
/// Layout of a store's file: how its tables, which an earlier version may have made, hold the
/// fields of runs.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "run_table.hpp"

namespace tutti {

/// Schemas of stores (`PRAGMA user_version`): 1 of tutti 0.1; 2, in which runs have a content and
/// an identity; 3, whose columns are those of `result_fields()`. In a store of any of them columns
/// may be missing that later versions have added: they are null.
inline constexpr int first_schema_with_content = 2;
inline constexpr int first_schema_by_fields = 3;

/// Layout of an open store, or of one that is attached to it.
class store_layout {
public:
    /// @param attached name under which the store is attached
    explicit store_layout(SQLite::Database& open, std::string_view attached = "main");

    [[nodiscard]] int schema() const noexcept { return schema_; }

    /// An expression of SQL for a column of a field, in a query of this store's `runs`.
    /// @param column one of `columns_of(field)`, or the field's column
    [[nodiscard]] std::string expression(const result_field& field, std::string_view column) const;

    /// All columns of `run_columns()`, in their order, with their names.
    [[nodiscard]] std::string run_expressions() const;

    /// Identifies a run: the column or expression that has an index.
    [[nodiscard]] std::string_view key() const noexcept;

    /// Columns of `run_columns()` that a store of the present schema lacks.
    [[nodiscard]] std::vector<sql_column> missing_columns() const;

    /// Columns of the file that this version does not know.
    [[nodiscard]] std::vector<std::string> unknown_columns() const;

    /// The first column without which runs cannot be told apart, and that the file lacks; empty: it
    /// has all.
    [[nodiscard]] std::string missing_key_column() const;

private:
    [[nodiscard]] bool has(const std::string& column) const { return columns_.contains(column); }

    std::string attached_;
    int schema_;
    std::set<std::string, std::less<>> columns_;          // of `runs`
    std::set<std::string, std::less<>> dynamic_columns_;  // of the table of schemas 1 and 2
};

/// Brings a store to the present schema, in one transaction: whatever ends it before, the store
/// stays as it was. A copy of the store, FILE.schema-N, is beside it until then. Columns that
/// a store of the present schema lacks are added. Runs of files keep the content "unknown".
/// @throws std::invalid_argument, one line that names the file, if the table of runs of an earlier
/// schema has columns that are none of a store's, which would be lost
void migrate_store(SQLite::Database& open, const std::string& path);

}  // namespace tutti
