#include "collective_optimum.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "collective_question.hpp"
#include "experiment/bounds.hpp"
#include "experiment/overflow.hpp"
#include "memory_file.hpp"
#include "schedule/tighten.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// The bound of the collective, whatever algorithms there are.
lower_bound bound_of(const experiment& plan, const problem& input, std::uint32_t pieces) {
    return within_64_bits(plan, [&] {
        return collective_of(plan).lower_bound(input, packet_size::pieces_of(pieces));
    });
}

// The shortest time that an algorithm takes, whatever its input.
void add_algorithms(collective_optimum& found, const collective_bounds& bounds) {
    for (const algorithm_bounds& each : bounds.algorithms) {
        if (!each.theory_figures || !each.theory_figures->expected ||
            each.theory_figures->expected->kind != time_kind::exact) {
            continue;
        }
        const slot slots = (each.theory_figures->expected->units * found.pieces).ceil();
        if (!found.algorithm_slots || slots < *found.algorithm_slots) {
            found.algorithm_slots = slots;
            found.best_algorithm = each.algorithm->name;
        }
    }
}

// Plan of the schedule in a file: the algorithm that plays it, with the input of all others.
experiment plan_of_schedule(const candidate_request& asked, const std::string& path) {
    candidate_request request = asked;
    const experiment& common = asked.common;
    request.algorithms = {
        &parse_algorithm(*common.catalogue, asked.algorithms.front()->collective, "schedule")};
    request.common.parameters.insert(parse_parameter(request.algorithms, "file=" + path));
    std::vector<candidate> candidates = find_candidates(request);
    draw_input(request, candidates);
    require_a_fit(candidates);
    return candidates.front().plan;
}

// Of an algorithm that has the optimum, though no schedule of it was found.
const experiment* plan_of_best(const collective_optimum& found,
                               const std::vector<candidate>& candidates) {
    const auto best = std::ranges::find_if(candidates, [&](const candidate& each) {
        return each.plan.algorithm->name == found.best_algorithm;
    });
    return best != candidates.end() && found.interval.upper == found.algorithm_slots ? &best->plan
                                                                                     : nullptr;
}

result play(const foreign_schedule& schedule, const optimum_request& request) {
    const memory_file file{to_csv(schedule)};
    return request.run(plan_of_schedule(request.candidates, file.path()));
}

std::string refutation_text(const optimum_attempt& attempt) {
    return fmt::format("{} are refuted: {}, {}, a proof of {}, verified",
                       quantity(attempt.slots, "slot"), quantity(attempt.variables, "variable"),
                       quantity(attempt.clauses, "clause"), quantity(attempt.proof_steps, "step"));
}

}  // namespace

std::string collective_optimum::reason() const {
    const auto& attempts = interval.attempts;
    if (interval.is_settled()) {
        const auto refuted = std::ranges::find_if(attempts, [&](const optimum_attempt& each) {
            return each.answer == attempt_answer::refuted && each.slots + 1 == interval.lower;
        });
        return refuted == attempts.end() ? fmt::format("lower bound {}", to_string(lower_bound))
                                         : refutation_text(*refuted);
    }
    if (played && played->verdict != verdict::complete) {
        return fmt::format("the run of the schedule was not complete: {}", error_of(*played));
    }
    if (interval.is_stopped) {
        return "stopped before all was tried";
    }
    return attempts.empty() || attempts.back().gap.empty()
               ? "all was tried"
               : fmt::format("{} are open: {}", quantity(attempts.back().slots, "slot"),
                             attempts.back().gap);
}

int collective_optimum::exit_status() const {
    const int of_run = played ? tutti::exit_status(played->verdict) : 0;
    return of_run != 0 ? of_run : interval.is_settled() ? 0 : 1;
}

collective_optimum find_optimum(const optimum_request& request) {
    std::vector<candidate> candidates = find_candidates(request.candidates);
    draw_input(request.candidates, candidates);
    experiment plan = candidates.front().plan;
    plan.ports = request.candidates.ports.value_or(port_model::all_port);
    const problem input = collective_problem_of(plan);
    const collective_question asked = question_of(collective_of(plan).name, input, request.pieces);
    const collective_bounds bounds = find_bounds(candidates, plan.ports);
    collective_optimum found;
    found.request::operator=(bounds);
    found.algorithm.clear();
    found.ports = plan.ports;
    found.pieces = request.pieces;
    found.lower_bound = bound_of(plan, input, request.pieces);
    found.bound_slots = (found.lower_bound.units * request.pieces).ceil();
    add_algorithms(found, bounds);
    found.interval =
        find_optimum(asked.question, {.lower = found.bound_slots, .upper = found.algorithm_slots},
                     request.effort);
    if (found.interval.best) {
        found.schedule = schedule_of(asked, *found.interval.best, input);
        found.played = play(*found.schedule, request);
    } else if (const experiment* best = plan_of_best(found, candidates)) {
        found.played = request.run(*best);
    }
    // What has not run to its end is no time that can be had.
    if (found.played && found.played->verdict != verdict::complete) {
        found.interval.upper.reset();
    }
    return found;
}

}  // namespace tutti
