#include "run_table.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "util/collect.hpp"

namespace tutti {
namespace {

/// Field of a row in a table beside `runs`.
template <class Row>
struct child_field {
    std::string_view column;
    std::string_view meaning;
    value_kind kind = value_kind::text;
    bool is_optional = false;
    field_value (*value)(const Row& row) = nullptr;
};

/// A phase of a run, with its place.
struct placed_phase {
    std::uint64_t place;
    const phase_result* ran;
};

constexpr std::array phase_fields{
    child_field<placed_phase>{"place", "from 0", value_kind::whole, false,
                              [](const placed_phase& phase) { return field_value{phase.place}; }},
    child_field<placed_phase>{
        "name", "", value_kind::text, false,
        [](const placed_phase& phase) { return field_value{phase.ran->name}; }},
    child_field<placed_phase>{
        "slots", "null if not every node that knows its end marked it", value_kind::whole, true,
        [](const placed_phase& phase) { return detail::value_from(phase.ran->slots); }},
    child_field<placed_phase>{
        "slot_length", "in units", value_kind::fraction, false,
        [](const placed_phase& phase) { return field_value{phase.ran->slot_length}; }},
    child_field<placed_phase>{
        "expected", "slots, by theory", value_kind::whole, true,
        [](const placed_phase& phase) { return detail::value_from(phase.ran->expected); }}};

using named_parameter = parameter_values::value_type;

field_value number_of_parameter(const named_parameter& parameter) {
    const parameter_content& content = parameter.second.content();
    if (const auto* const whole = std::get_if<std::uint64_t>(&content)) {
        return static_cast<double>(*whole);
    }
    const auto* const fraction = std::get_if<rational>(&content);
    return fraction != nullptr ? field_value{fraction->to_double()} : field_value{};
}

constexpr std::array parameter_fields{
    child_field<named_parameter>{
        "name", "", value_kind::text, false,
        [](const named_parameter& parameter) { return field_value{parameter.first}; }},
    child_field<named_parameter>{
        "value", "as written: 1/8", value_kind::text, false,
        [](const named_parameter& parameter) { return field_value{parameter.second.text()}; }},
    child_field<named_parameter>{"number", "its value, if it is a number", value_kind::real, true,
                                 number_of_parameter}};

std::string_view sql_type_of(value_kind kind) {
    using enum value_kind;
    return kind == flag || kind == whole      ? "INTEGER"
           : kind == fraction || kind == real ? "REAL"
                                              : "TEXT";
}

std::vector<sql_column> columns_for(std::string_view name, std::string_view meaning,
                                    value_kind kind, bool is_optional) {
    std::vector<sql_column> columns;
    if (kind == value_kind::fraction) {
        for (const std::string_view part : {"numerator", "denominator"}) {
            columns.push_back({fmt::format("{}_{}", name, part), "INTEGER", is_optional,
                               fmt::format("{}, exactly: {}", name, part)});
        }
    }
    columns.push_back({std::string{name}, sql_type_of(kind), is_optional, std::string{meaning}});
    return columns;
}

template <class Row, std::size_t Count>
std::vector<sql_column> columns_for(const std::array<child_field<Row>, Count>& fields) {
    std::vector<sql_column> columns;
    for (const child_field<Row>& field : fields) {
        std::ranges::move(columns_for(field.column, field.meaning, field.kind, field.is_optional),
                          std::back_inserter(columns));
    }
    return columns;
}

/// Binds the values of a row, from the left to the right.
class row_binder {
public:
    explicit row_binder(SQLite::Statement& into) : into_{&into} {}

    // Whatever the value is, a field takes as many places as it has columns.
    void bind(const field_value& value, value_kind kind) {
        if (kind != value_kind::fraction) {
            std::visit(*this, value);
        } else if (const auto* const fraction = std::get_if<rational>(&value)) {
            (*this)(std::int64_t{fraction->numerator()});
            (*this)(std::int64_t{fraction->denominator()});
            (*this)(fraction->to_double());
        } else {
            for (int i = 0; i < 3; ++i) {
                (*this)(std::monostate{});
            }
        }
    }

    void operator()(std::monostate /*none*/) { into_->bind(++last_); }
    void operator()(bool value) { into_->bind(++last_, value ? 1 : 0); }
    // From 2^63 on less 2^64: SQLite has signed numbers only.
    void operator()(std::uint64_t value) { into_->bind(++last_, static_cast<std::int64_t>(value)); }
    void operator()(std::int64_t value) { into_->bind(++last_, value); }
    void operator()(double value) { into_->bind(++last_, value); }
    void operator()(const rational& value) { into_->bind(++last_, to_string(value)); }
    void operator()(const std::string& value) { into_->bind(++last_, value); }
    void operator()(const boost::json::value& value) {
        into_->bind(++last_, boost::json::serialize(value));
    }

    /// Number of rows written.
    int write() {
        const int rows = into_->exec();
        into_->reset();
        return rows;
    }

private:
    SQLite::Statement* into_;
    int last_ = 0;
};

template <class Row, std::size_t Count>
void write_row(SQLite::Statement& into, std::int64_t run,
               const std::array<child_field<Row>, Count>& fields, const Row& row) {
    row_binder binder{into};
    binder(run);
    for (const child_field<Row>& field : fields) {
        binder.bind(field.value(row), field.kind);
    }
    binder.write();
}

// @param first the column in front of the others, or an empty text
std::string insertion(std::string_view table, std::string_view first,
                      const std::vector<sql_column>& columns) {
    const std::size_t count = columns.size() + (first.empty() ? 0 : 1);
    return fmt::format("INSERT INTO {} ({}{}{}) VALUES ({})", table, first,
                       first.empty() ? "" : ", ", names_of(columns),
                       fmt::join(std::vector<std::string_view>(count, "?"), ", "));
}

// A comment in front of its column: SQLite cannot drop the last column if there is one behind it.
std::string lines_of(const std::vector<sql_column>& columns) {
    std::string text;
    for (const sql_column& column : columns) {
        text += column.meaning.empty() ? "" : fmt::format("    -- {}\n", column.meaning);
        text += fmt::format("    {} {}{}\n", column.name, column.type,
                            &column == &columns.back() ? "" : ",");
    }
    return text;
}

std::string table_text(const child_table& table, std::string_view key, std::string_view meaning) {
    std::vector<sql_column> columns = table.columns;
    columns.push_back({fmt::format("PRIMARY KEY (run, {})", key), "", false, ""});
    return fmt::format(
        "CREATE TABLE {} (\n    -- {}\n    run INTEGER NOT NULL REFERENCES runs (id) ON DELETE "
        "CASCADE,\n{}) WITHOUT ROWID;\n",
        table.name, meaning, lines_of(columns));
}

}  // namespace

std::vector<sql_column> columns_of(const result_field& field) {
    return field.column.empty()
               ? std::vector<sql_column>{}
               : columns_for(field.column, field.meaning, field.kind, field.is_optional);
}

std::vector<sql_column> run_columns() {
    std::vector<sql_column> columns;
    for (const result_field& field : result_fields()) {
        std::ranges::move(columns_of(field), std::back_inserter(columns));
    }
    return columns;
}

std::string child_table::column_names() const { return names_of(columns); }

child_table phase_table() { return {.name = "phases", .columns = columns_for(phase_fields)}; }

child_table parameter_table() {
    return {.name = "parameters", .columns = columns_for(parameter_fields)};
}

std::string names_of(const std::vector<sql_column>& columns) {
    return joined_texts(columns, ", ", &sql_column::name);
}

std::string runs_table_text(std::string_view name) {
    return fmt::format(
        "CREATE TABLE {} (\n    -- one row a run\n    id INTEGER PRIMARY KEY,\n{});\n", name,
        lines_of(run_columns()));
}

std::string runs_index_text() {
    return fmt::format("CREATE UNIQUE INDEX runs_by_identity ON runs ({});\n", run_key);
}

std::string store_schema_text() {
    return runs_table_text("runs") + runs_index_text() +
           table_text(phase_table(), "place", "phases of a run") +
           table_text(parameter_table(), "name", "parameters of a run, defaults included");
}

row_writer::row_writer(SQLite::Database& open)
    : open_{&open},
      run_{open, insertion("runs", "", run_columns()) + " ON CONFLICT DO NOTHING"},
      phase_{open, insertion("phases", "run", phase_table().columns)},
      parameter_{open, insertion("parameters", "run", parameter_table().columns)} {}

bool row_writer::write(const stored_run& stored) {
    const field_source source{.outcome = &stored.result, .run = &stored};
    row_binder row{run_};
    for (const result_field& field : result_fields()) {
        if (!field.column.empty()) {
            row.bind(value_of(field, source), field.kind);
        }
    }
    if (row.write() == 0) {
        return false;
    }
    const std::int64_t run = open_->getLastInsertRowid();
    for (std::size_t i = 0; i < stored.result.phases.size(); ++i) {
        write_row(phase_, run, phase_fields, {.place = i, .ran = &stored.result.phases[i]});
    }
    for (const named_parameter& parameter : stored.result.parameters) {
        write_row(parameter_, run, parameter_fields, parameter);
    }
    return true;
}

}  // namespace tutti
