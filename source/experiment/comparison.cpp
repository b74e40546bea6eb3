#include "comparison.hpp"

#include <algorithm>
#include <exception>
#include <tuple>

#include "engine/memory/memory.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

comparison compare(std::span<const candidate> candidates,
                   const std::function<result(const experiment&)>& run) {
    comparison compared;
    least_bounds least;
    bool is_interrupted = false;
    std::exception_ptr lacking_memory;
    for (const candidate& candidate : candidates) {
        const std::string name{candidate.plan.algorithm->name};
        if (!candidate.inapplicable_reason.empty()) {
            compared.not_fitting.push_back(
                {.algorithm = name, .reason = one_line(candidate.inapplicable_reason)});
            // An interrupt ends the comparison: the rest is listed as not begun.
        } else if (is_interrupted) {
            compared.not_begun.push_back(name);
        } else {
            try {
                compared.runs.push_back(run(candidate.plan));
            } catch (const memory_limit_exceeded& why) {
                // Its tables need more than was estimated; nothing of it has run.
                compared.not_fitting.push_back({.algorithm = name, .reason = one_line(why.what())});
                lacking_memory = std::current_exception();
                continue;
            }
            least.add(compared.runs.back().lower_bound, compared.runs.back().lower_bound_pieces);
            is_interrupted = compared.runs.back().verdict == verdict::interrupted;
        }
    }
    if (compared.runs.empty() && lacking_memory) {
        std::rethrow_exception(lacking_memory);
    }
    compared.lower_bound = least.own.value_or(lower_bound{});
    compared.lower_bound_pieces = least.of_pieces;
    // Of a port model, complete runs come first, and the faster ones of them, by the time model if
    // there is one; the sort is stable, so that equals keep the order of preference.
    std::ranges::stable_sort(compared.runs, {}, [](const result& ran) {
        return std::tuple{ran.ports, ran.verdict != verdict::complete,
                          ran.model_time ? ran.model_time->seconds : 0, ran.units};
    });
    return compared;
}

// The worst verdict decides.
int exit_status(const comparison& comparison) {
    return largest_of(
        comparison.runs, [](const result& ran) { return exit_status(ran.verdict); }, 0);
}

}  // namespace tutti
