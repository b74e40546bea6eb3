/// @file
/// Verdict on a live run: passes the engine's report and the theory to the verifier.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "algorithms/theory.hpp"
#include "bounds/journeys.hpp"
#include "collectives/input/interval_record.hpp"
#include "collectives/requirement.hpp"
#include "tutti/engine/run_report.hpp"
#include "verification/dynamic_result.hpp"
#include "verification/result.hpp"
#include "verification/run_verifier.hpp"

namespace tutti {

/// A run that has ended. The pointers are not null, except where their comments say so.
struct ended_run {
    const theory* promised = nullptr;
    const run_report* report = nullptr;
    /// Least number of link crossings; null: unknown.
    const journeys* least = nullptr;
    /// Null if possession was not verified node by node.
    std::optional<possession_errors> possession{};
    /// Failure that the collective found at a node, or an empty text; null if it does not check
    /// nodes.
    std::optional<std::string> wrong_at_a_node{};
};

/// Figures that a run is held to. @param least null: unknown
[[nodiscard]] run_expectations expectations_of(const theory& figures,
                                               const std::optional<journeys>& least);

/// Adds a run to a result that says what was asked and promised, checks it and gives the verdict.
/// Of several runs of one experiment the worst verdict stays, with the figures of that run.
void verify(result& outcome, const ended_run& run, const delivery_counts& delivered);

/// Adds what the nodes noted of their intervals to the result of a run, and checks that they agree,
/// and note what had to happen. @param due null if the run did not come to its end
void verify_intervals(result& result, std::span<const interval_record> records, dynamic_result seen,
                      const std::optional<interval_forecast>& due);

}  // namespace tutti
