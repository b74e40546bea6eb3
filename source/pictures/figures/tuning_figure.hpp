/// @file
/// Figure of a tuning: seconds by size, a series for each algorithm.
#pragma once

#include "experiment/tune/tuning.hpp"
#include "figure.hpp"

namespace tutti {

/// Time of each algorithm with the best of its numbers of pieces, by size, on logarithmic axes, and
/// the lower bound as a dashed line. Of more algorithms than there are series, those that are
/// slowest are left out.
[[nodiscard]] figure figure_of(const tuning& tuned);

}  // namespace tutti
