#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/catalogue_text.hpp"
#include "cli/output/text_output.hpp"
#include "experiment/time_model/machines.hpp"
#include "results/catalogue_json.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"

namespace tutti::program {
namespace {

boost::json::object json_of(const machine& one) {
    return {{"name", one.name},
            {"latency", one.latency},
            {"bandwidth", one.bandwidth},
            {"meaning", one.meaning},
            {"source", one.source}};
}

outcome list_machines(const command_line& arguments) {
    if (arguments.has("--json")) {
        return {.output = serialized(array_of(machines(),
                                              [](const machine& each) { return json_of(each); })) +
                          "\n"};
    }
    const table_style style = style_of_output();
    outcome listed{
        .output =
            "Latency and bandwidth of links, for --machine. They are a model of the links alone: "
            "software,\nmemory and contention inside switches come on top.\n\n"};
    for (const machine& each : machines()) {
        listed.output += fmt::format("{}\n    latency {}, bandwidth {}\n    {}\n    {}\n",
                                     bold(each.name, style), each.latency, each.bandwidth,
                                     each.meaning, each.source);
    }
    return listed;
}

outcome list(const command_line& arguments, const catalogue& catalogue) {
    const auto named = arguments.argument();
    if (named == "machines") {
        return list_machines(arguments);
    }
    const std::vector<const algorithm*> algorithms =
        named ? catalogue.algorithms_for(
                    reading("COLLECTIVE",
                            [&]() -> auto& { return parse_collective(catalogue, *named); })
                        .name,
                    true)
              : catalogue.algorithms();
    if (arguments.has("--json")) {
        const auto entry = [](const algorithm* each) { return tutti::json_of(*each); };
        return {.output = serialized(array_of(algorithms, entry)) + "\n"};
    }
    outcome listed;
    const table_style style = style_of_output();
    // A heading precedes each run of algorithms for the same collective.
    const collective* task = nullptr;
    for (const algorithm* const each : algorithms) {
        if (each->goal != task) {
            task = each->goal;
            listed.output += listed.output.empty() ? "" : "\n";
            listed.output += text_of(*task, style);
        }
        listed.output += text_of(*each, formula_symbols::left_out, style);
    }
    return listed;
}

}  // namespace

command list_command() {
    return {
        .name = "list",
        .argument = "COLLECTIVE",
        .argument_meaning = "only the algorithms for this collective; or machines, for --machine",
        .meaning = "list the algorithms with descriptions, sources, times and parameters",
        .options = {{.name = "--json", .meaning = "print an array of JSON objects"}},
        .carry_out = list};
}

}  // namespace tutti::program
