#include <fmt/ranges.h>

#include "experiment/comparison.hpp"
#include "experiment/result_json.hpp"
#include "json.hpp"
#include "text_tables.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

listed_bounds bounds_of(const comparison& comparison) {
    listed_bounds bounds;
    for (const result& ran : comparison.runs) {
        bounds.add(ran.ports, ran.lower_bound, ran.lower_bound_pieces);
    }
    return bounds;
}

// A run that did not get to its end took no time that means anything.
std::string ratio_of(const result& ran) {
    const rational& bound = ran.lower_bound.units;
    return bound > rational{0} && ran.verdict <= verdict::late
               ? fmt::format("{:.2f}", ran.units.to_double() / bound.to_double())
               : "-";
}

// The column of the port model appears if the algorithms differ in it.
std::string runs_of(const comparison& comparison, bool shows_ports, table_style style) {
    std::vector<std::string> headings{"algorithm",     "time",       "expected", "x bound",
                                      "transmissions", "links busy", "verdict"};
    if (shows_ports) {
        headings.insert(headings.begin() + 1, "ports");
    }
    columns table{headings, style};
    for (const result& ran : comparison.runs) {
        std::vector<std::string> cells{ran.algorithm,
                                       to_string(ran.units),
                                       text_of(ran.expected),
                                       ratio_of(ran),
                                       grouped(ran.transmissions),
                                       fmt::format("{:.1f} %", 100 * ran.link_utilisation),
                                       judged(name_of(ran.verdict), style)};
        if (shows_ports) {
            cells.insert(cells.begin() + 1, std::string{name_of(ran.ports)});
        }
        table.add(std::move(cells));
    }
    return table.text();
}

}  // namespace

std::string to_json(const comparison& comparison) {
    return serialized(json::object{
        {"runs", array_of(comparison.runs, [](const result& ran) { return json_of(ran); })},
        {"lower_bound", json_of(comparison.lower_bound)},
        {"lower_bound_pieces", json_of(comparison.lower_bound_pieces)},
        {"not_fitting",
         array_of(comparison.not_fitting,
                  [](const excluded_algorithm& each) {
                      return json::object{{"algorithm", each.algorithm}, {"reason", each.reason}};
                  })},
        {"not_begun", json::array(comparison.not_begun.begin(), comparison.not_begun.end())}});
}

std::string to_table(const comparison& comparison, table_style style) {
    const listed_bounds bounds = bounds_of(comparison);
    const result& ran = comparison.runs.front();
    const std::string heading =
        fmt::format("{} on {}: {}, {}", ran.collective, ran.network, quantity(ran.nodes, "node"),
                    quantity(ran.links, "link"));
    const std::string senders =
        has_senders(ran) ? fmt::format("broadcasters {}, ", senders_text(ran)) : "";
    std::string text =
        fmt::format("{}\n{}seed {}\n{}\n{}{}", bold(heading, style), senders, ran.seed,
                    bounds.text(), runs_of(comparison, bounds.have_several_ports(), style),
                    comparison.not_fitting.empty() ? "" : "\n");
    for (const excluded_algorithm& each : comparison.not_fitting) {
        text += fmt::format("{} does not fit: {}\n", each.algorithm, each.reason);
    }
    if (!comparison.not_begun.empty()) {
        text += fmt::format("\ninterrupted before {}\n", fmt::join(comparison.not_begun, ", "));
    }
    return text;
}

}  // namespace tutti
