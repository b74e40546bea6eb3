/// @file
/// Comparison of the plan of a recording with the one that the catalogue gives.
#pragma once

#include "recorded_plan.hpp"
#include "stated_result.hpp"
#include "violations.hpp"

namespace tutti {

/// Figures of a plan that are not those of its algorithm: source, knowledge, parameters, times,
/// bounds and phases.
/// @param again the plan of the same experiment, made anew
[[nodiscard]] violation_list figure_violations(const recorded_plan& plan,
                                               const recorded_plan& again);

/// Compares the names that the collective alone determines: the network, the nodes with messages,
/// the root.
void compare_names(violation_list& wrong, const recorded_plan& plan, const recorded_plan& again);

/// Figures of a result that are not those of its plan.
void compare_with_plan(violation_list& wrong, const recorded_plan& plan,
                       const stated_result& result);

}  // namespace tutti
