/// @file
/// Groups of a store's runs: one for each combination of some columns' values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "condition.hpp"
#include "tutti/results/store_rows.hpp"

namespace tutti {

/// Request to select and group runs. Columns are named by their places.
struct grouping_request {
    std::vector<std::size_t> by{};
    std::vector<std::size_t> of{};       ///< numbers whose values are collected
    std::vector<std::size_t> watched{};  ///< beside what a run is determined by
    condition filter{};
};

/// Runs that agree in the columns that groups are made by.
struct run_group {
    std::vector<stored_value> key;  ///< the values of these columns
    std::uint64_t runs = 0;
    std::vector<std::vector<double>> values;  ///< of each collected column, as far as there are any
    /// Values common to its runs in the columns of `run_groups::watched`; null where they differ.
    std::vector<std::optional<stored_value>> shared;
    std::vector<std::optional<stored_value>> sources;  ///< likewise of `run_groups::sources`
};

/// All groups, in the natural order of their keys.
struct run_groups {
    std::vector<run_group> groups;
    std::vector<std::size_t> watched;  ///< what a run is determined by, its seed aside, and more
    /// Sources of the runs: program and version, and the host and its threads if wall-clock times
    /// are collected.
    std::vector<std::size_t> sources{};
    std::uint64_t left_out = 0;  ///< runs that did not end complete
};

/// Collects the runs that meet the condition. Runs that did not end `complete` are left out, unless
/// the condition asks for verdicts, or groups are made by them.
/// @throws std::invalid_argument as `stored_rows::visit` does, if values of text are collected, and
/// if a group would have runs of files that have one name and had different contents
/// @throws store_error if the file cannot be read
[[nodiscard]] run_groups group_runs(const stored_rows& from, const grouping_request& request);

/// Names of the columns that determine a run or its source, and differ within some group: the mean
/// mixes them.
[[nodiscard]] std::vector<std::string> mixed_columns(const run_groups& groups,
                                                     const stored_rows& from);

}  // namespace tutti
