#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "commands.hpp"
#include "experiment_options.hpp"
#include "tutti/experiment/experiment.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

json::object entry_of(const algorithm& known) {
    json::array ports;
    for (const port_model model : known.ports) {
        ports.push_back(json::value(name_of(model)));
    }
    json::array parameters;
    for (const parameter& each : known.parameters) {
        parameters.push_back(json::object{{"name", each.name},
                                          {"default", each.default_value.text()},
                                          {"range", each.range_text()},
                                          {"meaning", each.meaning}});
    }
    json::array told;
    for (const knowledge each : known.told) {
        told.push_back(json::value(name_of(each)));
    }
    return {{"task", known.task},          {"algorithm", known.name},  {"source", known.source},
            {"networks", known.networks},  {"ports", ports},           {"time", known.time},
            {"kind", name_of(known.kind)}, {"parameters", parameters}, {"told", told},
            {"rule", known.rule}};
}

std::string ports_of(const algorithm& known) {
    std::string text;
    for (const port_model model : known.ports) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", name_of(model));
    }
    return text;
}

std::string describe(const algorithm& known) {
    std::string text = fmt::format("{}/{}\n", known.task, known.name);
    text += fmt::format("    {}\n", known.source);
    text += fmt::format("    on {}; ports: {}\n", known.networks, ports_of(known));
    text += fmt::format("    time ({}): {}\n", name_of(known.kind), known.time);
    for (const parameter& each : known.parameters) {
        text += fmt::format("    --set {}={}  {}; {}\n", each.name, each.default_value.text(),
                            each.meaning, each.range_text());
    }
    if (!known.told.empty()) {
        text += fmt::format("    nodes are told: {}\n", to_string(known.told));
    }
    return text;
}

}  // namespace

command describe_list() {
    return {.name = "list",
            .argument = "TASK",
            .argument_meaning = "only the algorithms for this task",
            .meaning = "the algorithms, with sources, times and parameters",
            .options = {{.name = "--json",
                         .short_name = "",
                         .value = "",
                         .meaning = "an array of JSON objects"}}};
}

outcome list(const command_line& given, const catalogue& known) {
    const auto named = given.argument();
    const std::vector<const algorithm*> wanted =
        named ? known.algorithms_for(
                    reading("TASK", [&]() -> auto& { return parse_task(known, *named); }).name)
              : known.algorithms();
    json::array entries;
    std::string text;
    for (const algorithm* const each : wanted) {
        entries.push_back(entry_of(*each));
        text += describe(*each);
    }
    return {.output = given.has("--json") ? json::serialize(entries) + "\n" : text};
}

}  // namespace tutti::program
