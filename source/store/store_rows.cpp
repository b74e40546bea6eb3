#include "tutti/store/store_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <SQLiteCpp/SQLiteCpp.h>

#include "../experiment/store_file.hpp"
#include "tutti/experiment/store.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

constexpr store_column id_column{"id", "INTEGER", "what the other tables call `run`"};

constexpr std::array columns_of_dynamic{
    store_column{"intervals", "INTEGER", "of a dynamic run"},
    store_column{"mean_active", "REAL", "broadcasting nodes an interval"},
    store_column{"delay_mean", "REAL",
                 "units of time from a message's arrival to its last delivery"},
    store_column{"delay_median", "REAL", "units of time"},
    store_column{"delay_p95", "REAL", "units of time"},
    store_column{"delay_p99", "REAL", "units of time"},
    store_column{"delay_max", "REAL", "units of time"},
    store_column{"delay_bound", "REAL", "units of time, by theory"},
    store_column{"queue_mean", "REAL", "messages"},
    store_column{"queue_max", "INTEGER", "messages"},
    store_column{"stability_limit", "REAL", "of the utilisation"},
    store_column{"stability", "TEXT", "stable, unstable or undecided"},
};

constexpr std::string_view parameter_prefix = "parameter_";
constexpr std::string_view phase_prefix = "phase_";

column_kind kind_of(const store_column& column) {
    constexpr std::array<std::string_view, 3> exact{"units", "expected", "lower_bound"};
    if (std::ranges::find(exact, column.name) != exact.end()) {
        return column_kind::fraction;
    }
    if (column.type.starts_with("TEXT")) {
        return column_kind::text;
    }
    return column.type.starts_with("REAL") ? column_kind::real : column_kind::whole;
}

readable_column readable(const store_column& column) {
    return {.name = std::string{column.name},
            .kind = kind_of(column),
            .meaning = std::string{column.meaning}};
}

// Two expressions for each column: its value, and the denominator of fractions. Only names of ours
// are in it.
std::string expression_of(const readable_column& column) {
    const bool is_dynamic = std::ranges::find(columns_of_dynamic, column.name,
                                              &store_column::name) != columns_of_dynamic.end();
    if (column.kind == column_kind::parameter) {
        return "(SELECT value FROM parameters WHERE run = runs.id AND name = ?), NULL";
    }
    if (column.kind == column_kind::phase) {
        return "(SELECT sum(slots) FROM phases WHERE run = runs.id AND name = ?), NULL";
    }
    if (column.kind == column_kind::fraction) {
        return fmt::format("{0}_numerator, {0}_denominator", column.name);
    }
    return is_dynamic
               ? fmt::format("(SELECT {} FROM dynamic WHERE run = runs.id), NULL", column.name)
               : fmt::format("{}, NULL", column.name);
}

std::optional<double> decimal_of(std::string_view text) {
    double value = 0;
    const char* const end = std::to_address(text.end());
    const auto read = std::from_chars(std::to_address(text.begin()), end, value);
    return read.ec == std::errc{} && read.ptr == end && std::isfinite(value) ? std::optional{value}
                                                                             : std::nullopt;
}

// A number if it is written as one.
stored_value value_of_text(std::string_view text) {
    if (const auto whole = number_between(text, 0, ~std::uint64_t{0})) {
        return *whole;
    }
    if (const auto decimal = decimal_of(text)) {
        return *decimal;
    }
    try {
        return parse_rational(text);
    } catch (const std::invalid_argument&) {
        return std::string{text};
    }
}

stored_value value_of(const SQLite::Column& first, const SQLite::Column& denominator,
                      column_kind kind) {
    if (first.isNull() || (kind == column_kind::fraction && denominator.getInt64() <= 0)) {
        return {};
    }
    switch (kind) {
        case column_kind::whole:
        case column_kind::phase:
            return static_cast<std::uint64_t>(first.getInt64());
        case column_kind::fraction:
            return rational{first.getInt64(), denominator.getInt64()};
        case column_kind::real:
            return first.getDouble();
        case column_kind::text:
            break;
        case column_kind::parameter:
            return value_of_text(first.getString());
    }
    return first.getString();
}

bool holds(std::weak_ordering order, relation how) noexcept {
    switch (how) {
        case relation::equal:
            return std::is_eq(order);
        case relation::unequal:
            return std::is_neq(order);
        case relation::less:
            return std::is_lt(order);
        case relation::at_most:
            return std::is_lteq(order);
        case relation::greater:
            return std::is_gt(order);
        case relation::at_least:
            return std::is_gteq(order);
    }
    return false;
}

bool is_number(const stored_value& value) noexcept { return number_of(value).has_value(); }

/// A comparison whose column and value are known.
struct bound_comparison {
    const column_comparison* asked;
    std::size_t place;  ///< in the rows that are read
    stored_value value;

    [[nodiscard]] bool is_met_by(const stored_value& found) const noexcept {
        const bool are_alike = is_number(found) == is_number(value);
        if (std::holds_alternative<std::monostate>(found) || !are_alike) {
            return asked->how == relation::unequal;
        }
        return holds(natural_order(found, value), asked->how);
    }
};

stored_value value_for(const readable_column& column, const column_comparison& asked) {
    if (column.kind == column_kind::text) {
        return asked.value;
    }
    stored_value value = value_of_text(asked.value);
    if (column.kind != column_kind::parameter && !is_number(value)) {
        refuse("{} is a number, and {} is none; such as 6, 15/2 or 0.5 is right", column.name,
               in_quotes(asked.value));
    }
    return value;
}

/// The columns that are read, and what is asked of them.
class row_query {
public:
    row_query(const stored_rows& all, std::span<const std::size_t> wanted, const condition& where)
        : all_{&all}, where_{&where}, places_(wanted.begin(), wanted.end()) {
        for (const condition_step& step : where) {
            if (const auto* const one = std::get_if<column_comparison>(&step)) {
                const std::size_t place = all.place_of(one->column);
                comparisons_.push_back({.asked = one,
                                        .place = places_.size(),
                                        .value = value_for(all.columns()[place], *one)});
                places_.push_back(place);
            }
        }
    }

    [[nodiscard]] SQLite::Statement prepared(SQLite::Database& open) const {
        std::string text = "SELECT 0";
        for (const std::size_t place : places_) {
            text += ", " + expression_of(all_->columns()[place]);
        }
        SQLite::Statement statement{open, text + " FROM runs ORDER BY id"};
        int number = 0;
        for (const std::size_t place : places_) {
            const readable_column& column = all_->columns()[place];
            if (column.kind == column_kind::parameter) {
                statement.bind(++number, name_of_parameter(column.name));
            } else if (column.kind == column_kind::phase) {
                statement.bind(++number, column.name.substr(phase_prefix.size()));
            }
        }
        return statement;
    }

    void read(SQLite::Statement& from, std::vector<stored_value>& row) const {
        row.clear();
        int number = 1;
        for (const std::size_t place : places_) {
            row.push_back(value_of(from.getColumn(number), from.getColumn(number + 1),
                                   all_->columns()[place].kind));
            number += 2;
        }
    }

    [[nodiscard]] bool is_met_by(std::span<const stored_value> row) const {
        return is_met(*where_, [&](const column_comparison& asked) {
            const auto one = std::ranges::find(comparisons_, &asked, &bound_comparison::asked);
            return one->is_met_by(row[one->place]);
        });
    }

private:
    // A column of another table that has its name comes first.
    [[nodiscard]] std::string name_of_parameter(const std::string& name) const {
        const std::string_view rest =
            std::string_view{name}.substr(std::min(parameter_prefix.size(), name.size()));
        const auto others = all_->columns();
        const bool has_prefix =
            name.starts_with(parameter_prefix) &&
            std::ranges::find(others, rest, &readable_column::name) != others.end();
        return has_prefix ? std::string{rest} : name;
    }

    const stored_rows* all_;
    const condition* where_;
    std::vector<std::size_t> places_;
    std::vector<bound_comparison> comparisons_;
};

}  // namespace

class stored_rows::file {
public:
    explicit file(const std::string& path) : path_{path}, open_{open_store_to_read(path)} {}

    [[nodiscard]] SQLite::Database& open() noexcept { return open_; }
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

    // Those that a table has.
    [[nodiscard]] std::vector<std::string> names_in(std::string_view table) {
        return using_store(path_, [&] {
            std::vector<std::string> names;
            SQLite::Statement each{
                open_, fmt::format("SELECT DISTINCT name FROM {} ORDER BY name", table)};
            while (each.executeStep()) {
                names.push_back(each.getColumn(0).getString());
            }
            return names;
        });
    }

private:
    std::string path_;
    SQLite::Database open_;
};

std::span<const store_column> dynamic_columns() noexcept { return columns_of_dynamic; }

stored_rows::stored_rows(const std::string& path) : file_{std::make_unique<file>(path)} {
    columns_.push_back(readable(id_column));
    std::ranges::transform(store_columns(), std::back_inserter(columns_), readable);
    std::ranges::transform(columns_of_dynamic, std::back_inserter(columns_), readable);
    for (const std::string& name : file_->names_in("parameters")) {
        const bool is_taken =
            std::ranges::find(columns_, name, &readable_column::name) != columns_.end();
        columns_.push_back({.name = is_taken ? std::string{parameter_prefix} + name : name,
                            .kind = column_kind::parameter,
                            .meaning = "a parameter"});
    }
    for (const std::string& name : file_->names_in("phases")) {
        columns_.push_back({.name = std::string{phase_prefix} + name,
                            .kind = column_kind::phase,
                            .meaning = "slots of a phase"});
    }
}

stored_rows::~stored_rows() = default;

std::size_t stored_rows::place_of(std::string_view name) const {
    const auto found = std::ranges::find_if(columns_, [&](const readable_column& each) {
        return std::ranges::equal(each.name, name, {}, lower_case, lower_case);
    });
    if (found == columns_.end()) {
        refuse("{} is no column of the store{}", in_quotes(name),
               did_you_mean(name, columns_, &readable_column::name));
    }
    return static_cast<std::size_t>(found - columns_.begin());
}

void stored_rows::visit(std::span<const std::size_t> wanted, const condition& where,
                        const row_taker& take) const {
    const row_query query{*this, wanted, where};
    using_store(file_->path(), [&] {
        SQLite::Statement each = query.prepared(file_->open());
        std::vector<stored_value> row;
        while (each.executeStep()) {
            query.read(each, row);
            if (query.is_met_by(row)) {
                take(std::span{row}.first(wanted.size()));
            }
        }
    });
}

}  // namespace tutti
