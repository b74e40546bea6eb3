/// @file
/// Parts of a number in decimal notation, as text.
#pragma once

#include <optional>
#include <string_view>

namespace tutti {

/// Decimal number cut into its parts, which are views into its text and may be empty.
struct decimal_parts {
    std::string_view sign;      ///< `+` or `-`
    std::string_view whole;     ///< digits before the point
    std::string_view fraction;  ///< digits behind the point
    std::string_view exponent;  ///< with its sign
    bool has_point = false;

    /// True if every digit before the exponent is 0.
    [[nodiscard]] bool is_zero() const noexcept;
};

/// Splits `12.5e-3`; null unless `text` is digits with at most one point among them, at least one
/// digit, and then nothing or one of `exponent_letters` and a whole exponent.
[[nodiscard]] std::optional<decimal_parts> split_decimal(
    std::string_view text, std::string_view exponent_letters) noexcept;

}  // namespace tutti
