/// @file
/// Result of an experiment: its text, table and JSON.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "util/table_style.hpp"
#include "verification/result.hpp"

namespace tutti {

/// Null if there are no numbers. @param counts how often each of them came
[[nodiscard]] std::optional<spread> spread_of(const std::map<double, std::uint64_t>& counts);

/// Text of the failure of a run, in one line: the reason of its end, else the checks that do not
/// hold; empty if there is none.
[[nodiscard]] std::string error_of(const result& result);

/// The result as one JSON object (schema tutti.result/1), without a line end.
[[nodiscard]] std::string to_json(const result& result);

/// The result as a table for people, with line ends.
[[nodiscard]] std::string to_table(const result& result, table_style style = table_style::plain);

}  // namespace tutti
