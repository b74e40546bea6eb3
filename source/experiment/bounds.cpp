#include "bounds.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "experiment/time_model/run_timing.hpp"
#include "overflow.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Why the figures would take too long, or an empty text.
std::string omission_reason(const algorithm& algorithm, const problem& input) {
    const std::uint64_t steps = algorithm.figure_steps ? algorithm.figure_steps(input) : 0;
    return steps <= most_figure_steps
               ? std::string{}
               : fmt::format(
                     "its figures take a search or a simulation of about {} steps, and "
                     "bounds makes {} at most",
                     steps, most_figure_steps);
}

// Bound where no algorithm has a larger one. A bound that depends on senders and receivers would
// take as long as the figures that were left out.
std::optional<lower_bound> bound_without_figures(const experiment& plan, const problem& input) {
    const collective& collective = collective_of(plan);
    return collective.follows_ids ? std::nullopt : std::optional{within_64_bits(plan, [&] {
        return collective.lower_bound(input, packet_size::whole());
    })};
}

// Under the time model of the plan, if it has one.
void time_figures(algorithm_bounds& figures, const experiment& plan, const problem& input) {
    if (!plan.time_model.bytes || !figures.theory_figures) {
        return;
    }
    const link_costs costs = link_costs_of(plan.time_model, plan.network, plan.built_network);
    const exact_number part = part_bytes(*plan.algorithm->goal, input, *plan.time_model.bytes);
    if (const auto seconds = seconds_by_theory(*figures.theory_figures, costs, part)) {
        figures.model_seconds = seconds->convert_to<double>();
    }
    if (const auto least = bound_in_seconds(plan, input, *figures.theory_figures, costs, part)) {
        figures.bound_seconds = least->convert_to<double>();
    }
}

// Figures, left out where they do not fit 64 bits, which those of others may do; the exception is
// thrown where all are.
std::exception_ptr work_out(algorithm_bounds& figures, const experiment& plan,
                            const problem& input) {
    try {
        figures.theory_figures = theory_of(plan, input);
        figures.advice = plan.algorithm->advice ? plan.algorithm->advice(input) : "";
        time_figures(figures, plan, input);
        return nullptr;
    } catch (const std::invalid_argument& why) {
        figures.left_out = one_line(why.what());
        return std::current_exception();
    }
}

// The bound of the collective is the weakest of those of its algorithms.
void add_bound(least_bounds& least, algorithm_bounds& figures, const experiment& plan,
               const problem& input) {
    if (figures.theory_figures) {
        least.add(figures.theory_figures->lower_bound, figures.theory_figures->lower_bound_pieces);
        return;
    }
    figures.collective_bound = bound_without_figures(plan, input);
    if (figures.collective_bound) {
        weaken(least.own, *figures.collective_bound);
    }
}

// A network that has no such collective has algorithms for it neither, which say why.
void set_collective_bound(collective_bounds& bounds, std::span<const candidate> candidates,
                          std::optional<port_model> ports) {
    experiment plan = candidates.front().plan;
    plan.ports = ports.value_or(port_model::all_port);
    try {
        const problem input = collective_problem_of(plan);
        bounds.lower_bound = within_64_bits(
            plan, [&] { return collective_of(plan).lower_bound(input, packet_size::whole()); });
        bounds.request::operator=(request_of(plan, input));
        if (bounds.lower_bound.units == rational{0}) {
            require_a_fit(candidates);
        }
    } catch (const std::invalid_argument&) {
        require_a_fit(candidates);
        throw;
    }
}

}  // namespace

// A bound of zero has no ratio: then nothing needs to be sent.
std::optional<double> algorithm_bounds::ratio() const {
    const theory figures = theory_figures.value_or(theory{});
    const rational& bound = figures.lower_bound.units;
    return !figures.expected || bound <= rational{0}
               ? std::nullopt
               : std::optional{figures.expected->units.to_double() / bound.to_double()};
}

// A time that holds with high probability may be exceeded, so that it attains nothing.
std::optional<bool> algorithm_bounds::is_attained() const {
    const theory figures = theory_figures.value_or(theory{});
    if (!figures.expected) {
        return std::nullopt;
    }
    return figures.expected->kind != time_kind::high_probability &&
           figures.expected->units == figures.lower_bound.units;
}

collective_bounds find_bounds(std::span<const candidate> candidates,
                              std::optional<port_model> ports) {
    collective_bounds bounds;
    least_bounds least;
    std::exception_ptr unfit;
    for (const candidate& candidate : candidates) {
        algorithm_bounds figures{.algorithm = candidate.plan.algorithm,
                                 .ports = candidate.plan.ports,
                                 .inapplicable_reason = one_line(candidate.inapplicable_reason)};
        if (candidate.inapplicable_reason.empty()) {
            const problem input = problem_of(candidate.plan);
            bounds.request::operator=(request_of(candidate.plan, input));
            figures.left_out = omission_reason(*candidate.plan.algorithm, input);
            if (figures.left_out.empty()) {
                unfit = work_out(figures, candidate.plan, input);
            }
            add_bound(least, figures, candidate.plan, input);
        }
        bounds.algorithms.push_back(std::move(figures));
    }
    // The input is at fault only if no algorithm has figures.
    const bool is_any_known = std::ranges::any_of(
        bounds.algorithms,
        [](const algorithm_bounds& entry) { return entry.theory_figures.has_value(); });
    if (unfit && !is_any_known) {
        std::rethrow_exception(unfit);
    }
    bounds.lower_bound = least.own.value_or(lower_bound{});
    bounds.lower_bound_pieces = least.of_pieces;
    if (ports || !least.own) {
        set_collective_bound(bounds, candidates, ports);
    }
    return bounds;
}

}  // namespace tutti
