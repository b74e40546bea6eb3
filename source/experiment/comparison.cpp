#include "tutti/experiment/comparison.hpp"

#include <tuple>

namespace tutti {
namespace {

bool is_better(const result& one, const result& other) {
    const bool one_failed = one.verdict != verdict::complete;
    const bool other_failed = other.verdict != verdict::complete;
    return std::tie(one_failed, one.units) < std::tie(other_failed, other.units);
}

}  // namespace

comparison compare(std::span<const candidate> all,
                   const std::function<result(const experiment&)>& run) {
    comparison found;
    bool is_interrupted = false;
    for (const candidate& one : all) {
        const std::string name{one.asked.what->name};
        if (!one.why_not.empty()) {
            found.not_fitting.push_back({.algorithm = name, .reason = one.why_not});
        } else if (is_interrupted) {
            found.not_begun.push_back(name);
        } else {
            found.runs.push_back(run(one.asked));
            const rational& bound = found.runs.back().lower_bound;
            found.lower_bound = found.runs.size() == 1 ? bound : std::min(found.lower_bound, bound);
            is_interrupted = found.runs.back().verdict == verdict::interrupted;
        }
    }
    std::ranges::stable_sort(found.runs, is_better);
    return found;
}

int exit_status(const comparison& found) {
    int status = 0;
    for (const result& ran : found.runs) {
        status = std::max(status, exit_status(ran.verdict));
    }
    return status;
}

}  // namespace tutti
