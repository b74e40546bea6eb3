#include <algorithm>
#include <array>
#include <ranges>

#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/glossary/glossary_lookup.hpp"
#include "topology/networks/network_kinds.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

using word_list = std::vector<std::string>;

// Command line typed so far: the words before the one to complete, and that one.
struct typed_line {
    std::vector<std::string_view> before;  // without the program's name
    std::string_view last;
};

// The shell passes the line with a space behind a finished word: the last text is then empty, and
// every word can follow.
typed_line read_typed(std::string_view line) {
    std::vector<std::string_view> texts = split(line, ' ');
    typed_line typed{.before = {}, .last = texts.back()};
    texts.pop_back();
    std::erase(texts, std::string_view{});
    if (!texts.empty()) {
        typed.before.assign(texts.begin() + 1, texts.end());
    }
    return typed;
}

// Parentheses are special characters of shells: products are not completed.
word_list network_forms(const catalogue& catalogue) {
    word_list forms;
    for (const network_kind* const each : catalogue.networks().kinds()) {
        if (each->content == network_content::nothing) {
            forms.emplace_back(each->name);
        } else if (each->words != nullptr) {
            for (const std::string_view word : each->words()) {
                forms.push_back(fmt::format("{}:{}", each->name, word));
            }
        } else if (each->content != network_content::factors) {
            forms.push_back(fmt::format("{}:", each->name));
        }
    }
    return forms;
}

// Ranges of numbers have no list of values to offer.
word_list values_named(const parameter_range& range) {
    if (std::holds_alternative<boolean_range>(range)) {
        return {"true", "false"};
    }
    const auto* const names = std::get_if<name_range>(&range);
    return names != nullptr ? names->names : word_list{};
}

// Those of the algorithms that were typed, with their values behind a `=`.
word_list parameter_forms(const typed_line& typed, const catalogue& catalogue) {
    word_list forms;
    for (const algorithm* const algorithm : catalogue.algorithms()) {
        const std::string name = fmt::format("{}/{}", algorithm->collective, algorithm->name);
        const bool is_asked = std::ranges::any_of(typed.before, [&](std::string_view word) {
            return word == algorithm->collective || word == name;
        });
        for (const parameter& each : algorithm->parameters) {
            if (!is_asked) {
                continue;
            }
            if (typed.last.find('=') == std::string_view::npos) {
                forms.push_back(fmt::format("{}=", each.name));
            } else {
                for (const std::string& value : values_named(each.range)) {
                    forms.push_back(fmt::format("{}={}", each.name, value));
                }
            }
        }
    }
    return forms;
}

// The kind of a value follows from its name in the help, such as NETWORK or FILE.
word_list values_of(const option& option, const typed_line& typed, const catalogue& catalogue) {
    constexpr std::array sets{
        "all", "none", "random:", "bernoulli:", "nodes:", "adversarial", "file:"};
    if (!option.choices.empty()) {
        return {option.choices.begin(), option.choices.end()};
    }
    if (option.value.starts_with("NETWORK")) {
        return network_forms(catalogue);
    }
    if (option.value.starts_with("SET")) {
        return {sets.begin(), sets.end()};
    }
    return option.value.starts_with("NAME=") ? parameter_forms(typed, catalogue) : word_list{};
}

// Every command has `--help` without a declaration.
word_list options_of(const command& chosen) {
    word_list words{"--help"};
    for (const option& each : chosen.options) {
        words.emplace_back(each.name);
    }
    return words;
}

// A task, and, behind a slash, its algorithms where the command takes them.
word_list tasks_for(const command& chosen, std::string_view last, const catalogue& catalogue) {
    word_list words;
    const std::size_t slash = last.find('/');
    if (slash == std::string_view::npos) {
        for (const auto& each : catalogue.collectives()) {
            words.push_back(each->name);
            std::ranges::copy(each->aliases, std::back_inserter(words));
        }
    } else if (const collective* const task = catalogue.find_collective(last.substr(0, slash));
               task != nullptr &&
               chosen.argument_meaning.find("ALGORITHM") != std::string_view::npos) {
        for (const algorithm* const each : catalogue.algorithms_for(task->name, true)) {
            words.push_back(fmt::format("{}/{}", last.substr(0, slash), each->name));
        }
    }
    return words;
}

word_list names_of_commands(std::span<const command> commands) {
    return vector_of(commands, [](const command& each) { return std::string{each.name}; });
}

// Of a name of several words, such as "lower bound", the one after those that were typed.
word_list next_words_to_explain(const typed_line& typed, const catalogue& catalogue) {
    std::string before;
    for (const std::string_view each : typed.before | std::views::drop(1)) {
        before += each;
        before += ' ';
    }
    word_list words;
    for (const word_group& group : explained_words(catalogue)) {
        for (const std::string_view name : group.words) {
            if (name.starts_with(before)) {
                const std::string_view rest = name.substr(before.size());
                words.emplace_back(rest.substr(0, rest.find(' ')));
            }
        }
    }
    return words;
}

word_list arguments_for(const command& chosen, const typed_line& typed,
                        const catalogue& catalogue) {
    if (chosen.argument == "COLLECTIVE") {
        word_list words = tasks_for(chosen, typed.last, catalogue);
        if (chosen.name == "list") {
            words.emplace_back("machines");
        }
        return words;
    }
    if (chosen.argument == "NETWORK") {
        return network_forms(catalogue);
    }
    if (chosen.argument == "COMMAND") {
        return names_of_commands(all_commands(catalogue));
    }
    if (chosen.argument != "WORD") {
        return {};
    }
    word_list words = next_words_to_explain(typed, catalogue);
    if (typed.before.size() == 1) {
        std::ranges::move(tasks_for(chosen, typed.last, catalogue), std::back_inserter(words));
    }
    return words;
}

// Options without a value are left out: the word behind them is an argument.
const option* option_typed(const command& chosen, std::string_view word) {
    const option* const typed = option_named(chosen.options, word);
    return typed == nullptr || typed->value.empty() ? nullptr : typed;
}

// The value of an option may follow as the next word or behind `=`; in the second case the
// completion repeats the option, since the shell replaces the whole word.
word_list words_for(const command& chosen, const typed_line& typed, const catalogue& catalogue) {
    if (const option* const taker = option_typed(chosen, typed.before.back())) {
        return values_of(*taker, typed, catalogue);
    }
    const std::size_t equals = typed.last.find('=');
    if (const option* const taker = option_typed(chosen, typed.last.substr(0, equals));
        taker != nullptr && equals != std::string_view::npos) {
        typed_line behind = typed;
        behind.last.remove_prefix(equals + 1);
        word_list words = values_of(*taker, behind, catalogue);
        for (std::string& each : words) {
            each.insert(0, typed.last.substr(0, equals + 1));
        }
        return words;
    }
    return typed.last.starts_with('-') ? options_of(chosen)
                                       : arguments_for(chosen, typed, catalogue);
}

word_list possible_words(const typed_line& typed, const catalogue& catalogue) {
    const auto commands = all_commands(catalogue);
    if (typed.before.empty()) {
        word_list words = names_of_commands(commands);
        words.insert(words.end(), {"--help", "--version"});
        return words;
    }
    const auto* const chosen = std::ranges::find(commands, typed.before.front(), &command::name);
    return chosen == commands.end() ? word_list{} : words_for(*chosen, typed, catalogue);
}

// Names with spaces cannot be completed: the shell would take them for several words.
outcome complete(const command_line& arguments, const catalogue& catalogue) {
    const typed_line typed = read_typed(arguments.argument().value_or(""));
    word_list words = possible_words(typed, catalogue);
    std::erase_if(words, [&](const std::string& each) {
        return !each.starts_with(typed.last) || each.find(' ') != std::string::npos;
    });
    std::ranges::sort(words);
    const auto repeated = std::ranges::unique(words);
    words.erase(repeated.begin(), repeated.end());
    return {.output = fmt::format("{}{}", fmt::join(words, "\n"), words.empty() ? "" : "\n")};
}

}  // namespace

command complete_command() {
    return {.name = "complete",
            .argument = "LINE",
            .argument_meaning = "the command line typed so far",
            .meaning = "print completions of a command line, for shells",
            .carry_out = complete};
}

}  // namespace tutti::program
