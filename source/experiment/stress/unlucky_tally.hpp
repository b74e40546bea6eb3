/// @file
/// Tally of unlucky runs: runs of randomised algorithms that lost messages as their draws
/// predicted.
#pragma once

#include <cstdint>
#include <optional>

#include "poisson_binomial.hpp"
#include "tutti/experiment/result.hpp"

namespace tutti {

/// The probability below which a number of unlucky runs is impossible.
inline constexpr double impossible_probability = 1e-9;

/// Counts the unlucky runs of one algorithm, beside the probability of each run to be unlucky.
///
/// This is the one rule for batches of runs (`stress`, `sweep`, the web page): unlucky runs are no
/// failure of the batch, unless as many or more of them have a probability below
/// `impossible_probability`. Probabilities are exact where the algorithm states exact ones, and
/// upper bounds elsewhere.
class unlucky_tally {
public:
    /// Adds a run with its verdict.
    void add(const result& result);

    /// Adds runs whose results are not available. @param each the probability of each of them
    void add_runs(const failure_probability& each, std::uint64_t runs);
    /// Adds to the unlucky ones among those runs.
    void add_unlucky(std::uint64_t runs) noexcept { unlucky_ += runs; }

    /// The number of unlucky runs.
    [[nodiscard]] std::uint64_t count() const noexcept { return unlucky_; }

    /// The probability of as many unlucky runs or more; null if no run can be unlucky by design.
    [[nodiscard]] std::optional<double> tail() const;

    /// Verdict: `complete`, or `incorrect` if chance cannot explain this number of unlucky runs.
    [[nodiscard]] verdict batch_verdict() const;

private:
    std::uint64_t unlucky_ = 0;
    event_counts may_fail_;
};

}  // namespace tutti
