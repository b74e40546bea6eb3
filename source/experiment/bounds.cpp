#include "bounds.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "overflow.hpp"
#include "results/json.hpp"
#include "results/tables.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

std::optional<std::uint64_t> total_of(const std::optional<packet_hops>& known) {
    return known ? std::optional{known->total()} : std::nullopt;
}

const std::string& formula_of(const algorithm_bounds& one) {
    return one.known ? one.known->formula : one.what->time;
}

json::object json_of(const algorithm_bounds& one) {
    const theory known = one.known.value_or(theory{});
    const auto to_6_digits = [](double ratio) { return rounded(ratio, 6); };
    return {{"algorithm", one.what->name},
            {"source", one.what->source},
            {"formula", formula_of(one)},
            {"ports", name_of(one.ports)},
            {"expected", json_of(known.expected)},
            {"lower_bound", one.known              ? json::value(json_of(known.lower_bound))
                            : one.collective_bound ? json::value(json_of(*one.collective_bound))
                                                   : json::value()},
            {"lower_bound_pieces", json_of(known.lower_bound_pieces)},
            {"ratio", or_null(one.ratio(), to_6_digits)},
            {"attained", or_null(one.is_attained())},
            {"transmissions", or_null(total_of(known.transmissions))},
            {"failure_probability", json_of(known.failure)},
            {"advice", or_null(one.advice)},
            {"misfit", or_null(one.inapplicable_reason)},
            {"left_out", or_null(one.left_out)}};
}

std::string failure_text(const failure_probability& failure) {
    return failure.exact ? fmt::format("{:.2g}", *failure.exact)
                         : fmt::format("at most {:.2g}", failure.bound);
}

void add_row(columns& table, const algorithm_bounds& one, const theory& known) {
    table.add({one.what->name, std::string{name_of(one.ports)}, text_of(known.expected),
               to_string(known.lower_bound.units),
               or_dash(one.ratio(), [](double ratio) { return fmt::format("{:.2f}", ratio); }),
               or_dash(one.is_attained(), [](bool attained) { return attained ? "yes" : "no"; }),
               or_dash(total_of(known.transmissions), grouped),
               or_dash(known.failure, failure_text), formula_of(one)});
}

// Why the figures would take too long, or an empty text.
std::string omission_reason(const algorithm& what, const problem& input) {
    const std::uint64_t steps = what.figure_steps ? what.figure_steps(input) : 0;
    return steps <= most_figure_steps
               ? std::string{}
               : fmt::format(
                     "its figures take a search or a simulation of about {} steps, and "
                     "bounds makes {} at most",
                     steps, most_figure_steps);
}

// Bound where no algorithm has a larger one. A bound that depends on who sends to whom would take
// as long as the figures that were left out.
std::optional<lower_bound> bound_without_figures(const experiment& asked, const problem& input) {
    const collective& goal = collective_of(asked);
    return goal.follows_ids ? std::nullopt : std::optional{within_64_bits(asked, [&] {
        return goal.lower_bound(input, packet_size::whole());
    })};
}

// Figures, left out where they do not fit 64 bits, which those of others may do; the exception is
// thrown where all are.
std::exception_ptr work_out(algorithm_bounds& figures, const experiment& asked,
                            const problem& input) {
    try {
        figures.known = theory_of(asked, input);
        figures.advice = asked.what->advice ? asked.what->advice(input) : "";
        return nullptr;
    } catch (const std::invalid_argument& why) {
        figures.left_out = one_line(why.what());
        return std::current_exception();
    }
}

void add_bound(least_bounds& least, algorithm_bounds& figures, const experiment& asked,
               const problem& input) {
    if (figures.known) {
        least.add(figures.known->lower_bound, figures.known->lower_bound_pieces);
        return;
    }
    figures.collective_bound = bound_without_figures(asked, input);
    if (figures.collective_bound) {
        weaken(least.own, *figures.collective_bound);
    }
}

}  // namespace

std::optional<double> algorithm_bounds::ratio() const {
    const theory figures = known.value_or(theory{});
    const rational& bound = figures.lower_bound.units;
    if (!figures.expected || bound <= rational{0}) {
        return std::nullopt;
    }
    return figures.expected->units.to_double() / bound.to_double();
}

std::optional<bool> algorithm_bounds::is_attained() const {
    const theory figures = known.value_or(theory{});
    if (!figures.expected) {
        return std::nullopt;
    }
    return figures.expected->kind != time_kind::high_probability &&
           figures.expected->units == figures.lower_bound.units;
}

collective_bounds find_bounds(std::span<const candidate> all) {
    collective_bounds found;
    least_bounds least;
    std::exception_ptr unfit;
    for (const candidate& one : all) {
        algorithm_bounds figures{.what = one.asked.what,
                                 .ports = one.asked.ports,
                                 .inapplicable_reason = one_line(one.inapplicable_reason),
                                 .known = std::nullopt};
        if (one.inapplicable_reason.empty()) {
            const problem input = problem_of(one.asked);
            static_cast<request&>(found) = request_of(one.asked, input);
            figures.left_out = omission_reason(*one.asked.what, input);
            if (figures.left_out.empty()) {
                unfit = work_out(figures, one.asked, input);
            }
            add_bound(least, figures, one.asked, input);
        }
        found.algorithms.push_back(std::move(figures));
    }
    const bool is_any_known = std::ranges::any_of(
        found.algorithms, [](const algorithm_bounds& one) { return one.known.has_value(); });
    if (unfit && !is_any_known) {
        std::rethrow_exception(unfit);
    }
    found.lower_bound = least.own.value_or(lower_bound{});
    found.lower_bound_pieces = least.of_pieces;
    return found;
}

std::string to_json(const collective_bounds& found) {
    return serialized(json::object{
        {"task", found.collective},
        {"network", network_json(found)},
        {"broadcasters", broadcasters_json(found)},
        {"lower_bound", json_of(found.lower_bound)},
        {"lower_bound_pieces", json_of(found.lower_bound_pieces)},
        {"algorithms",
         array_of(found.algorithms, [](const algorithm_bounds& one) { return json_of(one); })}});
}

std::string to_table(const collective_bounds& found, table_style style) {
    listed_bounds bounds;
    columns table{{"algorithm", "ports", "time", "bound", "x bound", "attained", "transmissions",
                   "may fail", "formula"},
                  style};
    std::string remarks;
    for (const algorithm_bounds& one : found.algorithms) {
        if (one.known) {
            bounds.add(one.ports, one.known->lower_bound, one.known->lower_bound_pieces);
            add_row(table, one, *one.known);
        } else if (!one.left_out.empty()) {
            if (one.collective_bound) {
                bounds.add(one.ports, *one.collective_bound, std::nullopt);
            }
            remarks += fmt::format("{} is left out: {}\n", one.what->name, one.left_out);
        } else {
            remarks +=
                fmt::format("{} does not fit: {}\n", one.what->name, one.inapplicable_reason);
        }
        if (!one.advice.empty()) {
            remarks += fmt::format("{}: {}\n", one.what->name, one.advice);
        }
    }
    const std::string heading =
        fmt::format("{} on {}: {}, {}, diameter {}", found.collective, found.network,
                    quantity(found.nodes, "node"), quantity(found.links, "link"), found.diameter);
    const std::string senders =
        has_senders(found) ? fmt::format("broadcasters {}\n", senders_text(found)) : "";
    return fmt::format("{}\n{}{}\n{}{}{}", bold(heading, style), senders, bounds.text(),
                       table.text(), remarks.empty() ? "" : "\n", remarks);
}

}  // namespace tutti
