#include "trial_tally.hpp"

#include <fmt/format.h>

namespace tutti {
namespace {

constexpr std::size_t most_kept_failures = 10'000;

// The number at this place, from 0, of all in order.
double number_at(const std::map<double, std::uint64_t>& counts, std::uint64_t place) {
    for (const auto& [value, count] : counts) {
        if (place < count) {
            return value;
        }
        place -= count;
    }
    return counts.rbegin()->first;
}

std::optional<spread> summary_of(const std::map<double, std::uint64_t>& counts) {
    const std::uint64_t size = number_of(counts);
    if (size == 0) {
        return std::nullopt;
    }
    return spread{.minimum = counts.begin()->first,
                  .median = (number_at(counts, (size - 1) / 2) + number_at(counts, size / 2)) / 2,
                  .maximum = counts.rbegin()->first};
}

}  // namespace

std::string complaint_of(const result& found) {
    std::string text = found.text;
    for (const check_result& done : found.checks) {
        if (found.text.empty() && !done.holds) {
            text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", done.name, done.text);
        }
    }
    return text;
}

void trial_tally::add(const ended_trial& trial) {
    const result& found = *trial.found;
    ++verdicts_[found.verdict];
    if (found.verdict == verdict::complete || found.verdict == verdict::late) {
        add_time(found);
    }
    if (what_->kind == time_kind::high_probability && found.failure) {
        ++may_fail_[found.failure->exact.value_or(found.failure->bound)];
    }
    if (trial.is_unlucky) {
        ++unlucky_;
    } else if (found.verdict != verdict::complete) {
        add_failure(trial);
    }
}

void trial_tally::add_time(const result& found) {
    ++slots_[static_cast<double>(found.slots)];
    if (found.lower_bound > rational{0}) {
        ++ratios_[found.units.to_double() / found.lower_bound.to_double()];
    }
}

void trial_tally::add_failure(const ended_trial& trial) {
    ++failed_;
    worst_ = std::max(worst_, trial.found->verdict);
    failures_.emplace(trial.number, trial_failure{.verdict = trial.found->verdict,
                                                  .text = complaint_of(*trial.found)});
    if (failures_.size() > most_kept_failures) {
        failures_.erase(std::prev(failures_.end()));
    }
}

void trial_tally::tell(stress_report& report) const {
    report.verdicts = verdicts_;
    report.trials = number_of(verdicts_);
    report.failed = failed_;
    report.unlucky = unlucky_;
    report.slots = summary_of(slots_);
    report.ratio_to_lower_bound = summary_of(ratios_);
    report.verdict = worst_;
    if (what_->kind != time_kind::high_probability || what_->failure == nullptr) {
        return;
    }
    report.unlucky_tail = probability_of_at_least(unlucky_, may_fail_);
    if (*report.unlucky_tail < impossible_probability) {
        report.verdict = std::max(report.verdict, verdict::incorrect);
    }
}

}  // namespace tutti
