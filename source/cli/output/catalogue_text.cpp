#include "catalogue_text.hpp"

#include <ranges>

#include <fmt/ranges.h>

#include "results/symbols.hpp"
#include "results/text_tables.hpp"
#include "util/collect.hpp"
#include "util/text_table.hpp"

namespace tutti::program {
namespace {

constexpr auto to_name = [](port_model ports) { return name_of(ports); };

std::string text_of_symbols(const std::string& formula) {
    const std::vector<symbol> symbols = symbols_in(formula);
    const std::size_t width = largest_of(
        symbols, [](const symbol& each) { return each.name.size(); }, std::size_t{0});
    return joined_texts(symbols, "", [width](const symbol& each) {
        return fmt::format("      {:<{}}  {}\n", each.name, width, each.meaning);
    });
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

}  // namespace tutti::program
