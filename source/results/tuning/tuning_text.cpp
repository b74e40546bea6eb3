#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiment/time_model/quantities.hpp"
#include "experiment/tune/tuning.hpp"
#include "results/json.hpp"
#include "results/text_tables.hpp"
#include "util/collect.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

std::string_view name_of(timed_by by) { return timed_by_names.at(fmt::underlying(by)); }

// Latency and bandwidth as they were given.
std::string model_text(const tuning& tuned) {
    std::string text;
    const auto add = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
        }
    };
    add("machine", tuned.model.machine);
    add("latency", tuned.model.latency);
    add("bandwidth", tuned.model.bandwidth);
    return text;
}

// "greedy", or with the parameter that was searched "pieces pieces=4".
std::string text_of(const tuned_choice& choice) {
    return choice.parameters.empty()
               ? choice.plan.algorithm->name
               : fmt::format("{} {}", choice.plan.algorithm->name, choice.parameters);
}

std::optional<double> ratio_of(const tuned_size& size) {
    return size.bound_seconds > 0 ? std::optional{size.seconds / size.bound_seconds} : std::nullopt;
}

json::object json_of(const tuned_choice& choice) {
    return {{"algorithm", choice.plan.algorithm->name},
            {"parameters", or_null(choice.parameters)},
            {"ports", name_of(choice.plan.ports)}};
}

json::object json_of(const tuning& tuned, const tuned_size& size) {
    json::object object{{"bytes", size.bytes}};
    for (auto& [key, value] : json_of(tuned.choices[size.choice])) {
        object[key] = value;
    }
    object["seconds"] = size.seconds;
    object["bound_seconds"] = size.bound_seconds;
    object["ratio"] = or_null(ratio_of(size));
    object["algbw"] = size.algorithm_bandwidth;
    object["busbw"] = size.bus_bandwidth;
    return object;
}

// Exact, since a size between two others may be a fraction.
json::object json_of(const tuning& tuned, const crossover& place) {
    return {{"bytes", place.bytes.str()},
            {"from", json_of(tuned.choices[place.from])},
            {"to", json_of(tuned.choices[place.to])}};
}

std::string sizes_table(const tuning& tuned, table_style style) {
    columns table{{"size", "algorithm", "time", "x bound", "algbw", "busbw"}, style};
    for (const tuned_size& size : tuned.sizes) {
        table.add(
            {size_text(size.bytes), text_of(tuned.choices[size.choice]), seconds_text(size.seconds),
             or_dash(ratio_of(size), [](double ratio) { return fmt::format("{:.2f}", ratio); }),
             bandwidth_text(size.algorithm_bandwidth), bandwidth_text(size.bus_bandwidth)});
    }
    return table.text();
}

// A size as people read it: exact where it is a whole number of bytes.
std::string bytes_text(const exact_number& bytes) {
    if (boost::multiprecision::denominator(bytes) == 1) {
        return fmt::format(
            "{} B", grouped(boost::multiprecision::numerator(bytes).convert_to<std::uint64_t>()));
    }
    return fmt::format("{:.2f} B", bytes.convert_to<double>());
}

std::string crossover_lines(const tuning& tuned) {
    if (tuned.crossovers.empty()) {
        return {};
    }
    constexpr std::size_t few = 8;
    const bool has_few = tuned.crossovers.size() <= few;
    std::vector<crossover> of_algorithms;
    std::ranges::copy_if(
        tuned.crossovers, std::back_inserter(of_algorithms), [&](const crossover& each) {
            return has_few ||
                   tuned.choices[each.to].plan.algorithm != tuned.choices[each.from].plan.algorithm;
        });
    const std::size_t others = tuned.crossovers.size() - of_algorithms.size();
    return fmt::format("\n{}{}",
                       joined_texts(of_algorithms, "",
                                    [&](const crossover& each) {
                                        return fmt::format("from {:>16}  {} in place of {}\n",
                                                           bytes_text(each.bytes),
                                                           text_of(tuned.choices[each.to]),
                                                           text_of(tuned.choices[each.from]));
                                    }),
                       others == 0 ? ""
                                   : fmt::format("{} of the number alone; --json lists them\n",
                                                 quantity(others, "change")));
}

std::string participants_line(const tuning& tuned) {
    return tuned.participants.empty() ? std::string{}
                                      : fmt::format("participants {}\n", participants_text(tuned));
}

std::string remarks_of(const tuning& tuned, excluded_form form) {
    std::string text;
    std::map<std::string, std::pair<std::size_t, std::string>> failed;
    for (const result& ran : tuned.failed) {
        auto& [count, error] = failed[ran.algorithm];
        error = count++ == 0 ? error_of(ran) : error;
    }
    for (const auto& [algorithm, runs] : failed) {
        text += fmt::format("{} is left out in {}, the first: {}\n", algorithm,
                            quantity(runs.first, "run"), runs.second);
    }
    const std::size_t count = tuned.not_fitting.size();
    if (form == excluded_form::number && count > 0) {
        text += fmt::format("{} {} not fit; --all lists the reasons\n",
                            quantity(count, "algorithm"), count == 1 ? "does" : "do");
    }
    for (const excluded_algorithm& each : tuned.not_fitting) {
        if (form == excluded_form::number) {
            break;
        }
        text += fmt::format("{} does not fit: {}\n", each.algorithm, each.reason);
    }
    return text.empty() ? text : fmt::format("\n{}", text);
}

}  // namespace

std::string to_json(const tuning& tuned) {
    return serialized(json::object{
        {"collective", tuned.collective},
        {"network", network_json(tuned)},
        {"participants", participants_json(tuned)},
        {"model", name_of(tuned.model.by)},
        {"machine", or_null(tuned.model.machine)},
        {"latency", or_null(tuned.model.latency)},
        {"bandwidth", or_null(tuned.model.bandwidth)},
        {"sizes",
         array_of(tuned.sizes, [&](const tuned_size& each) { return json_of(tuned, each); })},
        {"crossovers",
         array_of(tuned.crossovers, [&](const crossover& each) { return json_of(tuned, each); })},
        {"failed", array_of(tuned.failed,
                            [](const result& ran) {
                                return json::object{{"algorithm", ran.algorithm},
                                                    {"command", ran.command},
                                                    {"verdict", name_of(ran.verdict)}};
                            })},
        {"not_fitting", array_of(tuned.not_fitting, [](const excluded_algorithm& each) {
             return json::object{{"algorithm", each.algorithm}, {"reason", each.reason}};
         })}});
}

std::string to_table(const tuning& tuned, excluded_form form, table_style style) {
    const std::string heading =
        fmt::format("{} on {}: {}, {}", tuned.collective, tuned.network,
                    quantity(tuned.nodes, "node"), quantity(tuned.links, "link"));
    return fmt::format("{}\n{}model {}: {}\n\n{}{}{}", bold(heading, style),
                       participants_line(tuned), name_of(tuned.model.by), model_text(tuned),
                       sizes_table(tuned, style), crossover_lines(tuned), remarks_of(tuned, form));
}

std::string to_csv(const tuning& tuned) {
    return fmt::format("bytes,algorithm,parameters,seconds,bound_seconds,algbw,busbw\r\n{}",
                       joined_texts(tuned.sizes, "", [&](const tuned_size& each) {
                           const tuned_choice& choice = tuned.choices[each.choice];
                           return fmt::format("{},{},{},{},{},{},{}\r\n", each.bytes,
                                              choice.plan.algorithm->name, choice.parameters,
                                              each.seconds, each.bound_seconds,
                                              each.algorithm_bandwidth, each.bus_bandwidth);
                       }));
}

}  // namespace tutti
