#include <ranges>

#include <fmt/ranges.h>

#include "../experiment/json.hpp"
#include "commands.hpp"
#include "experiment_options.hpp"
#include "tutti/experiment/symbols.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

constexpr auto to_name = [](auto each) { return name_of(each); };

json::object parameter_of(const parameter& each) {
    return {{"name", each.name},
            {"default", each.default_value.text()},
            {"range", each.range_text()},
            {"meaning", each.meaning}};
}

json::object meanings_in(const std::string& formula) {
    json::object all;
    for (const symbol& each : symbols_in(formula)) {
        all[each.name] = each.meaning;
    }
    return all;
}

json::object entry_of(const algorithm& known) {
    return {{"task", known.task},
            {"algorithm", known.name},
            {"idea", known.idea},
            {"source", known.source},
            {"networks", known.networks},
            {"ports", array_of(known.ports, to_name)},
            {"time", known.time},
            {"symbols", meanings_in(known.time)},
            {"kind", name_of(known.kind)},
            {"parameters", array_of(known.parameters, parameter_of)},
            {"told", array_of(known.told, to_name)},
            {"rule", known.rule}};
}

// Lines of 80 columns at most, words that are longer aside.
std::string indented(std::string_view text) {
    constexpr std::size_t columns = 80;
    constexpr std::string_view margin = "    ";
    std::string lines;
    std::size_t begin = 0;  // of the last line
    for (const auto each : std::views::split(text, ' ')) {
        const std::string_view word{each.begin(), each.end()};
        if (lines.empty() || lines.size() - begin + 1 + word.size() > columns) {
            lines += lines.empty() ? "" : "\n";
            begin = lines.size();
            lines += fmt::format("{}{}", margin, word);
        } else {
            lines += fmt::format(" {}", word);
        }
    }
    return lines.empty() ? lines : lines + "\n";
}

std::string heading(const collective& task) {
    return fmt::format("{}{}{}\n{}", task.name, task.trade_names.empty() ? "" : ", also called ",
                       fmt::join(task.trade_names, ", "), indented(task.meaning));
}

std::string describe(const algorithm& known) {
    std::string text =
        fmt::format("{}/{}\n{}    {}\n    on {}; ports: {}\n    time ({}): {}\n", known.task,
                    known.name, indented(known.idea), known.source, known.networks,
                    fmt::join(known.ports | std::views::transform(to_name), ", "),
                    name_of(known.kind), known.time);
    for (const parameter& each : known.parameters) {
        text += fmt::format("    --set {}={}  {}; {}\n", each.name, each.default_value.text(),
                            each.meaning, each.range_text());
    }
    return text + fmt::format("    nodes are told: {}\n",
                              known.told.empty() ? "nothing" : to_string(known.told));
}

outcome list(const command_line& given, const catalogue& known) {
    const auto named = given.argument();
    const std::vector<const algorithm*> wanted =
        named ? known.algorithms_for(
                    reading("TASK", [&]() -> auto& { return parse_task(known, *named); }).name)
              : known.algorithms();
    if (given.has("--json")) {
        const auto entry = [](const algorithm* each) { return entry_of(*each); };
        return {.output = serialized(array_of(wanted, entry)) + "\n"};
    }
    outcome listed;
    const collective* task = nullptr;
    for (const algorithm* const each : wanted) {
        if (each->goal != task) {
            task = each->goal;
            listed.output += (listed.output.empty() ? "" : "\n") + heading(*task);
        }
        listed.output += describe(*each);
    }
    return listed;
}

}  // namespace

command list_command() {
    return {.name = "list",
            .argument = "TASK",
            .argument_meaning = "only the algorithms for this task",
            .meaning = "the algorithms, with how they work, sources, times and parameters",
            .options = {{.name = "--json", .meaning = "an array of JSON objects"}},
            .carry_out = list};
}

}  // namespace tutti::program
