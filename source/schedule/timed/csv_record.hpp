/// @file
/// Fields of one line of a CSV file, after RFC 4180.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// Splits lines at commas, without blanks around fields; quoted fields may have commas and doubled
/// quotes.
class csv_record {
public:
    /// @returns false for a quote that is not closed, or has text behind it
    [[nodiscard]] bool split(std::string_view line);

    /// Valid until the next line.
    [[nodiscard]] const std::vector<std::string_view>& fields() const noexcept { return fields_; }

private:
    // Moves a quoted field out of the line.
    [[nodiscard]] bool take_quoted(std::string_view& rest);

    std::vector<std::string_view> fields_;
    std::deque<std::string> unquoted_;
};

}  // namespace tutti
