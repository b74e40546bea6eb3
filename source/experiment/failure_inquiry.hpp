/// @file
/// What is told of the trials that failed: the smallest input that still fails so.
#pragma once

#include "trial_tally.hpp"

namespace tutti {

/// Looks into the failures, one after the other, as far as the options allow.
/// @param each how the trials ran, and run again
[[nodiscard]] std::vector<failed_trial> look_into(const trial_failures& failures,
                                                  const experiment& asked,
                                                  const stress_options& how,
                                                  const experiment_options& each);

}  // namespace tutti
