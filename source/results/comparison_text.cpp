#include <algorithm>
#include <span>
#include <string>

#include <fmt/ranges.h>

#include "experiment/comparison.hpp"
#include "experiment/result_json.hpp"
#include "experiment/time_model/quantities.hpp"
#include "json.hpp"
#include "text_tables.hpp"
#include "util/collect.hpp"
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

// Under the time model, if there is one: time of all slots, its ratio to the bound, start-ups.
std::vector<std::string> model_cells(const model_time& timed) {
    const bool has_ratio = timed.bound_seconds && *timed.bound_seconds > 0;
    return {seconds_text(timed.seconds),
            has_ratio ? fmt::format("{:.2f}", timed.seconds / *timed.bound_seconds) : "-",
            or_dash(timed.startups, [](std::uint64_t count) { return grouped(count); })};
}

std::string table_of(std::span<const result> runs, table_style style) {
    const bool is_timed =
        std::ranges::any_of(runs, [](const result& ran) { return ran.model_time.has_value(); });
    std::vector<std::string> heading{"algorithm", "time", "expected", "x bound"};
    if (is_timed) {
        heading.insert(heading.end(), {"model time", "x bound", "start-ups"});
    }
    heading.insert(heading.end(), {"transmissions", "links busy", "verdict"});
    columns table{heading, style};
    for (const result& ran : runs) {
        std::vector<std::string> row{ran.algorithm, to_string(ran.units), text_of(ran.expected),
                                     ratio_of(ran)};
        if (is_timed) {
            std::ranges::move(
                ran.model_time ? model_cells(*ran.model_time) : std::vector<std::string>(3, "-"),
                std::back_inserter(row));
        }
        row.push_back(grouped(ran.transmissions));
        row.push_back(fmt::format("{:.1f} %", 100 * ran.link_utilisation));
        row.push_back(judged(name_of(ran.verdict), style));
        table.add(row);
    }
    return table.text();
}

// A table for each port model, whose name it has if there are several.
std::string tables_of(const comparison& comparison, bool are_several, table_style style) {
    std::string text;
    for (auto begin = comparison.runs.begin(); begin != comparison.runs.end();) {
        const auto end = std::ranges::find_if(begin, comparison.runs.end(), [&](const result& ran) {
            return ran.ports != begin->ports;
        });
        text += are_several ? fmt::format("\nports {}\n", name_of(begin->ports)) : "\n";
        text += table_of({begin, end}, style);
        begin = end;
    }
    return text;
}

std::string excluded_text(const comparison& comparison, excluded_form form) {
    const std::size_t count = comparison.not_fitting.size();
    if (count == 0) {
        return {};
    }
    if (form == excluded_form::number) {
        return fmt::format("\n{} {} not fit; --all lists the reasons\n",
                           quantity(count, "algorithm"), count == 1 ? "does" : "do");
    }
    return "\n" + joined_texts(comparison.not_fitting, "", [](const excluded_algorithm& each) {
               return fmt::format("{} does not fit: {}\n", each.algorithm, each.reason);
           });
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

std::string to_table(const comparison& comparison, excluded_form form, table_style style) {
    const listed_bounds bounds = bounds_of(comparison);
    const result& ran = comparison.runs.front();
    const std::string heading =
        fmt::format("{} on {}: {}, {}", ran.collective, ran.network, quantity(ran.nodes, "node"),
                    quantity(ran.links, "link"));
    std::string text =
        fmt::format("{}\n{}seed {}\n{}{}{}", bold(heading, style), input_text(ran, ", "), ran.seed,
                    bounds.text(), tables_of(comparison, bounds.have_several_ports(), style),
                    excluded_text(comparison, form));
    if (!comparison.not_begun.empty()) {
        text += fmt::format("\ninterrupted before {}\n", fmt::join(comparison.not_begun, ", "));
    }
    return text;
}

}  // namespace tutti
