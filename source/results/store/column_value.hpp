/// @file
/// Reader of the values in a store's columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>

#include "tutti/results/store_rows.hpp"

namespace tutti {

/// The number that `parse_rational()` reads; null if it refuses the text.
[[nodiscard]] std::optional<rational> exact_number_of(std::string_view text);

/// A count: SQLite has signed numbers only. @pre it is not negative
[[nodiscard]] std::uint64_t count_in(const SQLite::Column& value);

/// A number in the notation of whole numbers, decimals or fractions, else the text itself. Decimals
/// that a double holds to the last digit are doubles, other numbers exact.
[[nodiscard]] stored_value number_of_text(std::string_view text);

/// Value of a column in a row. Values of another type than the column's count as missing.
/// @param second the denominator of fractions; of parameters, a number if the parameter is one
[[nodiscard]] stored_value value_of(const SQLite::Column& first, const SQLite::Column& second,
                                    const readable_column& column);

}  // namespace tutti
