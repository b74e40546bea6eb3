/// @file
/// Tables of statistics of groups of runs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "run_groups.hpp"
#include "statistics.hpp"
#include "util/table_style.hpp"
#include "value_table.hpp"

namespace tutti {

/// Statistic of a group's values.
enum class statistic : std::uint8_t { mean, ci95, median, min, max };

/// Their names, in the order of the enumeration.
[[nodiscard]] std::span<const std::string_view> statistic_names() noexcept;

/// Request for statistics of runs.
struct summary_request {
    grouping_request runs{};
    std::vector<statistic> statistics{};
    interval_method method = interval_method::student;
};

/// A table: the columns that groups are made by, `runs`, and for each collected column C its
/// statistics: `C_mean`, `C_student95_low` and `C_student95_high` (or `C_bootstrap95_..`),
/// `C_median`, `C_min`, `C_max`. An interval is not there where all runs agree.
struct summary {
    std::vector<table_column> columns;
    std::vector<std::vector<stored_value>> rows;
    std::vector<std::string> mixed;  ///< columns that differ within some group
    std::uint64_t left_out = 0;      ///< runs that did not end complete
};

/// @throws std::invalid_argument, store_error as `group_runs`
[[nodiscard]] summary summarize(const stored_rows& from, const summary_request& request);

/// The table for people, with line ends.
[[nodiscard]] std::string to_table(const summary& summary, table_style style = table_style::plain);

/// Overview of a store, or of its rows that meet the condition: for each column the number of its
/// values and the values. With line ends.
/// @throws std::invalid_argument, store_error as `stored_rows::visit`
[[nodiscard]] std::string overview_of(const stored_rows& from, const condition& filter,
                                      table_style style = table_style::plain);

}  // namespace tutti
