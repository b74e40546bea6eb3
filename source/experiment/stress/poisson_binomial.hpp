/// @file
/// Distribution of the number of events that occur among independent ones of different
/// probabilities.
#pragma once

#include <cstdint>
#include <map>

#include "util/collect.hpp"

namespace tutti {

/// Number of events of each probability, which is from 0 to 1.
using event_counts = std::map<double, std::uint64_t>;

/// Total number of events.
template <class Key>
[[nodiscard]] std::uint64_t number_of(const std::map<Key, std::uint64_t>& counts) {
    return total_of(counts, [](const auto& each) { return each.second; });
}

/// The probability that at least `least` of independent events happen (the tail of the
/// Poisson-binomial distribution).
///
/// Exact but for rounding, in which no digits cancel, as long as the number of events times `least`
/// is at most 10^8; otherwise Chernoff's upper bound exp(-(u ln(u/m) - u + m)) with u = `least` and
/// m the expected number (Mitzenmacher and Upfal, "Probability and Computing", theorem 4.4).
[[nodiscard]] double probability_of_at_least(std::uint64_t least, const event_counts& events);

/// The same by Chernoff's bound, whatever the numbers.
[[nodiscard]] double bound_of_at_least(std::uint64_t least, const event_counts& events);

}  // namespace tutti
