#include "store_layout.hpp"

#include <array>

#include <fmt/format.h>

#include "store_file.hpp"

namespace tutti {
namespace {

// Content of files in runs of schema 1, which does not state it: the plan shows that it names
// files.
constexpr std::string_view content_of_older_runs =
    "nullif(trim(CASE WHEN network GLOB 'graph:*' OR network GLOB '*[(,]graph:*' "
    "THEN 'network:unknown ' ELSE '' END || CASE WHEN broadcasters GLOB 'file:*' "
    "THEN 'broadcasters:unknown' ELSE '' END), '')";

// Results are compared by these, and runs are found by them.
constexpr std::array<std::string_view, 9> key_columns{"plan",          "program", "version",
                                                      "verdict",       "slots",   "units",
                                                      "transmissions", "digest",  "wall_seconds"};

std::set<std::string, std::less<>> columns_in(SQLite::Database& open, const std::string& table,
                                              const std::string& attached) {
    std::set<std::string, std::less<>> columns;
    SQLite::Statement each{open, "SELECT name FROM pragma_table_info(?, ?)"};
    each.bind(1, table);
    each.bind(2, attached);
    while (each.executeStep()) {
        columns.insert(each.getColumn(0).getString());
    }
    return columns;
}

}  // namespace

store_layout::store_layout(SQLite::Database& open, std::string_view attached)
    : attached_{attached},
      schema_{schema_of(open, attached_)},
      columns_{columns_in(open, "runs", attached_)},
      dynamic_columns_{columns_in(open, "dynamic", attached_)} {}

std::string store_layout::expression(const result_field& field, std::string_view column) const {
    const std::string_view suffix = column.substr(field.column.size());
    std::string before = fmt::format(
        "{}{}", field.shown.formerly.empty() ? field.column : field.shown.formerly, suffix);
    if (schema_ < first_schema_by_fields && field.is_of_dynamic) {
        return dynamic_columns_.contains(before)
                   ? fmt::format("(SELECT {} FROM {}.dynamic WHERE run = runs.id)", before,
                                 attached_)
                   : "NULL";
    }
    if (has(std::string{column})) {
        return std::string{column};
    }
    if (has(before)) {
        return before;
    }
    return column == "content" ? std::string{content_of_older_runs} : "NULL";
}

std::string store_layout::run_expressions() const {
    std::string expressions;
    for (const result_field& field : result_fields()) {
        for (const sql_column& column : columns_of(field)) {
            expressions += fmt::format("{}{} AS {}", expressions.empty() ? "" : ", ",
                                       expression(field, column.name), column.name);
        }
    }
    return expressions;
}

std::string_view store_layout::key() const noexcept {
    return has("identity") ? run_key : std::string_view{"plan"};
}

std::vector<sql_column> store_layout::missing_columns() const {
    std::vector<sql_column> columns = run_columns();
    std::erase_if(columns, [this](const sql_column& column) { return has(column.name); });
    return columns;
}

std::vector<std::string> store_layout::unknown_columns() const {
    std::set<std::string, std::less<>> unknown = columns_;
    unknown.erase("id");
    for (const result_field& field : result_fields()) {
        for (const sql_column& column : columns_of(field)) {
            unknown.erase(column.name);
            unknown.erase(
                fmt::format("{}{}", field.shown.formerly, column.name.substr(field.column.size())));
        }
    }
    return {unknown.begin(), unknown.end()};
}

std::string store_layout::missing_key_column() const {
    for (const std::string_view column : key_columns) {
        if (!columns_.contains(column)) {
            return std::string{column};
        }
    }
    return {};
}

}  // namespace tutti
