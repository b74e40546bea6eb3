/// @file
/// Reader of exact numbers of any size.
#pragma once

#include <string>
#include <string_view>

#include <boost/multiprecision/cpp_int.hpp>

#include "tutti/node/rational.hpp"

namespace tutti {

/// A fraction in lowest terms.
using exact_number = boost::multiprecision::cpp_rational;

/// Reads a number as `parse_rational()` does, without its limit of 64 bits. It takes time in
/// proportion to the text, whatever exponent that has.
/// @throws std::invalid_argument with a clause that gives the reason: "is not a number such as
/// ..", "has a sign", "has the denominator 0", "has more than 1000 digits", "has more than 1000
/// decimals", "is too large"
[[nodiscard]] exact_number parse_exact_number(std::string_view text);

/// The one form that equal numbers share: `1/8` for `0.125`, `2/16` and `125e-3`, `3` for `3.0`.
/// @throws as `parse_exact_number()` does
[[nodiscard]] std::string in_lowest_terms(std::string_view text);

/// A fraction of 64-bit integers, as one of any size.
[[nodiscard]] inline exact_number exact(const rational& value) {
    return exact_number{value.numerator(), value.denominator()};
}

/// The same number in 64 bits.
/// @throws std::invalid_argument with a clause if a part of it is too large
[[nodiscard]] rational in_64_bits(const exact_number& number);

}  // namespace tutti
