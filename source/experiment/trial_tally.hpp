/// @file
/// What the trials of a stress test have shown.
#pragma once

#include "tutti/experiment/poisson_binomial.hpp"
#include "tutti/experiment/stress.hpp"

namespace tutti {

/// What is wrong with a run, in one line: what ended it, else the checks that do not hold.
[[nodiscard]] std::string complaint_of(const result& found);

/// How a trial failed.
struct trial_failure {
    tutti::verdict verdict;
    std::string text;
};

/// By the number of the trial.
using trial_failures = std::map<std::uint64_t, trial_failure>;

/// Adds up trials. Nothing of it depends on the order in which they end.
class trial_tally {
public:
    explicit trial_tally(const algorithm& what) : what_{&what} {}

    void add(const ended_trial& trial);

    [[nodiscard]] std::uint64_t failed() const noexcept { return failed_; }
    /// The first 10,000.
    [[nodiscard]] const trial_failures& failures() const noexcept { return failures_; }

    /// Puts its figures into the report.
    void tell(stress_report& report) const;

private:
    void add_time(const result& found);
    void add_failure(const ended_trial& trial);

    const algorithm* what_;
    std::map<tutti::verdict, std::uint64_t> verdicts_;
    std::map<double, std::uint64_t> slots_;   // how often each number came
    std::map<double, std::uint64_t> ratios_;  // to the lower bound, likewise
    event_counts may_fail_;
    std::uint64_t unlucky_ = 0;
    std::uint64_t failed_ = 0;
    tutti::verdict worst_ = verdict::complete;
    trial_failures failures_;
};

}  // namespace tutti
