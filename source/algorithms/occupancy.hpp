/// @file
/// Distribution of the fullest bin when balls choose their bins at random.
#pragma once

#include <cstdint>
#include <optional>

namespace tutti {

/// The probability that some bin gets more than `capacity` of `balls` balls, each of which chooses
/// one of `bins` bins, all equally likely and independently: 1 minus the number of words of `balls`
/// letters in which each of `bins` letters occurs at most `capacity` times, over bins^balls.
///
/// Exact but for rounding: a relative error below 10^-8, however small it is, since nothing is
/// subtracted but probabilities from 1. Takes `bins` x `balls` steps.
/// @return null where that is more than 10^8
/// @pre bins >= 1
[[nodiscard]] std::optional<double> overflow_probability(int bins, std::uint64_t balls,
                                                         std::uint64_t capacity);

/// An upper bound for capacities of `factor` times the mean or more, by Chernoff and the union over
/// the bins: bins * exp(-(balls/bins)(f ln f - f + 1)), at most 1. Stamoulis and Tsitsiklis 1991,
/// 3.2; 1 for factors up to 1.
[[nodiscard]] double overflow_bound(int bins, std::uint64_t balls, double factor);

}  // namespace tutti
