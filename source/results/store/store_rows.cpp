#include "tutti/results/store_rows.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <optional>

#include <SQLiteCpp/SQLiteCpp.h>

#include "column_value.hpp"
#include "content_names.hpp"
#include "results/schema/result_schema.hpp"
#include "run_table.hpp"
#include "store_file.hpp"
#include "store_guard.hpp"
#include "store_layout.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::string_view parameter_prefix = "parameter_";
constexpr std::string_view phase_prefix = "phase_";
// A made-up store could have a name in every row, and each would be a column.
constexpr std::size_t most_names = 5'000;  // of parameters, and of phases

// Role of a column that may name files: of a network or of broadcasters, or a parameter.
std::string_view role_of(const readable_column& column) {
    const bool may_name_files = column.name == "network" || column.name == "broadcasters";
    return column.kind == column_kind::parameter ? column.stored_name
           : may_name_files                      ? std::string_view{column.name}
                                                 : std::string_view{};
}

column_kind kind_of(value_kind kind) {
    using enum value_kind;
    return kind == flag || kind == whole ? column_kind::whole
           : kind == fraction            ? column_kind::fraction
           : kind == real                ? column_kind::real
                                         : column_kind::text;
}

// Two expressions for each column: its value, and what `value_of()` takes beside it. Only names of
// ours are in it.
std::string expression_of(const readable_column& column, const store_layout& layout) {
    if (column.kind == column_kind::parameter) {
        return "(SELECT value FROM parameters WHERE run = runs.id AND name = ?), "
               "(SELECT number FROM parameters WHERE run = runs.id AND name = ?)";
    }
    if (column.kind == column_kind::phase) {
        return "(SELECT sum(slots) FROM phases WHERE run = runs.id AND name = ?), NULL";
    }
    const result_field* const field = find_column(column.name);
    if (field == nullptr) {
        return "id, NULL";
    }
    if (column.kind == column_kind::fraction) {
        return fmt::format("{}, {}", layout.expression(*field, column.name + "_numerator"),
                           layout.expression(*field, column.name + "_denominator"));
    }
    return fmt::format("{}, NULL", layout.expression(*field, column.name));
}

bool holds(std::weak_ordering order, relation comparison) noexcept {
    // The orders that meet a relation, which are in the order of the enumeration.
    constexpr std::array<std::string_view, 6> met_by{"=", "<>", "<", "<=", ">", ">="};
    const char found = std::is_lt(order) ? '<' : std::is_gt(order) ? '>' : '=';
    return met_by[to_underlying(comparison)].find(found) != std::string_view::npos;
}

bool is_number(const stored_value& value) noexcept { return number_of(value).has_value(); }

/// Comparison with its column and value resolved.
struct bound_comparison {
    const column_comparison* comparison;
    std::size_t place;  ///< in the rows that are read
    stored_value value;

    [[nodiscard]] bool is_met_by(const stored_value& cell) const noexcept {
        // A missing value and one of another type are unequal to everything, and neither less nor
        // greater.
        const bool are_alike = is_number(cell) == is_number(value);
        return std::holds_alternative<std::monostate>(cell) || !are_alike
                   ? comparison->operation == relation::unequal
                   : holds(natural_order(cell, value), comparison->operation);
    }
};

// Exact where 64 bits hold it. A number below 0 and one beyond 64 bits are rounded.
stored_value value_for(const readable_column& column, const column_comparison& comparison) {
    if (column.kind == column_kind::text) {
        return comparison.value;
    }
    stored_value value = number_of_text(comparison.value);
    if (column.kind != column_kind::parameter && !is_number(value)) {
        try {
            return parse_rational(comparison.value);
        } catch (const std::invalid_argument& why) {
            refuse("{} is a number; {}", column.name, why.what());
        }
    }
    return value;
}

/// Query of rows: columns and condition.
/// Conditions are evaluated here and not in SQL: fractions compare exactly, and names of files with
/// several contents are qualified.
class row_query {
public:
    row_query(const stored_rows& rows, const content_names& contents,
              std::span<const std::size_t> indices, const condition& filter)
        : rows_{&rows},
          contents_{&contents},
          filter_{&filter},
          places_(indices.begin(), indices.end()) {
        for (const condition_step& step : filter) {
            if (const auto* const comparison = std::get_if<column_comparison>(&step)) {
                // Columns of the condition are read behind those that are asked for, and cut off
                // again.
                const std::size_t place = rows.place_of(comparison->column);
                refuse_name_of_several(rows.columns()[place], comparison->value);
                comparisons_.push_back({.comparison = comparison,
                                        .place = places_.size(),
                                        .value = value_for(rows.columns()[place], *comparison)});
                places_.push_back(place);
            }
        }
    }

    [[nodiscard]] SQLite::Statement prepared(SQLite::Database& open) const {
        const store_layout layout{open};
        std::string text = contents_->has_several()
                               ? "SELECT " + layout.expression(*find_column("content"), "content")
                               : "SELECT NULL";
        for (const std::size_t place : places_) {
            text += ", " + expression_of(rows_->columns()[place], layout);
        }
        SQLite::Statement statement{open, text + " FROM runs ORDER BY id"};
        // Names of parameters and phases come from the store and are bound, never part of the text
        // of a query.
        int number = 0;
        for (const std::size_t place : places_) {
            const readable_column& column = rows_->columns()[place];
            const int names = column.kind == column_kind::parameter ? 2
                              : column.kind == column_kind::phase   ? 1
                                                                    : 0;
            for (int i = 0; i < names; ++i) {
                statement.bind(++number, column.stored_name);
            }
        }
        return statement;
    }

    void read(SQLite::Statement& from, std::vector<stored_value>& row) const {
        row.clear();
        // The content is NULL where no name has several contents, and texts stay as they are.
        const bool may_be_told_apart = !from.getColumn(0).isNull();
        int number = 1;
        for (const std::size_t place : places_) {
            const readable_column& column = rows_->columns()[place];
            row.push_back(value_of(from.getColumn(number), from.getColumn(number + 1), column));
            auto* const text = std::get_if<std::string>(&row.back());
            if (may_be_told_apart && text != nullptr) {
                *text = contents_->qualified_name(role_of(column), *text,
                                                  from.getColumn(0).getString());
            }
            number += 2;
        }
    }

    [[nodiscard]] bool is_met_by(std::span<const stored_value> row) const {
        return is_met(*filter_, [&](const column_comparison& comparison) {
            const auto one =
                std::ranges::find(comparisons_, &comparison, &bound_comparison::comparison);
            return one->is_met_by(row[one->place]);
        });
    }

private:
    void refuse_name_of_several(const readable_column& column, const std::string& value) const {
        const std::vector<std::string> texts = contents_->all_of(role_of(column), value);
        if (!texts.empty()) {
            refuse("{} had {} contents; write '{}' or '{}'", in_quotes(value), texts.size(),
                   printable(texts.front()), printable(texts.back()));
        }
    }

    const stored_rows* rows_;
    const content_names* contents_;
    const condition* filter_;
    std::vector<std::size_t> places_;
    std::vector<bound_comparison> comparisons_;
};

}  // namespace

class stored_rows::file {
public:
    explicit file(const std::string& path)
        // The limit holds as long as the store is open, for all queries.
        : path_{path}, open_{open_store_to_read(path)}, limit_{open_, bytes_of_store(path), {}} {}

    [[nodiscard]] SQLite::Database& open() noexcept { return open_; }
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

    // Those that a table has. Searches by key read whole rows: that none is too long is seen first.
    [[nodiscard]] std::vector<std::string> names_in(const child_table& table) {
        // The aggregate over lengths reads every value once, and fails on one that is too long.
        std::string lengths;
        for (const sql_column& column : table.columns) {
            lengths += fmt::format(", max(length({}))", column.name);
        }
        std::vector<std::string> names;
        reading_store(path_, [&] {
            SQLite::Statement each{
                open_, fmt::format("SELECT name{} FROM {} GROUP BY name ORDER BY name", lengths,
                                   table.name)};
            while (each.executeStep() && names.size() <= most_names) {
                names.push_back(each.getColumn(0).getString());
            }
        });
        if (names.size() > most_names) {
            refuse("{} has more than {} names of {}, as no store has", in_quotes(path_),
                   grouped(most_names), table.name);
        }
        return names;
    }

    // Calls `take(role, name, content)` for all names of files, each as often as it had contents.
    template <class Take>
    void visit_contents(const Take& take) {
        if (schema_of(open_) < first_schema_with_content) {
            return;  // nothing is known of any
        }
        reading_store(path_, [&] {
            SQLite::Statement plans{open_,
                                    "SELECT DISTINCT network, ifnull(broadcasters, ''), content "
                                    "FROM runs WHERE content IS NOT NULL"};
            while (plans.executeStep()) {
                const std::string content = plans.getColumn(2).getString();
                take("network", plans.getColumn(0).getString(), content);
                take("broadcasters", plans.getColumn(1).getString(), content);
            }
            SQLite::Statement parameters{open_,
                                         "SELECT DISTINCT name, value, content FROM runs JOIN "
                                         "parameters ON run = id WHERE content IS NOT NULL"};
            while (parameters.executeStep()) {
                take(parameters.getColumn(0).getString(), parameters.getColumn(1).getString(),
                     parameters.getColumn(2).getString());
            }
        });
    }

private:
    std::string path_;
    SQLite::Database open_;
    step_limit limit_;
};

stored_rows::stored_rows(const std::string& path)
    : file_{std::make_unique<file>(path)}, contents_{std::make_unique<content_names>()} {
    columns_.push_back(
        {.name = "id", .kind = column_kind::whole, .meaning = "what the other tables call `run`"});
    for (const result_field& field : result_fields()) {
        if (!field.column.empty()) {
            columns_.push_back({.name = std::string{field.column},
                                .kind = kind_of(field.kind),
                                .meaning = std::string{field.meaning}});
        }
    }
    for (const std::string& stored : file_->names_in(parameter_table())) {
        const std::string name = printable(stored);
        // A parameter may have the name of a column of runs; it gets a prefix then.
        const bool is_taken =
            std::ranges::find(columns_, name, &readable_column::name) != columns_.end();
        columns_.push_back({.name = is_taken ? std::string{parameter_prefix} + name : name,
                            .kind = column_kind::parameter,
                            .meaning = "a parameter",
                            .stored_name = stored});
    }
    for (const std::string& stored : file_->names_in(phase_table())) {
        columns_.push_back({.name = std::string{phase_prefix} + printable(stored),
                            .kind = column_kind::phase,
                            .meaning = "slots of a phase",
                            .stored_name = stored});
    }
    file_->visit_contents([&](std::string_view role, std::string_view name,
                              std::string_view content) { contents_->add(role, name, content); });
}

stored_rows::~stored_rows() = default;

// Names are compared without regard to case, as in SQL. Names of today and of parameters take
// precedence over those that columns had in earlier schemas.
std::size_t stored_rows::place_of(std::string_view name) const {
    const auto find = [&](std::string_view wanted) {
        return std::ranges::find_if(columns_, [&](const readable_column& each) {
            return std::ranges::equal(each.name, wanted, {}, lower_case, lower_case);
        });
    };
    auto position = find(name);
    if (position == columns_.end()) {
        const result_field* const field = find_column(name);
        position = field == nullptr ? position : find(field->column);
    }
    if (position == columns_.end()) {
        refuse("{} is not a column of the store{}", in_quotes(name),
               did_you_mean(name, columns_, &readable_column::name));
    }
    return position_at(columns_, position);
}

std::vector<std::size_t> stored_rows::qualified_columns() const {
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < columns_.size(); ++place) {
        const std::string_view role = role_of(columns_[place]);
        if (!role.empty() && contents_->has_several(role)) {
            places.push_back(place);
        }
    }
    return places;
}

std::optional<std::string> stored_rows::plain_name(std::size_t place,
                                                   const stored_value& value) const {
    const auto* const text = std::get_if<std::string>(&value);
    return text == nullptr ? std::nullopt : contents_->plain_name(role_of(columns_[place]), *text);
}

// Rows come in the order of their numbers, which is that of their insertion.
void stored_rows::visit(std::span<const std::size_t> indices, const condition& filter,
                        const row_handler& take) const {
    const row_query query{*this, *contents_, indices, filter};
    reading_store(file_->path(), [&] {
        SQLite::Statement each = query.prepared(file_->open());
        std::vector<stored_value> row;
        while (each.executeStep()) {
            query.read(each, row);
            if (query.is_met_by(row)) {
                take(std::span{row}.first(indices.size()));
            }
        }
    });
}

}  // namespace tutti
