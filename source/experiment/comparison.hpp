/// @file
/// Comparison of runs: all algorithms for a collective that fit, on the same input.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "candidates.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "util/table_style.hpp"

namespace tutti {

/// An algorithm that was not run, and why.
struct excluded_algorithm {
    std::string algorithm;
    std::string reason;
};

/// Results of several algorithms for one collective.
struct comparison {
    /// By port model, all ports first; in each the best first: complete runs before those that
    /// failed, then by time, then in the order of the catalogue.
    std::vector<result> runs;
    /// The smallest of those of the runs, and of those for messages that are cut.
    tutti::lower_bound lower_bound{};
    std::optional<tutti::lower_bound> lower_bound_pieces{};
    std::vector<excluded_algorithm> not_fitting;  ///< in the order of the catalogue
    std::vector<std::string> not_begun{};  ///< algorithms that fit, for which there was no time
};

/// Runs those that fit, one after another, until one was interrupted.
/// @param run runs an experiment, as `run_experiment` does
/// @pre at least one fits
[[nodiscard]] comparison compare(std::span<const candidate> candidates,
                                 const std::function<result(const experiment&)>& run);

/// The largest exit status of the runs.
[[nodiscard]] int exit_status(const comparison& comparison);

/// As one JSON object, without a line end: {"runs", "lower_bound",
/// "lower_bound_pieces", "not_fitting", "not_begun"}.
[[nodiscard]] std::string to_json(const comparison& comparison);

/// Form of the list of algorithms that do not fit: their number, or a line with the reason of each.
enum class excluded_form : std::uint8_t { number, reasons };

/// As tables for people, one for each port model, with line ends. The time of each run is compared
/// with its own lower bound.
[[nodiscard]] std::string to_table(const comparison& comparison, excluded_form form,
                                   table_style style = table_style::plain);

}  // namespace tutti
