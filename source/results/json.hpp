/// @file
/// JSON helpers for results.
#pragma once

#include <boost/json.hpp>

#include "tutti/experiment/result.hpp"

namespace tutti {

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

/// The text of a value, whose strings are valid UTF-8 and printable whatever was put into them.
[[nodiscard]] std::string serialized(const boost::json::value& any);

/// Enough digits to compare runs, few enough to read.
[[nodiscard]] double rounded(double value, int digits);

/// Its network and its broadcasters.
[[nodiscard]] boost::json::value network_json(const request& request);
[[nodiscard]] boost::json::value broadcasters_json(const request& request);

[[nodiscard]] boost::json::object json_of(const lower_bound& bound);
[[nodiscard]] boost::json::value json_of(const std::optional<lower_bound>& bound);
[[nodiscard]] boost::json::object json_of(const parameter_values& values);
[[nodiscard]] boost::json::value json_of(const std::optional<expected_time>& expected);
[[nodiscard]] boost::json::value json_of(const std::optional<failure_probability>& failure);
[[nodiscard]] boost::json::object json_of(const link_load_result& loads);
[[nodiscard]] boost::json::object json_of(const result& outcome);

}  // namespace tutti
