#include "command_text.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace tutti {
namespace {

bool needs_quotes(std::string_view word) {
    // Whatever is not known to be harmless is quoted.
    constexpr std::string_view harmless = "-_./:,=+@%";
    return word.empty() || !std::ranges::all_of(word, [&](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      harmless.find(c) != std::string_view::npos;
           });
}

// Text that a shell reads as the word.
std::string shell_word(std::string_view word) {
    if (!needs_quotes(word)) {
        return std::string{word};
    }
    const bool is_printable =
        std::ranges::all_of(word, [](char c) { return c >= ' ' && c <= '~'; });
    // $'..' is the only quotation of shells that can express control characters.
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

// Words behind `run`.
std::vector<std::string> words_of_plan(const experiment& plan, const parameter_values& parameters,
                                       const std::optional<slot>& slot_budget) {
    std::vector<std::string> words{
        fmt::format("{}/{}", plan.algorithm->collective, plan.algorithm->name)};
    const auto add = [&](std::string_view option, std::string value, bool is_needed = true) {
        if (is_needed) {
            words.insert(words.end(), {std::string{option}, std::move(value)});
        }
    };
    add("-n", plan.network.text());
    add("--root", std::to_string(plan.root), collective_of(plan).takes_root);
    add("-b", plan.broadcasters.text(), collective_of(plan).takes_broadcasters);
    add("--seed", std::to_string(plan.seed));
    for (const auto& [name, value] : parameters) {
        add("--set", fmt::format("{}={}", name, value.text()));
    }
    add("--ports", std::string{name_of(plan.ports)}, plan.ports != plan.algorithm->ports.front());
    add("--slot-budget", std::to_string(slot_budget.value_or(0)), slot_budget.has_value());
    return words;
}

// Each behind a blank.
std::string joined_words(std::span<const std::string> words) {
    std::string text;
    for (const std::string& word : words) {
        text += ' ' + shell_word(word);
    }
    return text;
}

}  // namespace

std::string command_text(std::string_view program, std::span<const std::string_view> words) {
    std::string text = shell_word(program);
    for (const std::string_view word : words) {
        text += ' ' + shell_word(word);
    }
    return text;
}

// A parameter with its default value is left out: equal runs have equal texts.
std::string plan_text(const experiment& plan, const std::optional<slot>& slot_budget) {
    parameter_values values = plan.parameters;
    for (const parameter& parameter : plan.algorithm->parameters) {
        const auto position = values.find(parameter.name);
        if (position != values.end() &&
            position->second.content() == parameter.default_value.content()) {
            values.erase(position);
        }
    }
    return joined_words(words_of_plan(plan, values, slot_budget)).substr(1);
}

// All parameters that were set are repeated, those with default values included.
std::string repeat_command(const experiment& plan, const std::optional<slot>& slot_budget) {
    return shell_word(plan.program) + " run" +
           joined_words(words_of_plan(plan, plan.parameters, slot_budget));
}

std::vector<std::string> repeat_words(const experiment& plan,
                                      const std::optional<slot>& slot_budget) {
    std::vector<std::string> words = words_of_plan(plan, plan.parameters, slot_budget);
    words.insert(words.begin(), "run");
    return words;
}

}  // namespace tutti
