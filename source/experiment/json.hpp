/// @file
/// Parts of results as JSON values.
#pragma once

#include <optional>

#include <boost/json.hpp>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/experiment/result.hpp"

namespace tutti {

template <class T>
[[nodiscard]] boost::json::value or_null(const std::optional<T>& maybe) {
    return maybe ? boost::json::value(*maybe) : boost::json::value(nullptr);
}

/// Enough digits to compare runs, few enough to read.
[[nodiscard]] double rounded(double value, int digits);

[[nodiscard]] boost::json::value json_of(const std::optional<expected_time>& expected);
[[nodiscard]] boost::json::value json_of(const std::optional<failure_probability>& failure);
[[nodiscard]] boost::json::object json_of(const result& found);

}  // namespace tutti
