#include "plan_command_line.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "option_error.hpp"
#include "plan_schema.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

bool needs_quotes(std::string_view word) {
    // Whatever is not known to be harmless is quoted.
    constexpr std::string_view harmless = "-_./:,=+@%";
    return word.empty() || !std::ranges::all_of(word, [&](char c) {
               return is_letter_or_digit(c) || harmless.find(c) != std::string_view::npos;
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

// Calls `add(field, texts)` for every field that has another value than its default.
// @param parameters in place of those of the plan
void write_fields(const experiment& plan, const parameter_values& parameters,
                  const std::optional<slot>& slot_budget, const auto& add) {
    const collective& collective = collective_of(plan);
    std::vector<std::string> texts;
    for (const plan_field* const each : fields_of_text()) {
        texts.clear();
        if (each->type == field_type::settings) {
            texts = vector_of(parameters, [](const auto& entry) {
                return fmt::format("{}={}", entry.first, entry.second.text());
            });
        } else if (each->applies_to(collective)) {
            texts.push_back(each->write(plan, slot_budget));
            std::erase(texts, std::string{});
        }
        if (!texts.empty()) {
            add(*each, texts);
        }
    }
}

std::string_view typed_option(const plan_field& field) {
    return field.short_option.empty() ? field.option : field.short_option;
}

// Words behind `run`.
std::vector<std::string> words_of_run(const experiment& plan, const parameter_values& parameters,
                                      const std::optional<slot>& slot_budget) {
    std::vector<std::string> words{
        fmt::format("{}/{}", plan.algorithm->collective, plan.algorithm->name)};
    write_fields(plan, parameters, slot_budget,
                 [&](const plan_field& field, std::vector<std::string>& texts) {
                     for (std::string& text : texts) {
                         words.emplace_back(typed_option(field));
                         words.push_back(std::move(text));
                     }
                 });
    return words;
}

// Each behind a blank.
std::string joined_words(std::span<const std::string> words) {
    return joined_texts(words, "", [](const std::string& word) { return ' ' + shell_word(word); });
}

std::optional<plan_command> command_named(std::string_view name) {
    return enumerator_of<plan_command>(plan_command_names, name);
}

bool takes_next_word(const plan_field& field) {
    return field.type != field_type::collective && field.type != field_type::flag;
}

// The field whose option a word is; the collective has none.
const plan_field& field_of_word(const std::string& word, const plan_values& values) {
    for (const plan_field& each : plan_fields()) {
        const bool is_option = word == each.option || (!word.empty() && word == each.short_option);
        if (each.type == field_type::collective ? !word.starts_with('-') && !values.has(each.name())
                                                : is_option && each.is_taken_by(values.command())) {
            return each;
        }
    }
    throw option_error{
        word, fmt::format("{} is not an option of {}", in_quotes(word), name_of(values.command()))};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> result_texts(const experiment& plan) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const plan_field& each : plan_fields()) {
        std::string text = each.row.empty() ? std::string{} : each.write(plan, {});
        if (!text.empty()) {
            texts.emplace_back(each.column, std::move(text));
        }
    }
    return texts;
}

std::string command_text(std::string_view program, std::span<const std::string> words) {
    return shell_word(program) + joined_words(words);
}

std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words;
    bool is_quoted = false;
    bool is_in_word = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ' ' && !is_quoted) {
            is_in_word = false;
            continue;
        }
        if (!is_in_word) {
            words.emplace_back();
        }
        is_in_word = true;
        const bool is_escaped = text[i] == '\\' && !is_quoted && i + 1 < text.size();
        if (text[i] == '\'') {
            is_quoted = !is_quoted;
        } else {
            words.back() += text[is_escaped ? ++i : i];
        }
    }
    return words;
}

std::vector<std::string> words_of(const plan_values& values) {
    std::vector<std::string> words{std::string{name_of(values.command())}};
    for (const plan_field& each : plan_fields()) {
        for (const std::string& text : values.values(each.name())) {
            if (each.type != field_type::collective) {
                words.emplace_back(typed_option(each));
            }
            if (each.type != field_type::flag) {
                words.push_back(text);
            }
        }
    }
    return words;
}

plan_values values_of_words(std::span<const std::string> words) {
    if (words.size() > 1 && !command_named(words[0]) && command_named(words[1])) {
        words = words.subspan(1);  // without the program
    }
    const auto named = words.empty() ? std::nullopt : command_named(words[0]);
    plan_values values{named.value_or(plan_command::run)};
    words = words.subspan(named ? 1 : 0);
    while (!words.empty()) {
        const plan_field& field = field_of_word(words[0], values);
        const std::size_t count = takes_next_word(field) ? 2 : 1;
        if (words.size() < count) {
            refuse_option(field.option, "needs a value");
        }
        std::vector<std::string> texts = values.values(field.name());
        texts.push_back(field.type == field_type::flag ? "true" : words[count - 1]);
        values.set(field.name(), std::move(texts));
        words = words.subspan(count);
    }
    return values;
}

plan_values values_of(const experiment& plan, const std::optional<slot>& slot_budget) {
    plan_values values;
    values.set("collective",
               {fmt::format("{}/{}", plan.algorithm->collective, plan.algorithm->name)});
    write_fields(plan, plan.parameters, slot_budget,
                 [&](const plan_field& field, const std::vector<std::string>& texts) {
                     values.set(field.name(), texts);
                 });
    return values;
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
    return joined_words(words_of_run(plan, values, slot_budget)).substr(1);
}

// All parameters that were set are repeated, those with default values included.
std::string repeat_command(const experiment& plan, const std::optional<slot>& slot_budget) {
    return command_text(plan.program, repeat_words(plan, slot_budget));
}

std::vector<std::string> repeat_words(const experiment& plan,
                                      const std::optional<slot>& slot_budget) {
    std::vector<std::string> words = words_of_run(plan, plan.parameters, slot_budget);
    words.insert(words.begin(), std::string{name_of(plan_command::run)});
    return words;
}

}  // namespace tutti
