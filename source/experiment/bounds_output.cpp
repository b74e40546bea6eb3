#include <algorithm>
#include <string>
#include <utility>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "columns.hpp"
#include "figures.hpp"
#include "json.hpp"
#include "tutti/experiment/bounds.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

json::value units_of(const rational& bound) { return {{"units", to_string(bound)}}; }

json::object json_of(const algorithm_bounds& one) {
    const theory known = one.known.value_or(theory{});
    const auto ratio = one.ratio();
    return {{"algorithm", one.what->name},
            {"source", one.what->source},
            {"formula", one.what->time},
            {"ports", name_of(one.ports)},
            {"expected", json_of(known.expected)},
            {"lower_bound", one.known ? units_of(known.lower_bound) : json::value(nullptr)},
            {"ratio", ratio ? json::value(rounded(*ratio, 6)) : json::value(nullptr)},
            {"attained", or_null(one.is_attained())},
            {"transmissions", or_null(known.transmissions)},
            {"failure_probability", json_of(known.failure)},
            {"advice", one.advice.empty() ? json::value(nullptr) : json::value(one.advice)},
            {"misfit", one.why_not.empty() ? json::value(nullptr) : json::value(one.why_not)}};
}

std::string attained_text(const algorithm_bounds& one) {
    const auto attained = one.is_attained();
    return attained ? *attained ? "yes" : "no" : "-";
}

std::string failure_text(const failure_probability& failure) {
    return failure.exact ? fmt::format("{:.2g}", *failure.exact)
                         : fmt::format("at most {:.2g}", failure.bound);
}

void add_row(columns& table, const algorithm_bounds& one, const theory& known) {
    const auto ratio = one.ratio();
    table.add({std::string{one.what->name}, std::string{name_of(one.ports)},
               known.expected ? fmt::format("{} {}", name_of(known.expected->kind),
                                            to_string(known.expected->units))
                              : "-",
               to_string(known.lower_bound), ratio ? fmt::format("{:.2f}", *ratio) : "-",
               attained_text(one), known.transmissions ? grouped(*known.transmissions) : "-",
               known.failure ? failure_text(*known.failure) : "-", std::string{one.what->time}});
}

}  // namespace

std::string to_json(const task_bounds& found) {
    json::array algorithms;
    for (const algorithm_bounds& one : found.algorithms) {
        algorithms.push_back(json_of(one));
    }
    return json::serialize(json::object{{"task", found.task},
                                        {"network",
                                         {{"spec", found.network},
                                          {"nodes", found.nodes},
                                          {"links", found.links},
                                          {"diameter", found.diameter}}},
                                        {"broadcasters",
                                         {{"spec", found.broadcasters},
                                          {"nodes", found.broadcaster_nodes},
                                          {"packets", found.packets}}},
                                        {"lower_bound", units_of(found.lower_bound)},
                                        {"algorithms", std::move(algorithms)}});
}

std::string to_table(const task_bounds& found) {
    bounds_by_ports bounds;
    for (const algorithm_bounds& one : found.algorithms) {
        if (one.known) {
            bounds[one.ports].insert(one.known->lower_bound);
        }
    }
    std::string text = fmt::format(
        "{} on {}: {} nodes, {} links, diameter {}\nbroadcasters {}: {} nodes, {} packets; lower "
        "bound {}\n\n",
        found.task, found.network, grouped(found.nodes), grouped(found.links), found.diameter,
        found.broadcasters, grouped(found.broadcaster_nodes), grouped(found.packets),
        to_string(bounds));
    columns table{{"algorithm", "ports", "time", "bound", "x bound", "attained", "transmissions",
                   "may fail", "formula"}};
    std::string remarks;
    for (const algorithm_bounds& one : found.algorithms) {
        if (one.known) {
            add_row(table, one, *one.known);
        } else {
            remarks += fmt::format("{} does not fit: {}\n", one.what->name, one.why_not);
        }
        if (!one.advice.empty()) {
            remarks += fmt::format("{}: {}\n", one.what->name, one.advice);
        }
    }
    text += table.text();
    return remarks.empty() ? text : text + "\n" + remarks;
}

}  // namespace tutti
