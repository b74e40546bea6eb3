/// @file
/// Exact rational numbers: times are sums of slots x slot length, and slot lengths are fractions.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tutti {

template <class T>
concept whole_number = std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool>;

/// A fraction of 64-bit integers.
///
/// Invariant: the denominator is positive and the two have no common divisor but 1, so equal
/// numbers have equal parts. No operation rounds or wraps: where the reduced result does not fit,
/// it throws std::overflow_error and changes nothing.
class rational {
public:
    constexpr rational() noexcept = default;

    /// Implicit, so that whole numbers mix with fractions in one expression.
    /// @throws std::overflow_error if `value` does not fit 64 bits with a sign.
    template <whole_number T>
    constexpr rational(T value) : numerator_{in_64_bits(value)} {}

    /// The reduced form of `numerator` / `denominator`; either may be negative.
    /// @throws std::invalid_argument if `denominator` is 0.
    /// @throws std::overflow_error if a part of the reduced form does not fit.
    template <whole_number T, whole_number U>
    constexpr rational(T numerator, U denominator)
        : rational{reduced(in_64_bits(numerator), in_64_bits(denominator))} {}

    /// 1/`parts`. @pre `parts` is not 0
    [[nodiscard]] static constexpr rational one_of(std::uint32_t parts) noexcept {
        rational made;
        made.numerator_ = 1;
        made.denominator_ = parts;
        return made;
    }

    [[nodiscard]] constexpr std::int64_t numerator() const noexcept { return numerator_; }
    /// At least 1.
    [[nodiscard]] constexpr std::int64_t denominator() const noexcept { return denominator_; }

    /// The largest whole number that is not above this one.
    [[nodiscard]] constexpr std::int64_t floor() const noexcept {
        return numerator_ / denominator_ - (numerator_ % denominator_ < 0 ? 1 : 0);
    }
    /// The smallest whole number that is not below this one.
    [[nodiscard]] constexpr std::int64_t ceil() const noexcept {
        return numerator_ / denominator_ + (numerator_ % denominator_ > 0 ? 1 : 0);
    }
    /// For display and ratios; rounded.
    [[nodiscard]] constexpr double to_double() const noexcept {
        return static_cast<double>(numerator_) / static_cast<double>(denominator_);
    }

    constexpr rational& operator+=(const rational& other) { return *this = *this + other; }
    constexpr rational& operator-=(const rational& other) { return *this = *this - other; }
    constexpr rational& operator*=(const rational& other) { return *this = *this * other; }
    /// @throws std::invalid_argument if `other` is 0.
    constexpr rational& operator/=(const rational& other) { return *this = *this / other; }

    [[nodiscard]] constexpr rational operator-() const { return rational{} - *this; }

    [[nodiscard]] friend constexpr rational operator+(const rational& a, const rational& b) {
        return reduced(cross(a, b) + cross(b, a), wide{a.denominator_} * b.denominator_);
    }
    [[nodiscard]] friend constexpr rational operator-(const rational& a, const rational& b) {
        return reduced(cross(a, b) - cross(b, a), wide{a.denominator_} * b.denominator_);
    }
    [[nodiscard]] friend constexpr rational operator*(const rational& a, const rational& b) {
        return reduced(wide{a.numerator_} * b.numerator_, wide{a.denominator_} * b.denominator_);
    }
    /// @throws std::invalid_argument if `b` is 0.
    [[nodiscard]] friend constexpr rational operator/(const rational& a, const rational& b) {
        return reduced(cross(a, b), cross(b, a));
    }

    friend constexpr bool operator==(const rational&, const rational&) noexcept = default;
    friend constexpr std::strong_ordering operator<=>(const rational& a,
                                                      const rational& b) noexcept {
        return cross(a, b) <=> cross(b, a);
    }

private:
    // Twice the width holds every product of two parts (below 2^126) and every sum of two such.
    __extension__ using wide = __int128;

    template <whole_number T>
    [[nodiscard]] static constexpr std::int64_t in_64_bits(T value) {
        if (!std::in_range<std::int64_t>(value)) {
            throw_overflow();
        }
        return static_cast<std::int64_t>(value);
    }

    [[nodiscard]] static constexpr wide cross(const rational& a, const rational& b) noexcept {
        return wide{a.numerator_} * b.denominator_;
    }

    [[nodiscard]] static constexpr rational reduced(wide numerator, wide denominator) {
        if (denominator == 0) {
            throw std::invalid_argument{"a rational number cannot have the denominator 0"};
        }
        const wide divisor = common_divisor(numerator, denominator);
        rational result;
        result.numerator_ = narrowed(numerator / divisor);
        result.denominator_ = narrowed(denominator / divisor);
        return result;
    }

    /// The greatest common divisor, with the sign of `b`, which is not 0.
    [[nodiscard]] static constexpr wide common_divisor(wide a, wide b) noexcept {
        const bool negative = b < 0;
        while (b != 0) {
            a = std::exchange(b, a % b);
        }
        return (a < 0) == negative ? a : -a;
    }

    [[nodiscard]] static constexpr std::int64_t narrowed(wide value) {
        if (value < std::numeric_limits<std::int64_t>::min() ||
            value > std::numeric_limits<std::int64_t>::max()) {
            throw_overflow();
        }
        return static_cast<std::int64_t>(value);
    }

    [[noreturn]] static void throw_overflow();

    std::int64_t numerator_ = 0;
    std::int64_t denominator_ = 1;
};

/// As people and results write it: "7", "15/2", "-1/3".
[[nodiscard]] std::string to_string(const rational& value);

/// Reads a number that is not negative, exactly: digits (`3`), a fraction of digits (`15/2`,
/// reduced or not), a decimal (`0.125`, `.5`, `2.50`), or digits or a decimal with an exponent
/// (`5e-2`, `1.25E-1`). Digits before a point, or without one, have no leading zero; a point has a
/// digit behind it, and only an exponent has a sign.
/// @throws std::invalid_argument that names `text` and the reason if it is anything else, has the
/// denominator 0, or in lowest terms a part above 2^63-1.
[[nodiscard]] rational parse_rational(std::string_view text);

}  // namespace tutti
