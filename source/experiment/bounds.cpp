#include "bounds.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "overflow.hpp"
#include "results/json.hpp"
#include "results/text_tables.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

// Packets that carry messages and packets of control are counted together.
std::optional<std::uint64_t> total_of(const std::optional<packet_hops>& hops) {
    return hops ? std::optional{hops->total()} : std::nullopt;
}

// A formula may be simpler for the network at hand; without figures the general one is used.
const std::string& formula_of(const algorithm_bounds& bounds) {
    return bounds.theory_figures ? bounds.theory_figures->formula : bounds.algorithm->time;
}

json::object json_of(const algorithm_bounds& bounds) {
    const theory figures = bounds.theory_figures.value_or(theory{});
    const auto to_6_digits = [](double ratio) { return rounded(ratio, 6); };
    return {
        {"algorithm", bounds.algorithm->name},
        {"source", bounds.algorithm->source},
        {"formula", formula_of(bounds)},
        {"ports", name_of(bounds.ports)},
        {"expected", json_of(figures.expected)},
        {"lower_bound", bounds.theory_figures     ? json::value(json_of(figures.lower_bound))
                        : bounds.collective_bound ? json::value(json_of(*bounds.collective_bound))
                                                  : json::value()},
        {"lower_bound_pieces", json_of(figures.lower_bound_pieces)},
        {"ratio", or_null(bounds.ratio(), to_6_digits)},
        {"attained", or_null(bounds.is_attained())},
        {"transmissions", or_null(total_of(figures.transmissions))},
        {"failure_probability", json_of(figures.failure)},
        {"advice", or_null(bounds.advice)},
        {"misfit", or_null(bounds.inapplicable_reason)},
        {"left_out", or_null(bounds.left_out)}};
}

std::string failure_text(const failure_probability& failure) {
    return failure.exact ? fmt::format("{:.2g}", *failure.exact)
                         : fmt::format("at most {:.2g}", failure.bound);
}

// A dash is an unknown figure, and not zero.
void add_row(columns& table, const algorithm_bounds& bounds, const theory& theory) {
    table.add({bounds.algorithm->name, std::string{name_of(bounds.ports)}, text_of(theory.expected),
               to_string(theory.lower_bound.units),
               or_dash(bounds.ratio(), [](double ratio) { return fmt::format("{:.2f}", ratio); }),
               or_dash(bounds.is_attained(), [](bool attained) { return attained ? "yes" : "no"; }),
               or_dash(total_of(theory.transmissions), grouped),
               or_dash(theory.failure, failure_text), formula_of(bounds)});
}

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

// Bound where no algorithm has a larger one. A bound that depends on who sends to whom would take
// as long as the figures that were left out.
std::optional<lower_bound> bound_without_figures(const experiment& plan, const problem& input) {
    const collective& collective = collective_of(plan);
    return collective.follows_ids ? std::nullopt : std::optional{within_64_bits(plan, [&] {
        return collective.lower_bound(input, packet_size::whole());
    })};
}

// Figures, left out where they do not fit 64 bits, which those of others may do; the exception is
// thrown where all are.
std::exception_ptr work_out(algorithm_bounds& figures, const experiment& plan,
                            const problem& input) {
    try {
        figures.theory_figures = theory_of(plan, input);
        figures.advice = plan.algorithm->advice ? plan.algorithm->advice(input) : "";
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

}  // namespace

// A bound of zero has no ratio: then nothing needs to be sent.
std::optional<double> algorithm_bounds::ratio() const {
    const theory figures = theory_figures.value_or(theory{});
    const rational& bound = figures.lower_bound.units;
    if (!figures.expected || bound <= rational{0}) {
        return std::nullopt;
    }
    return figures.expected->units.to_double() / bound.to_double();
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

collective_bounds find_bounds(std::span<const candidate> candidates) {
    collective_bounds limits;
    least_bounds least;
    std::exception_ptr unfit;
    for (const candidate& candidate : candidates) {
        algorithm_bounds figures{.algorithm = candidate.plan.algorithm,
                                 .ports = candidate.plan.ports,
                                 .inapplicable_reason = one_line(candidate.inapplicable_reason),
                                 .theory_figures = std::nullopt};
        if (candidate.inapplicable_reason.empty()) {
            const problem input = problem_of(candidate.plan);
            static_cast<request&>(limits) = request_of(candidate.plan, input);
            figures.left_out = omission_reason(*candidate.plan.algorithm, input);
            if (figures.left_out.empty()) {
                unfit = work_out(figures, candidate.plan, input);
            }
            add_bound(least, figures, candidate.plan, input);
        }
        limits.algorithms.push_back(std::move(figures));
    }
    // The input is at fault only if no algorithm has figures.
    const bool is_any_known = std::ranges::any_of(
        limits.algorithms,
        [](const algorithm_bounds& bounds) { return bounds.theory_figures.has_value(); });
    if (unfit && !is_any_known) {
        std::rethrow_exception(unfit);
    }
    limits.lower_bound = least.own.value_or(lower_bound{});
    limits.lower_bound_pieces = least.of_pieces;
    return limits;
}

std::string to_json(const collective_bounds& bounds) {
    return serialized(json::object{
        {"task", bounds.collective},
        {"network", network_json(bounds)},
        {"broadcasters", broadcasters_json(bounds)},
        {"lower_bound", json_of(bounds.lower_bound)},
        {"lower_bound_pieces", json_of(bounds.lower_bound_pieces)},
        {"algorithms", array_of(bounds.algorithms,
                                [](const algorithm_bounds& entry) { return json_of(entry); })}});
}

std::string to_table(const collective_bounds& limits, table_style style) {
    listed_bounds bounds;
    columns table{{"algorithm", "ports", "time", "bound", "x bound", "attained", "transmissions",
                   "may fail", "formula"},
                  style};
    std::string remarks;
    for (const algorithm_bounds& entry : limits.algorithms) {
        // A row needs figures; algorithms without them are listed below with the reason.
        if (entry.theory_figures) {
            bounds.add(entry.ports, entry.theory_figures->lower_bound,
                       entry.theory_figures->lower_bound_pieces);
            add_row(table, entry, *entry.theory_figures);
        } else if (!entry.left_out.empty()) {
            if (entry.collective_bound) {
                bounds.add(entry.ports, *entry.collective_bound, std::nullopt);
            }
            remarks += fmt::format("{} is left out: {}\n", entry.algorithm->name, entry.left_out);
        } else {
            remarks += fmt::format("{} does not fit: {}\n", entry.algorithm->name,
                                   entry.inapplicable_reason);
        }
        if (!entry.advice.empty()) {
            remarks += fmt::format("{}: {}\n", entry.algorithm->name, entry.advice);
        }
    }
    const std::string heading = fmt::format("{} on {}: {}, {}, diameter {}", limits.collective,
                                            limits.network, quantity(limits.nodes, "node"),
                                            quantity(limits.links, "link"), limits.diameter);
    const std::string senders =
        has_senders(limits) ? fmt::format("broadcasters {}\n", senders_text(limits)) : "";
    return fmt::format("{}\n{}{}\n{}{}{}", bold(heading, style), senders, bounds.text(),
                       table.text(), remarks.empty() ? "" : "\n", remarks);
}

}  // namespace tutti
