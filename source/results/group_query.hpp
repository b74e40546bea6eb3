/// @file
/// Query of a store, as the options of `results` and `plot` write it.
///
/// Every function throws `option_error`, whose text begins with the name of the option that is
/// wrong.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "condition.hpp"
#include "statistics.hpp"
#include "summary.hpp"
#include "tutti/results/store_rows.hpp"
#include "util/option_values.hpp"

namespace tutti {

/// Condition of `--where`; without one, all runs meet it.
[[nodiscard]] condition read_condition(const option_values& query);

/// Method of `--interval`.
[[nodiscard]] interval_method read_interval(const option_values& query);

/// Place of the column that an option names, or nothing.
[[nodiscard]] std::optional<std::size_t> read_column(const option_values& query,
                                                     std::string_view option,
                                                     const stored_rows& from);

/// Places of the columns that an option names, with commas in between.
[[nodiscard]] std::vector<std::size_t> read_columns(const option_values& query,
                                                    std::string_view option,
                                                    const stored_rows& from);

/// Table of groups by `--by`, `--of`, `--stat` and `--interval`.
[[nodiscard]] summary read_groups(const option_values& query, const stored_rows& from,
                                  const condition& filter);

}  // namespace tutti
