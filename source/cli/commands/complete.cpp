#include <algorithm>
#include <array>
#include <ranges>

#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/glossary/glossary_lookup.hpp"
#include "topology/networks/network_kinds.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

using word_list = std::vector<std::string>;

// Command line typed so far: the words before the one to complete, and that one.
struct typed_line {
    std::vector<std::string_view> before;  // without the program's name
    std::string_view last;
};

typed_line read_typed(std::string_view line) {
    std::vector<std::string_view> all = split(line, ' ');
    typed_line typed{.before = {}, .last = all.back()};
    all.pop_back();
    std::erase(all, std::string_view{});
    if (!all.empty()) {
        typed.before.assign(all.begin() + 1, all.end());
    }
    return typed;
}

// In shells parentheses have a meaning of their own: products are typed by hand.
word_list network_forms() {
    word_list forms;
    for (const network_kind& each : network_kinds()) {
        if (each.content == network_content::nothing) {
            forms.emplace_back(each.name);
        } else if (each.content != network_content::factors) {
            forms.push_back(fmt::format("{}:", each.name));
        }
    }
    return forms;
}

word_list values_named(const parameter_range& range) {
    if (std::holds_alternative<boolean_range>(range)) {
        return {"true", "false"};
    }
    const auto* const names = std::get_if<name_range>(&range);
    return names != nullptr ? names->names : word_list{};
}

// Those of the algorithms that were typed, with their values behind a `=`.
word_list parameter_forms(const typed_line& typed, const catalogue& known) {
    word_list forms;
    for (const algorithm* const what : known.algorithms()) {
        const std::string name = fmt::format("{}/{}", what->collective, what->name);
        const bool is_asked = std::ranges::any_of(typed.before, [&](std::string_view word) {
            return word == what->collective || word == name;
        });
        for (const parameter& each : what->parameters) {
            if (!is_asked) {
                continue;
            }
            if (typed.last.find('=') == std::string_view::npos) {
                forms.push_back(fmt::format("{}=", each.name));
            } else {
                std::ranges::transform(values_named(each.range), std::back_inserter(forms),
                                       [&](const std::string& value) {
                                           return fmt::format("{}={}", each.name, value);
                                       });
            }
        }
    }
    return forms;
}

word_list values_of(const option& known, const typed_line& typed, const catalogue& all) {
    constexpr std::array sets{
        "all", "none", "random:", "bernoulli:", "nodes:", "adversarial", "file:"};
    if (!known.choices.empty()) {
        return {known.choices.begin(), known.choices.end()};
    }
    if (known.value.starts_with("NETWORK")) {
        return network_forms();
    }
    if (known.value.starts_with("SET")) {
        return {sets.begin(), sets.end()};
    }
    return known.value.starts_with("NAME=") ? parameter_forms(typed, all) : word_list{};
}

word_list options_of(const command& chosen) {
    word_list all{"--help"};
    for (const option& each : chosen.options) {
        all.emplace_back(each.name);
    }
    return all;
}

// A task, and, behind a slash, its algorithms where the command takes them.
word_list tasks_for(const command& chosen, std::string_view last, const catalogue& known) {
    word_list all;
    const std::size_t slash = last.find('/');
    if (slash == std::string_view::npos) {
        for (const auto& each : known.collectives()) {
            all.push_back(each->name);
            std::ranges::copy(each->aliases, std::back_inserter(all));
        }
    } else if (const collective* const task = known.find_collective(last.substr(0, slash));
               task != nullptr &&
               chosen.argument_meaning.find("ALGORITHM") != std::string_view::npos) {
        for (const algorithm* const each : known.algorithms_for(task->name)) {
            all.push_back(fmt::format("{}/{}", last.substr(0, slash), each->name));
        }
    }
    return all;
}

word_list names_of_commands(std::span<const command> commands) {
    word_list all;
    std::ranges::transform(commands, std::back_inserter(all),
                           [](const command& each) { return std::string{each.name}; });
    return all;
}

// Of a name of several words, such as "lower bound", the one after those that were typed.
word_list next_words_to_explain(const typed_line& typed, const catalogue& known) {
    std::string before;
    for (const std::string_view each : typed.before | std::views::drop(1)) {
        before += each;
        before += ' ';
    }
    word_list all;
    for (const word_group& group : explained_words(known)) {
        for (const std::string_view name : group.words) {
            if (name.starts_with(before)) {
                const std::string_view rest = name.substr(before.size());
                all.emplace_back(rest.substr(0, rest.find(' ')));
            }
        }
    }
    return all;
}

word_list arguments_for(const command& chosen, const typed_line& typed, const catalogue& known) {
    if (chosen.argument == "COLLECTIVE") {
        return tasks_for(chosen, typed.last, known);
    }
    if (chosen.argument == "NETWORK") {
        return network_forms();
    }
    if (chosen.argument == "COMMAND") {
        return names_of_commands(all_commands());
    }
    if (chosen.argument != "WORD") {
        return {};
    }
    word_list all = next_words_to_explain(typed, known);
    if (typed.before.size() == 1) {
        std::ranges::move(tasks_for(chosen, typed.last, known), std::back_inserter(all));
    }
    return all;
}

const option* option_typed(const command& chosen, std::string_view word) {
    const auto found = std::ranges::find_if(chosen.options, [&](const option& each) {
        return word == each.name || (!each.short_name.empty() && word == each.short_name);
    });
    return found == chosen.options.end() || found->value.empty() ? nullptr : &*found;
}

word_list words_for(const command& chosen, const typed_line& typed, const catalogue& known) {
    if (const option* const taker = option_typed(chosen, typed.before.back())) {
        return values_of(*taker, typed, known);
    }
    const std::size_t equals = typed.last.find('=');
    if (const option* const taker = option_typed(chosen, typed.last.substr(0, equals));
        taker != nullptr && equals != std::string_view::npos) {
        typed_line behind = typed;
        behind.last.remove_prefix(equals + 1);
        word_list all = values_of(*taker, behind, known);
        for (std::string& each : all) {
            each.insert(0, typed.last.substr(0, equals + 1));
        }
        return all;
    }
    return typed.last.starts_with('-') ? options_of(chosen) : arguments_for(chosen, typed, known);
}

word_list possible_words(const typed_line& typed, const catalogue& known) {
    const auto commands = all_commands();
    if (typed.before.empty()) {
        word_list all = names_of_commands(commands);
        all.insert(all.end(), {"--help", "--version"});
        return all;
    }
    const auto* const chosen = std::ranges::find(commands, typed.before.front(), &command::name);
    return chosen == commands.end() ? word_list{} : words_for(*chosen, typed, known);
}

outcome complete(const command_line& given, const catalogue& known) {
    const typed_line typed = read_typed(given.argument().value_or(""));
    word_list all = possible_words(typed, known);
    std::erase_if(all, [&](const std::string& each) {
        return !each.starts_with(typed.last) || each.find(' ') != std::string::npos;
    });
    std::ranges::sort(all);
    const auto repeated = std::ranges::unique(all);
    all.erase(repeated.begin(), repeated.end());
    return {.output = fmt::format("{}{}", fmt::join(all, "\n"), all.empty() ? "" : "\n")};
}

}  // namespace

command complete_command() {
    return {.name = "complete",
            .argument = "LINE",
            .argument_meaning = "the command line typed so far",
            .meaning = "completions of a command line, for shells",
            .carry_out = complete};
}

}  // namespace tutti::program
