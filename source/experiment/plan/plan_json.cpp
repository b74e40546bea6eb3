#include "plan_json.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "option_error.hpp"
#include "plan_schema.hpp"
#include "util/collect.hpp"
#include "util/file_content.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

constexpr std::string_view plan_schema_name = "tutti.plan/2";

// The length of the string that `text` begins with, quotes included. @pre it is one of JSON
std::size_t length_of_string(std::string_view text) {
    std::size_t end = 1;
    while (text[end] != '"') {
        end += text[end] == '\\' ? 2U : 1U;
    }
    return end + 1;
}

// The token that `text` begins with: a string, a number, or a single character.
std::string_view first_token(std::string_view text) {
    const bool is_number = text.front() == '-' || (text.front() >= '0' && text.front() <= '9');
    const std::size_t digits = text.find_first_not_of("+-.0123456789eE");
    return text.substr(0, is_number ? digits : text.front() == '"' ? length_of_string(text) : 1);
}

// Quotes around every number but whole ones of 64 bits: digits of others would be rounded, and the
// sign of -0 lost. @pre `text` is JSON
std::string with_quoted_numbers(std::string_view text) {
    std::string made;
    while (!text.empty()) {
        const std::string_view token = first_token(text);
        const bool is_number =
            token.front() == '-' || (token.front() >= '0' && token.front() <= '9');
        const bool is_quoted = is_number && !number_between(token, 0, ~std::uint64_t{0});
        made += is_quoted ? fmt::format("\"{}\"", token) : std::string{token};
        text.remove_prefix(token.size());
    }
    return made;
}

[[noreturn]] void refuse_type(std::string_view field, const json::value& value) {
    if (const auto* const object = value.if_object(); object != nullptr && !object->empty()) {
        refuse_option(field, "{} is not a value; write a value or a list of values",
                      in_quotes(std::string_view{object->begin()->key()}));
    }
    if (value.is_array()) {
        refuse_option(field, "a list in a list is not a value; write a value or a list of values");
    }
    refuse_option(field, "{} is neither text nor a number", in_quotes(json::serialize(value)));
}

// A text or a number; empty if it is not given.
std::string text_of(std::string_view field, const json::value& value) {
    if (value.is_string()) {
        return std::string{value.as_string()};
    }
    if (value.is_int64() || value.is_uint64()) {
        return json::serialize(value);
    }
    if (!value.is_null()) {
        refuse_type(field, value);
    }
    return {};
}

std::vector<std::string> texts_of(std::string_view field, const json::value& value) {
    const auto text = [&](const json::value& each) { return text_of(field, each); };
    std::vector<std::string> texts =
        value.is_array() ? vector_of(value.get_array(), text) : std::vector{text(value)};
    std::erase(texts, std::string{});
    return texts;
}

// An object by name, a list of texts NAME=VALUE, or one such text.
std::vector<std::string> settings_of(std::string_view field, const json::value& value) {
    const auto* const object = value.if_object();
    if (object == nullptr) {
        return texts_of(field, value);
    }
    std::vector<std::string> settings;
    for (const auto& each : *object) {
        const std::string_view name{each.key()};
        const auto texts = each.value().is_bool()
                               ? std::vector<std::string>{each.value().as_bool() ? "true" : "false"}
                               : texts_of(name, each.value());
        for (const std::string& text : texts) {
            settings.push_back(fmt::format("{}={}", name, text));
        }
    }
    return settings;
}

std::vector<std::string> texts_of(const plan_field& field, std::string_view name,
                                  const json::value& value, plan_command command) {
    if (field.type == field_type::settings) {
        return settings_of(name, value);
    }
    if (field.type == field_type::flag) {
        if (!value.is_bool() && !value.is_null()) {
            refuse_option(name, "{} is neither true nor false", in_quotes(json::serialize(value)));
        }
        std::vector<std::string> said(value.is_bool() && value.as_bool() ? 1 : 0, "true");
        return said;
    }
    if (value.is_array() && command != plan_command::sweep) {
        refuse_option(name, "{} is neither text nor a number", in_quotes(json::serialize(value)));
    }
    return texts_of(name, value);
}

// One value is a text, several are an array.
json::value json_of(const std::vector<std::string>& texts) {
    return texts.size() == 1 ? json::value(texts.front()) : json::value_from(texts);
}

json::object json_of_settings(const std::vector<std::string>& settings) {
    std::map<std::string, std::vector<std::string>> values;
    for (const std::string& setting : settings) {
        const std::size_t equals = std::min(setting.find('='), setting.size());
        values[setting.substr(0, equals)].push_back(
            setting.substr(std::min(equals + 1, setting.size())));
    }
    json::object object;
    for (const auto& [name, texts] : values) {
        object[name] = json_of(texts);
    }
    return object;
}

plan_command command_of(const json::object& plan, plan_command otherwise) {
    const json::value* const value = plan.if_contains("command");
    return value == nullptr ? otherwise
                            : choice_named<plan_command>("command", text_of("command", *value),
                                                         plan_command_names);
}

json::object json_of(const plan_field& field) {
    const auto text = [](std::string_view each) { return json::string{each}; };
    const auto limit = [&](std::uint64_t number) {
        return field.type == field_type::number ? json::value(number) : json::value(nullptr);
    };
    return {{"name", field.name()},
            {"title", field.title},
            {"type", name_of(field.type)},
            {"meaning", field.meaning},
            {"swept_meaning", field.meaning_for(plan_command::sweep)},
            {"default", or_null(std::string{field.default_text})},
            {"least", limit(field.least)},
            {"most", limit(field.most)},
            {"choices", array_of(field.choices, text)},
            {"commands", array_of(field.commands, [](plan_command each) { return name_of(each); })},
            {"takes", field.scope == field_scope::with_root           ? json::value("root")
                      : field.scope == field_scope::with_broadcasters ? json::value("broadcasters")
                                                                      : json::value(nullptr)},
            {"is_axis", field.is_axis}};
}

}  // namespace

// The text is parsed twice: the second step relies on it being JSON.
json::value parse_plan_json(std::string_view text, std::size_t deepest) {
    const json::parse_options limits{.max_depth = deepest};
    json::error_code wrong;
    json::stream_parser parser{{}, limits};
    const std::size_t end = parser.write_some(text.data(), text.size(), wrong);
    if (!wrong) {
        parser.finish(wrong);
    }
    if (!wrong && end < text.size()) {
        wrong = json::error::extra_data;
    }
    if (wrong) {
        const auto line = 1 + std::ranges::count(text.substr(0, end), '\n');
        if (wrong == json::error::too_deep) {
            refuse("line {}: more than {} lists and objects in each other", line, deepest);
        }
        refuse("line {}: {}", line, wrong.message());
    }
    return json::parse(with_quoted_numbers(text), {}, limits);
}

void refuse_repeated_keys(std::string_view text) {
    std::vector<std::map<std::string_view, int>> objects;
    while (!text.empty()) {
        const std::string_view token = first_token(text);
        text.remove_prefix(token.size());
        if (token == "{") {
            objects.emplace_back();
        } else if (token.front() == '"' && trimmed(text).starts_with(':')) {
            ++objects.back()[token.substr(1, token.size() - 2)];
        } else if (token == "}") {
            for (const auto& [key, count] : objects.back()) {
                if (count > 1) {
                    refuse("{} is given {} times; give it once, with a list of values",
                           in_quotes(key), count);
                }
            }
            objects.pop_back();
        }
    }
}

plan_values values_of(const json::object& plan, plan_command otherwise) {
    plan_values values{command_of(plan, otherwise)};
    for (const auto& each : plan) {
        const std::string_view name{each.key()};
        if (name == "schema" && text_of(name, each.value()) != plan_schema_name) {
            refuse_option(name, "{} is unknown; use {}", in_quotes(text_of(name, each.value())),
                          plan_schema_name);
        }
        if (name != "command" && name != "schema") {
            const plan_field& field = require_plan_field(name);
            give_texts(values, field, name, texts_of(field, name, each.value(), values.command()));
        }
    }
    return values;
}

json::object json_of(const plan_values& values) {
    json::object plan{{"schema", plan_schema_name}, {"command", name_of(values.command())}};
    for (const plan_field& each : plan_fields()) {
        const auto& texts = values.values(each.name());
        if (!texts.empty() && each.part == field_part::plan) {
            plan[each.name()] = each.type == field_type::flag ? json::value(true)
                                : each.type == field_type::settings
                                    ? json::value(json_of_settings(texts))
                                    : json_of(texts);
        }
    }
    return plan;
}

json::array json_of_plan_fields() {
    json::array fields;
    for (const plan_field& each : plan_fields()) {
        if (each.part == field_part::plan) {
            fields.push_back(json_of(each));
        }
    }
    return fields;
}

}  // namespace tutti
