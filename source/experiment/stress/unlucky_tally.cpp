#include "unlucky_tally.hpp"

namespace tutti {

// Only runs whose time is unknown or holds with high probability may be unlucky.
void unlucky_tally::add(const result& result) {
    const bool may_fail = !result.expected || result.expected->kind == time_kind::high_probability;
    if (result.failure && may_fail) {
        add_runs(*result.failure, 1);
    }
    if (result.verdict == verdict::unlucky) {
        add_unlucky(1);
    }
}

void unlucky_tally::add_runs(const failure_probability& each, std::uint64_t runs) {
    may_fail_[each.exact.value_or(each.bound)] += runs;
}

std::optional<double> unlucky_tally::tail() const {
    return may_fail_.empty() ? std::nullopt
                             : std::optional{probability_of_at_least(unlucky_, may_fail_)};
}

// Chance is ruled out if this number of unlucky runs is nearly impossible.
verdict unlucky_tally::batch_verdict() const {
    const std::optional<double> likely = tail();
    const bool is_impossible = unlucky_ > 0 && likely.value_or(0) < impossible_probability;
    return is_impossible ? verdict::incorrect : verdict::complete;
}

}  // namespace tutti
