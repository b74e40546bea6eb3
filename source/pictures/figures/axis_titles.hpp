/// @file
/// Titles of a store's columns and names of their values in figures.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/results/store_rows.hpp"

namespace tutti {

/// A name with blanks in place of its underscores.
[[nodiscard]] std::string spaced(std::string name);

/// Title of an axis, with the unit.
[[nodiscard]] std::string axis_title_of(const std::string& name);

/// Title for headings and legends.
[[nodiscard]] std::string short_title_of(const std::string& name);

/// A value with what it is of: `greedy`, `broadcasters all`, `K = 16`, `no side`.
[[nodiscard]] std::string label_of(const readable_column& column, const stored_value& value);

/// As many parts on a line as fit, one at least.
/// @param fits whether a line is short enough
[[nodiscard]] std::vector<std::string> joined(
    const std::vector<std::string>& parts, std::string_view separator,
    const std::function<bool(const std::string& line)>& fits);

/// Likewise, but a part that does not fit on a line is broken at its blanks.
[[nodiscard]] std::vector<std::string> broken_lines(
    const std::vector<std::string>& parts, std::string_view separator,
    const std::function<bool(const std::string& line)>& fits);

}  // namespace tutti
