#include "plan_file.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

#include <boost/property_tree/ini_parser.hpp>
#include <boost/property_tree/ptree.hpp>

#include "option_error.hpp"
#include "plan_json.hpp"
#include "plan_schema.hpp"
#include "util/file_content.hpp"

namespace tutti {
namespace {

using boost::property_tree::ptree;

// Only the line and the text of the library's error are kept, since it has read a stream and knows
// no file.
ptree parse_ini(const std::string& content) {
    std::istringstream stream{content};
    ptree tree;
    try {
        boost::property_tree::read_ini(stream, tree);
    } catch (const boost::property_tree::file_parser_error& wrong) {
        refuse("line {}: {}", wrong.line(), wrong.message());
    }
    return tree;
}

// A field of one value has all of the line; of others, several are side by side. A section has
// parameters, each in a line.
std::vector<std::string> texts_of(const plan_field& field, const ptree& value) {
    std::vector<std::string> texts;
    for (const auto& each : value) {
        texts.push_back(each.first + "=" + each.second.data());
    }
    const bool has_several =
        field.is_axis || field.type == field_type::collective || field.type == field_type::seeds;
    if (value.empty() && has_several) {
        std::istringstream words{value.data()};
        return {std::istream_iterator<std::string>{words}, {}};
    }
    return value.empty() && !value.data().empty() ? std::vector{value.data()} : texts;
}

plan_values values_in_ini(const std::string& content, plan_command command) {
    plan_values values{command};
    for (const auto& each : parse_ini(content)) {
        const plan_field& field = require_plan_field(each.first);
        if (!each.second.empty() && field.type != field_type::settings) {
            refuse_option(each.first, "a section is not a value; write {} = VALUE", each.first);
        }
        give_texts(values, field, each.first, texts_of(field, each.second));
    }
    return values;
}

plan_values values_in_json(std::string_view content, plan_command command) {
    const boost::json::value plan = parse_plan_json(content);
    refuse_repeated_keys(content);
    plan_values values = values_of(plan.as_object(), command);
    if (values.command() != command) {
        refuse_option("command", "this is a plan of {}, and not of {}", name_of(values.command()),
                      name_of(command));
    }
    return values;
}

}  // namespace

// An INI file cannot begin with a brace, so that the first character decides the format.
plan_values read_plan_file(const std::string& path, plan_command command) {
    constexpr file_kind plans{.content = "a plan in INI or JSON", .most_bytes = 1U << 20U};
    return reading(in_quotes(path), [&] {
        const std::string content = content_of_file(path, plans);
        const std::string_view begin = trimmed(without_byte_order_mark(content));
        return begin.starts_with('{') ? values_in_json(begin, command)
                                      : values_in_ini(std::string{begin}, command);
    });
}

plan_values overridden_by(plan_values values, const plan_values& other) {
    const auto name_of = [](const std::string& text) { return text.substr(0, text.find('=')); };
    for (const plan_field& each : plan_fields()) {
        std::vector<std::string> texts = other.values(each.name());
        if (texts.empty()) {
            continue;
        }
        if (each.type == field_type::settings) {
            std::vector<std::string> rest = values.values(each.name());
            std::erase_if(rest, [&](const std::string& text) {
                return std::ranges::find(texts, name_of(text), name_of) != texts.end();
            });
            texts.insert(texts.begin(), rest.begin(), rest.end());
        }
        values.set(each.name(), std::move(texts));
    }
    return values;
}

}  // namespace tutti
