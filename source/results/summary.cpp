#include "summary.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "util/collect.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// The name of an interval states its method, as tables are read without their command.
std::vector<std::string> names_for(statistic chosen, interval_method method,
                                   std::string_view column) {
    if (chosen == statistic::ci95) {
        const std::string_view method_name = interval_method_names()[fmt::underlying(method)];
        return {fmt::format("{}_{}95_low", column, method_name),
                fmt::format("{}_{}95_high", column, method_name)};
    }
    return {fmt::format("{}_{}", column, statistic_names()[fmt::underlying(chosen)])};
}

// Columns are in the order in which `row_of` adds values: key, number of runs, statistics.
std::vector<table_column> columns_for(const stored_rows& from, const summary_request& request) {
    std::vector<table_column> columns = vector_of(
        request.runs.by, [&](std::size_t place) { return column_of_table(from.columns()[place]); });
    columns.push_back({.name = "runs", .is_number = true});
    for (const std::size_t place : request.runs.of) {
        for (const statistic statistic : request.statistics) {
            for (std::string& name :
                 names_for(statistic, request.method, from.columns()[place].name)) {
                columns.push_back({.name = std::move(name), .is_number = true});
            }
        }
    }
    return columns;
}

void add_interval(std::vector<stored_value>& row, std::span<const double> values,
                  interval_method method) {
    // Both ends are missing where there is no interval, since the number of columns is fixed.
    const auto interval = interval_of(values, method);
    row.push_back(interval ? stored_value{interval->low} : stored_value{});
    row.push_back(interval ? stored_value{interval->high} : stored_value{});
}

// A group without a number in this column has no statistic, and its cell stays empty.
void add_statistic(std::vector<stored_value>& row, std::span<const double> values, statistic chosen,
                   interval_method method) {
    if (chosen == statistic::ci95) {
        add_interval(row, values, method);
    } else if (values.empty()) {
        row.emplace_back();
    } else if (chosen == statistic::mean) {
        row.emplace_back(mean_of(values));
    } else if (chosen == statistic::median) {
        row.emplace_back(median_of(values));
    } else {
        row.emplace_back(chosen == statistic::min ? *std::ranges::min_element(values)
                                                  : *std::ranges::max_element(values));
    }
}

std::vector<stored_value> row_of(const run_group& group, const summary_request& request) {
    std::vector<stored_value> row = group.key;
    row.emplace_back(group.runs);
    for (const std::vector<double>& values : group.values) {
        for (const statistic statistic : request.statistics) {
            add_statistic(row, values, statistic, request.method);
        }
    }
    return row;
}

struct natural_less {
    bool operator()(const stored_value& a, const stored_value& b) const noexcept {
        return std::is_lt(natural_order(a, b));
    }
};

// Counts are in natural order, so that the first and the last are the extremes.
using value_counts = std::map<stored_value, std::uint64_t, natural_less>;

// Enough of a value for what is shown of it, however long it is.
std::string begin_of(const stored_value& value) {
    constexpr std::size_t most = 400;
    const auto* const text = std::get_if<std::string>(&value);
    return text != nullptr ? text->substr(0, most) : readable_text(value);
}

// A few values each with its runs, or the first and the last of many.
std::string text_of(const value_counts& counts) {
    // More values than these do not fit a line, and only their range is shown.
    constexpr std::size_t most_listed = 6;
    if (counts.size() > most_listed) {
        return fmt::format("{} .. {}", begin_of(counts.begin()->first),
                           begin_of(counts.rbegin()->first));
    }
    if (counts.size() == 1) {
        return begin_of(counts.begin()->first);
    }
    return joined_texts(counts, ", ", [](const auto& each) {
        return fmt::format("{} ({})", begin_of(each.first), grouped(each.second));
    });
}

// Fit for a line of a terminal.
std::string shortened_text(const std::string& text) {
    constexpr std::size_t most = 90;
    std::string shown = printable(text);
    if (shown.size() <= most) {
        return shown;
    }
    std::size_t end = most - 3;
    while (end > 0 && (shown[end] & '\xC0') == '\x80') {
        --end;  // never within a character
    }
    return shown.substr(0, end) + "...";
}

// One pass over all columns; missing values do not count.
std::vector<value_counts> counted_values(const stored_rows& from, const condition& filter,
                                         std::uint64_t& runs) {
    std::vector<std::size_t> columns(from.columns().size());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    std::vector<value_counts> counts(columns.size());
    from.visit(columns, filter, [&](std::span<const stored_value> row) {
        ++runs;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!std::holds_alternative<std::monostate>(row[i])) {
                ++counts[i][row[i]];
            }
        }
    });
    return counts;
}

}  // namespace

std::span<const std::string_view> statistic_names() noexcept {
    static constexpr std::array<std::string_view, 5> names{"mean", "ci95", "median", "min", "max"};
    return names;
}

summary summarize(const stored_rows& from, const summary_request& request) {
    const run_groups groups = group_runs(from, request.runs);
    return {.columns = columns_for(from, request),
            .rows = vector_of(groups.groups,
                              [&](const run_group& each) { return row_of(each, request); }),
            .mixed = mixed_columns(groups, from),
            .left_out = groups.left_out};
}

std::string to_table(const summary& summary, table_style style) {
    columns table{vector_of(summary.columns, &table_column::name), style};
    for (const auto& row : summary.rows) {
        table.add(vector_of(row, [](const stored_value& value) {
            return std::holds_alternative<std::monostate>(value) ? "-"
                                                                 : printable(readable_text(value));
        }));
    }
    return table.text();
}

std::string overview_of(const stored_rows& from, const condition& filter, table_style style) {
    std::uint64_t runs = 0;
    const auto counts = counted_values(from, filter, runs);
    columns table{{"column", "values", "which"}, style};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (!counts[i].empty()) {
            table.add({from.columns()[i].name, grouped(counts[i].size()),
                       shortened_text(text_of(counts[i]))});
        }
    }
    return fmt::format("{}\n\n{}", quantity(runs, "run"), runs == 0 ? "" : table.text());
}

}  // namespace tutti
