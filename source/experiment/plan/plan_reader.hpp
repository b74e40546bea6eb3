/// @file
/// Reader of plans: experiments, comparisons and sweeps from the texts of their fields.
///
/// Every function throws `option_error`, whose text begins with the name of the option that is
/// wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/candidates.hpp"
#include "experiment/sweep/sweep_plan.hpp"
#include "plan_values.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/stress.hpp"

namespace tutti {

/// Context in which plans are read.
struct plan_context {
    const tutti::catalogue* catalogue = nullptr;
    std::string program = "tutti";         ///< that can repeat the runs, as one types it
    std::uint64_t memory_limit_bytes = 0;  ///< what the links of one network may take
};

/// Choice of algorithms by the field `collective`.
enum class algorithm_choice : std::uint8_t {
    all_of_the_collective,  ///< an algorithm that is named is refused
    all_or_the_one_named
};

/// Reads the plan of one run.
[[nodiscard]] experiment read_experiment(const plan_values& values, const plan_context& context);

/// Reads the request for some algorithms of a collective.
[[nodiscard]] candidate_request read_request(const plan_values& values, const plan_context& context,
                                             algorithm_choice choice);

/// The algorithms of the collective, each with its experiment; at least one can be run.
[[nodiscard]] std::vector<candidate> read_candidates(const plan_values& values,
                                                     const plan_context& context,
                                                     const experiment_options& options);

/// The algorithms of a collective that are tuned, or the one that is named; at least one can be
/// run.
[[nodiscard]] std::vector<candidate> read_tuned_candidates(const plan_values& values,
                                                           const plan_context& context,
                                                           const experiment_options& options);

/// Reads the axes of a sweep.
[[nodiscard]] sweep_axes read_axes(const plan_values& values, const plan_context& context);

/// The most distinct failures of a stress test that people want to read.
inline constexpr std::size_t most_read_failures = 10;

/// Reads trials and messages of a stress test. @param options of its runs
[[nodiscard]] stress_options read_stress_options(const plan_values& values, const experiment& plan,
                                                 experiment_options options);

/// Slots after which a run is given up, or nothing.
[[nodiscard]] std::optional<slot> read_slot_budget(const option_values& values);

/// Option that gives an algorithm its input; named in errors if the algorithm does not accept it.
[[nodiscard]] std::string_view input_option(const experiment& plan);

/// Option that gives the trials of a stress test their input.
[[nodiscard]] std::string_view input_of_trials(const experiment& plan);

}  // namespace tutti
