#include "tutti/experiment/command_text.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace tutti {
namespace {

bool needs_quotes(std::string_view word) {
    constexpr std::string_view harmless = "-_./:,=+@%";
    return word.empty() || !std::ranges::all_of(word, [&](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      harmless.find(c) != std::string_view::npos;
           });
}

// What a shell takes for the word.
std::string shell_word(std::string_view word) {
    if (!needs_quotes(word)) {
        return std::string{word};
    }
    const bool is_printable =
        std::ranges::all_of(word, [](char c) { return c >= ' ' && c <= '~'; });
    std::string text = is_printable ? "'" : "$'";
    for (const char c : word) {
        if (c == '\'' || (!is_printable && c == '\\')) {
            text += is_printable ? "'\\''" : fmt::format("\\{}", c);
        } else if (c >= ' ' && c <= '~') {
            text += c;
        } else {
            text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        }
    }
    return text + "'";
}

}  // namespace

std::string command_text(std::string_view program, std::span<const std::string_view> words) {
    std::string text = shell_word(program);
    for (const std::string_view word : words) {
        text += ' ' + shell_word(word);
    }
    return text;
}

std::string repeat_command(const experiment& asked, const std::optional<slot>& slot_budget) {
    std::vector<std::string> words{"run", fmt::format("{}/{}", asked.what->task, asked.what->name)};
    const auto add = [&](std::string_view option, std::string value, bool is_needed = true) {
        if (is_needed) {
            words.insert(words.end(), {std::string{option}, std::move(value)});
        }
    };
    add("-n", asked.network.text());
    add("--root", std::to_string(asked.root), goal_of(asked).takes_root);
    add("-b", asked.broadcasters.text(), goal_of(asked).takes_broadcasters);
    add("--seed", std::to_string(asked.seed));
    for (const auto& [name, value] : asked.parameters) {
        add("--set", fmt::format("{}={}", name, value.text()));
    }
    add("--ports", std::string{name_of(asked.ports)}, asked.ports != asked.what->ports.front());
    add("--slot-budget", std::to_string(slot_budget.value_or(0)), slot_budget.has_value());
    const std::vector<std::string_view> views(words.begin(), words.end());
    return command_text(asked.program, views);
}

}  // namespace tutti
