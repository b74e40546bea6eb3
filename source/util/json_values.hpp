/// @file
/// JSON values of optional and repeated data, and their text.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json.hpp>

namespace tutti {

/// The value, or null.
template <class T>
[[nodiscard]] boost::json::value or_null(const std::optional<T>& maybe) {
    return maybe ? boost::json::value(*maybe) : boost::json::value(nullptr);
}

/// Result of `make` for the value, or null.
template <class T, class Make>
[[nodiscard]] boost::json::value or_null(const std::optional<T>& maybe, const Make& make) {
    return maybe ? boost::json::value(make(*maybe)) : boost::json::value(nullptr);
}

/// A text, or null if it is empty.
[[nodiscard]] inline boost::json::value or_null(const std::string& text) {
    return text.empty() ? boost::json::value(nullptr) : boost::json::value(text);
}

/// Array of the results of `make`.
template <class All, class Make>
[[nodiscard]] boost::json::array array_of(const All& items, const Make& make) {
    boost::json::array made;
    for (const auto& each : items) {
        made.emplace_back(make(each));
    }
    return made;
}

/// Value in `any` under these nested names, or null: levels of foreign data may be absent or of
/// another type.
[[nodiscard]] const boost::json::value* part_of(const boost::json::value& any,
                                                std::initializer_list<std::string_view> names);

/// The text of a value, whose strings are valid UTF-8 and printable whatever was put into them.
[[nodiscard]] std::string serialized(const boost::json::value& any);

/// The same of a text.
[[nodiscard]] std::string serialized_text(std::string_view text);

/// The nearest number of `digits` significant digits.
[[nodiscard]] double rounded(double value, int digits);

}  // namespace tutti
