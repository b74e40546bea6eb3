#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiment/bounds.hpp"
#include "experiment/time_model/quantities.hpp"
#include "json.hpp"
#include "text_tables.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

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

json::value model_time_json(const algorithm_bounds& bounds) {
    return bounds.model_seconds || bounds.bound_seconds
               ? json::value{{"seconds", or_null(bounds.model_seconds)},
                             {"bound_seconds", or_null(bounds.bound_seconds)}}
               : json::value{};
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
        {"model_time", model_time_json(bounds)},
        {"advice", or_null(bounds.advice)},
        {"misfit", or_null(bounds.inapplicable_reason)},
        {"left_out", or_null(bounds.left_out)}};
}

std::string failure_text(const failure_probability& failure) {
    return failure.exact ? fmt::format("{:.2g}", *failure.exact)
                         : fmt::format("at most {:.2g}", failure.bound);
}

// A dash is an unknown figure, and not zero.
void add_row(columns& table, const algorithm_bounds& bounds, const theory& theory, bool is_timed) {
    std::vector<std::string> row{
        bounds.algorithm->name,
        std::string{name_of(bounds.ports)},
        text_of(theory.expected),
        to_string(theory.lower_bound.units),
        or_dash(bounds.ratio(), [](double ratio) { return fmt::format("{:.2f}", ratio); }),
        or_dash(bounds.is_attained(), [](bool attained) { return attained ? "yes" : "no"; })};
    if (is_timed) {
        row.push_back(or_dash(bounds.model_seconds, seconds_text));
        row.push_back(or_dash(bounds.bound_seconds, seconds_text));
    }
    row.push_back(or_dash(total_of(theory.transmissions),
                          [](std::uint64_t number) { return grouped(number); }));
    row.push_back(or_dash(theory.failure, failure_text));
    row.push_back(formula_of(bounds));
    table.add(row);
}

// Names of the columns, two of them for a time model.
std::vector<std::string> headings(bool is_timed) {
    std::vector<std::string> names{"algorithm", "ports", "time", "bound", "x bound", "attained"};
    if (is_timed) {
        names.insert(names.end(), {"model time <=", "its bound"});
    }
    names.insert(names.end(), {"transmissions", "may fail", "formula"});
    return names;
}

}  // namespace

std::string to_json(const collective_bounds& bounds) {
    return serialized(json::object{
        {"collective", bounds.collective},
        {"network", network_json(bounds)},
        {"participants", participants_json(bounds)},
        {"broadcasters", broadcasters_json(bounds)},
        {"messages", bounds.packets},
        {"lower_bound", json_of(bounds.lower_bound)},
        {"lower_bound_pieces", json_of(bounds.lower_bound_pieces)},
        {"certificate", or_null(bounds.lower_bound.certificate)},
        {"algorithms", array_of(bounds.algorithms,
                                [](const algorithm_bounds& entry) { return json_of(entry); })}});
}

std::string to_table(const collective_bounds& bounds, table_style style) {
    listed_bounds bound_list;
    const bool is_timed = std::ranges::any_of(bounds.algorithms, [](const algorithm_bounds& entry) {
        return entry.model_seconds || entry.bound_seconds;
    });
    columns table{headings(is_timed), style};
    std::string remarks;
    for (const algorithm_bounds& entry : bounds.algorithms) {
        // A row needs figures; algorithms without them are listed below with the reason.
        if (entry.theory_figures) {
            bound_list.add(entry.ports, entry.theory_figures->lower_bound,
                           entry.theory_figures->lower_bound_pieces);
            add_row(table, entry, *entry.theory_figures, is_timed);
        } else if (!entry.left_out.empty()) {
            if (entry.collective_bound) {
                bound_list.add(entry.ports, *entry.collective_bound, std::nullopt);
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
    const std::string heading = fmt::format("{} on {}: {}, {}, diameter {}", bounds.collective,
                                            bounds.network, quantity(bounds.nodes, "node"),
                                            quantity(bounds.links, "link"), bounds.diameter);
    const bool has_rows = bound_list.has_any();
    if (!has_rows) {
        bound_list.add(bounds.ports, bounds.lower_bound, std::nullopt);
    }
    const std::string& certificate = bounds.lower_bound.certificate;
    return fmt::format("{}\n{}{}{}{}{}{}{}", bold(heading, style), input_text(bounds, "\n"),
                       bound_list.text(), certificate, certificate.empty() ? "" : "\n",
                       has_rows ? "\n" + table.text() : "", remarks.empty() ? "" : "\n", remarks);
}

}  // namespace tutti
