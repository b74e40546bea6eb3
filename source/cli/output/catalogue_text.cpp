#include "catalogue_text.hpp"

#include <algorithm>
#include <ranges>

#include <fmt/ranges.h>

#include "results/symbols.hpp"
#include "results/text_tables.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"

namespace tutti::program {
namespace {

constexpr auto to_name = [](auto each) { return name_of(each); };

boost::json::object parameter_of(const parameter& each) {
    return {{"name", each.name},
            {"default", each.default_value.text()},
            {"range", each.range_text()},
            {"meaning", each.meaning}};
}

// Only symbols that occur in the formula are explained.
boost::json::object meanings_in(const std::string& formula) {
    boost::json::object object;
    for (const symbol& each : symbols_in(formula)) {
        object[each.name] = each.meaning;
    }
    return object;
}

std::string text_of_symbols(const std::string& formula) {
    const std::vector<symbol> symbols = symbols_in(formula);
    std::size_t width = 0;
    for (const symbol& each : symbols) {
        width = std::max(width, each.name.size());
    }
    std::string text;
    for (const symbol& each : symbols) {
        text += fmt::format("      {:<{}}  {}\n", each.name, width, each.meaning);
    }
    return text;
}

}  // namespace

// 80 columns suit every terminal, and do not depend on it: output is the same in a file.
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

std::string text_of(const collective& task, table_style style) {
    return fmt::format("{}{}{}\n{}", bold(task.name, style),
                       task.aliases.empty() ? "" : ", also called ", fmt::join(task.aliases, ", "),
                       indented(task.meaning));
}

std::string text_of(const algorithm& algorithm, formula_symbols symbols, table_style style) {
    std::string text =
        fmt::format("{}\n{}    {}\n    on {}; ports: {}\n    time ({}): {}\n",
                    bold(fmt::format("{}/{}", algorithm.collective, algorithm.name), style),
                    indented(algorithm.idea), algorithm.source, algorithm.networks,
                    fmt::join(algorithm.ports | std::views::transform(to_name), ", "),
                    name_of(algorithm.kind), algorithm.time);
    if (symbols == formula_symbols::explained) {
        text += text_of_symbols(algorithm.time);
    }
    for (const parameter& each : algorithm.parameters) {
        text += fmt::format("    --set {}={}  {}; {}\n", each.name, each.default_value.text(),
                            each.meaning, each.range_text());
    }
    return text + fmt::format("    knowledge: {}\n", algorithm.knowledge.empty()
                                                         ? "nothing"
                                                         : to_string(algorithm.knowledge));
}

boost::json::object json_of(const algorithm& algorithm) {
    return {{"task", algorithm.collective},
            {"task_meaning", algorithm.goal->meaning},
            {"algorithm", algorithm.name},
            {"idea", algorithm.idea},
            {"source", algorithm.source},
            {"networks", algorithm.networks},
            {"ports", array_of(algorithm.ports, to_name)},
            {"time", algorithm.time},
            {"symbols", meanings_in(algorithm.time)},
            {"kind", name_of(algorithm.kind)},
            {"parameters", array_of(algorithm.parameters, parameter_of)},
            {"told", array_of(algorithm.knowledge, to_name)},
            {"rule", algorithm.rule}};
}

}  // namespace tutti::program
