#include "column_value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <compare>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// The only numbers that are stored as negative ones: seeds from 2^63 on.
constexpr std::string_view wrapped_column = "seed";

std::optional<double> decimal_of(std::string_view text) {
    double value = 0;
    const char* const end = std::to_address(text.end());
    const auto read = std::from_chars(std::to_address(text.begin()), end, value);
    return read.ec == std::errc{} && read.ptr == end && std::isfinite(value) ? std::optional{value}
                                                                             : std::nullopt;
}

// A number below 0 in any other column is damage, and is read as missing.
stored_value whole_number_of(const SQLite::Column& value, bool is_wrapped) {
    const bool is_one = value.isInteger() && (is_wrapped || value.getInt64() >= 0);
    return is_one ? stored_value{count_in(value)} : stored_value{};
}

// Names and lists of nodes stay text, whatever they look like.
stored_value value_of_parameter(const std::string& text, bool is_number) {
    return is_number || is_plain_number(text) ? number_of_text(text) : stored_value{text};
}

// Whole numbers beyond 63 bits do not fit a rational.
std::optional<rational> exact_value(const stored_value& value) {
    if (const auto* const whole = std::get_if<std::uint64_t>(&value);
        whole != nullptr && std::in_range<std::int64_t>(*whole)) {
        return rational{*whole};
    }
    const auto* const fraction = std::get_if<rational>(&value);
    return fraction != nullptr ? std::optional{*fraction} : std::nullopt;
}

// Doubles lose digits of large whole numbers, hence the exact comparisons come first.
std::weak_ordering order_of_numbers(const stored_value& a, const stored_value& b) noexcept {
    const auto* const first = std::get_if<std::uint64_t>(&a);
    const auto* const second = std::get_if<std::uint64_t>(&b);
    if (first != nullptr && second != nullptr) {
        return *first <=> *second;
    }
    const auto exact = exact_value(a);
    const auto other = exact_value(b);
    return exact && other ? *exact <=> *other
                          : std::weak_order(number_of(a).value_or(0), number_of(b).value_or(0));
}

bool is_digit(char letter) noexcept { return letter >= '0' && letter <= '9'; }

// The digits at the beginning, without zeros in front.
std::string_view leading_number(std::string_view text) {
    const auto* const end = std::ranges::find_if_not(text, is_digit);
    text = text.substr(0, position_at(text, end));
    return text.substr(std::min(text.find_first_not_of('0'), text.size()));
}

// Of texts that are equal up to here. More digits are a larger number.
std::weak_ordering order_of_rests(std::string_view a, std::string_view b) noexcept {
    const std::string_view number = leading_number(a);
    const std::string_view other = leading_number(b);
    return number.size() != other.size() ? number.size() <=> other.size() : a <=> b;
}

// The natural order: numbers in texts compare by value, so that torus:4x8 precedes torus:4x16.
std::weak_ordering order_of_texts(std::string_view a, std::string_view b) noexcept {
    const auto [differs, other] = std::ranges::mismatch(a, b);
    // Both rests begin within the same number, if they do so within one.
    std::size_t begin = position_at(a, differs);
    while (begin > 0 && is_digit(a[begin - 1])) {
        --begin;
    }
    return order_of_rests(a.substr(begin), b.substr(begin));
}

}  // namespace

std::optional<double> number_of(const stored_value& value) noexcept {
    if (const auto* const whole = std::get_if<std::uint64_t>(&value)) {
        return static_cast<double>(*whole);
    }
    if (const auto* const fraction = std::get_if<rational>(&value)) {
        return fraction->to_double();
    }
    const auto* const real = std::get_if<double>(&value);
    return real != nullptr ? std::optional{*real} : std::nullopt;
}

std::weak_ordering natural_order(const stored_value& a, const stored_value& b) noexcept {
    const auto* const text = std::get_if<std::string>(&a);
    const auto* const other = std::get_if<std::string>(&b);
    if (text != nullptr && other != nullptr) {
        return order_of_texts(*text, *other);
    }
    if (number_of(a) && number_of(b)) {
        return order_of_numbers(a, b);
    }
    // Missing values come before numbers, and numbers before texts.
    const auto rank = [](const stored_value& value) {
        return number_of(value) ? 1 : std::holds_alternative<std::string>(value) ? 2 : 0;
    };
    return rank(a) <=> rank(b);
}

std::uint64_t count_in(const SQLite::Column& value) {
    return static_cast<std::uint64_t>(value.getInt64());
}

std::optional<rational> exact_number_of(std::string_view text) {
    try {
        return parse_rational(text);
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

stored_value number_of_text(std::string_view text) {
    if (const auto whole = number_between(text, 0, ~std::uint64_t{0})) {
        return *whole;
    }
    const auto decimal = decimal_of(text);
    const auto exact = exact_number_of(text);
    // A decimal number is kept as a double if its shortest text is the same number; a fraction as
    // 1/3 stays exact.
    if (exact && !(decimal && exact_number_of(fmt::to_string(*decimal)) == exact)) {
        return *exact;
    }
    return decimal ? stored_value{*decimal} : stored_value{std::string{text}};
}

stored_value value_of(const SQLite::Column& first, const SQLite::Column& second,
                      const readable_column& column) {
    switch (column.kind) {
        case column_kind::whole:
        case column_kind::phase:
            return whole_number_of(first, column.name == wrapped_column);
        // The denominator is checked, because the file may have been made by any program.
        case column_kind::fraction: {
            const bool is_one = first.isInteger() && second.isInteger() && first.getInt64() >= 0 &&
                                second.getInt64() > 0;
            return is_one ? stored_value{rational{first.getInt64(), second.getInt64()}}
                          : stored_value{};
        }
        case column_kind::real:
            return first.isFloat() || first.isInteger() ? stored_value{first.getDouble()}
                                                        : stored_value{};
        case column_kind::text:
            return first.isNull() ? stored_value{} : stored_value{first.getString()};
        case column_kind::parameter:
            break;
    }
    return first.isNull() ? stored_value{}
                          : value_of_parameter(first.getString(), !second.isNull());
}

}  // namespace tutti
