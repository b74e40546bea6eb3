/// @file
/// Statistics of several runs of one configuration.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tutti {

/// Confidence interval of a mean, with a probability of 95 percent.
struct interval {
    double low = 0;
    double high = 0;

    friend bool operator==(const interval&, const interval&) = default;
};

/// Method that computes an interval.
enum class interval_method : std::uint8_t {
    student,   ///< mean and t quantile: for values that are about normally distributed
    bootstrap  ///< means of 2,000 resamples, 2.5 percent cut at each end: Efron, "Bootstrap
               ///< methods: another look at the jackknife", Annals of Statistics 7, 1979
};

/// Their names, in the order of the enumeration.
[[nodiscard]] std::span<const std::string_view> interval_method_names() noexcept;

/// The arithmetic mean, exactly the value where all are equal. @pre there is a value
[[nodiscard]] double mean_of(std::span<const double> values);

/// The middle value, or the mean of the two in the middle. @pre there is a value
[[nodiscard]] double median_of(std::span<const double> values);

/// An interval of 95 percent for the mean.
/// @return nothing for fewer than two values, and where all are equal: then there is nothing random
/// to be seen
[[nodiscard]] std::optional<interval> interval_of(std::span<const double> values,
                                                  interval_method method);

}  // namespace tutti
