#include "column_value.hpp"

#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

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
    return is_one ? stored_value{static_cast<std::uint64_t>(value.getInt64())} : stored_value{};
}

// Names and lists of nodes stay text, whatever they look like.
stored_value value_of_parameter(const std::string& text, bool is_number) {
    return is_number || is_plain_number(text) ? number_of_text(text) : stored_value{text};
}

}  // namespace

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
