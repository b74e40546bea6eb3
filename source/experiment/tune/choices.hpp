/// @file
/// Choices of a tuning: algorithms with their numbers of pieces, timed by theory or by a run.
#pragma once

#include <optional>
#include <vector>

#include "experiment/time_model/time_model.hpp"
#include "size_function.hpp"
#include "tuning.hpp"
#include "verification/model_time.hpp"

namespace tutti {

/// Choices of an algorithm: one for each number of pieces, or of values.
[[nodiscard]] std::vector<tuned_choice> choices_of(const experiment& plan);

/// True if slots of the choice may be without packets where the theory does not know it: of values
/// that are few.
[[nodiscard]] bool has_values(const tuned_choice& choice);

/// Numbers of pieces or values that are tried by runs, which take their time: some of them.
[[nodiscard]] bool is_tried_by_runs(const tuned_choice& choice);

/// Seconds at most by the theory; null where that does not say them, or start-ups are asked for.
[[nodiscard]] std::optional<size_function> function_by_theory(const experiment& plan, timed_by by);

/// Seconds of a run by the size. Null where its start-ups were not followed.
[[nodiscard]] std::optional<size_function> function_of_run(const experiment& plan,
                                                           const model_time& timed, timed_by by);

/// The least number of links that some message of a plan has to cross, one after the other; 0 where
/// that is not known.
[[nodiscard]] int farthest_journey(const experiment& plan);

/// Lower bound of all algorithms for such messages, or values, whatever pieces they are cut into.
/// @param links that some message has to cross
[[nodiscard]] size_function bound_function(const experiment& plan, timed_by by, int links);

}  // namespace tutti
