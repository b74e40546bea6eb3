#include "tutti/catalog/parameter.hpp"

#include <fmt/ranges.h>

#include "node/exact_number.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

using reading = std::optional<parameter_content>;

struct writer {
    std::string operator()(const auto& value) const { return fmt::format("{}", value); }
    std::string operator()(const rational& number) const { return to_string(number); }
    std::string operator()(const std::vector<node_id>& nodes) const {
        return fmt::format("{}", fmt::join(nodes, ","));
    }
};

std::string alternatives(std::span<const std::string> names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

struct range_in_words {
    std::string operator()(const boolean_range& /*any*/) const { return "true or false"; }
    std::string operator()(const integer_range& range) const {
        return fmt::format("{} from {} to {}{}{}", range.noun, range.least, range.most,
                           range.word.empty() ? "" : ", or ", range.word);
    }
    std::string operator()(const rational_range& range) const { return range.words; }
    std::string operator()(const name_range& range) const {
        return range.words.empty() ? alternatives(range.names) : range.words;
    }
    std::string operator()(const word_range& range) const { return range.words; }
    std::string operator()(const node_list_range& range) const {
        return fmt::format("{}, or increasing ids as 3,5,9", range.words);
    }
};

/// Value of a rational range, or the reason why a text is none.
struct rational_reading {
    std::optional<rational> value{};
    std::string fault{};  ///< a clause, such as "is out of range"
};

rational_reading read_rational(std::string_view text, const rational_range& range) {
    // Most are whole: the defaults of all algorithms are read at the start of every run.
    if (const auto whole =
            number_between<std::int64_t>(text, 1, static_cast<std::uint64_t>(range.most))) {
        return {.value = *whole};
    }
    try {
        const exact_number number = parse_exact_number(text);
        if (number <= 0 || number > range.most) {
            return {.fault = "is out of range"};
        }
        if (boost::multiprecision::denominator(number) > range.most_denominator) {
            return {.fault = fmt::format("has a denominator above {} in lowest terms",
                                         range.most_denominator)};
        }
        return {.value = in_64_bits(number)};
    } catch (const std::invalid_argument& why) {
        return {.fault = why.what()};
    }
}

// The reason why a text is no value of the range, for a refusal that states the range already.
std::string reason_against(std::string_view text, const parameter_range& range) {
    if (std::holds_alternative<integer_range>(range) && !is_plain_number(text)) {
        return "; it takes a whole number, in plain digits";
    }
    const auto* const numbers = std::get_if<rational_range>(&range);
    return numbers == nullptr ? "" : fmt::format("; it {}", read_rational(text, *numbers).fault);
}

// Reads a text as a value of the range; null if it is none.
struct reader {
    std::string_view text;

    reading operator()(const boolean_range& /*any*/) const {
        return text == "true" || text == "false" ? reading{text == "true"} : std::nullopt;
    }
    reading operator()(const integer_range& range) const {
        if (!range.word.empty() && text == range.word) {
            return std::string{text};
        }
        return number_between(text, range.least, range.most);
    }
    reading operator()(const rational_range& range) const {
        return read_rational(text, range).value;
    }
    reading operator()(const name_range& range) const {
        return word_if(range.names.empty() || std::ranges::count(range.names, text) != 0);
    }
    reading operator()(const word_range& /*range*/) const {
        return word_if(!text.empty() && text.front() >= 'a' && text.front() <= 'z');
    }
    reading operator()(const node_list_range& range) const {
        std::vector<node_id> nodes;
        if (text == range.word) {
            return nodes;
        }
        if (!range.all_word.empty() && text == range.all_word) {
            return std::string{text};
        }
        for (const std::string_view item : split(text, ',')) {
            const auto id = number_between<node_id>(item, 0, range.most);
            if (!id || (!nodes.empty() && *id <= nodes.back())) {
                return std::nullopt;
            }
            nodes.push_back(*id);
        }
        return nodes;
    }

private:
    [[nodiscard]] reading word_if(bool is_right) const {
        return is_right ? reading{std::string{text}} : std::nullopt;
    }
};

}  // namespace

parameter_value::parameter_value(parameter_content content, std::string_view text)
    : content_{std::move(content)}, text_{text} {
    if (text_.empty()) {
        text_ = std::visit(writer{}, content_);
    }
}

std::string parameter::range_text() const { return std::visit(range_in_words{}, range); }

// A value is read anew from its text: another parameter of the same name may have another range.
std::optional<parameter_value> parameter::taken(const parameter_value& candidate) const {
    const reading read = std::visit(reader{candidate.text()}, range);
    return read ? std::optional{parameter_value{*read, candidate.text()}} : std::nullopt;
}

parameter_value parameter::require(const parameter_value& candidate) const {
    if (auto value = taken(candidate)) {
        return *std::move(value);
    }
    refuse("{} is not a value of {}, which is {}{}", in_quotes(candidate.text()), name,
           range_text(), reason_against(candidate.text(), range));
}

// A value outside the range is dropped without an error: it is meant for another algorithm.
parameter_values taken_by(std::span<const parameter> parameters, const parameter_values& settings) {
    parameter_values values;
    for (const parameter& each : parameters) {
        const auto position = settings.find(each.name);
        if (auto value = position == settings.end() ? std::nullopt : each.taken(position->second)) {
            values.emplace(each.name, *std::move(value));
        }
    }
    return values;
}

// A value outside the range is refused here, in contrast to `taken_by`.
parameter_values with_defaults(std::span<const parameter> parameters, parameter_values values) {
    for (const parameter& each : parameters) {
        const auto [entry, is_new] = values.try_emplace(each.name, each.default_value);
        if (!is_new) {
            entry->second = each.require(entry->second);
        }
    }
    return values;
}

const parameter_value& value_of(const parameter_values& values, std::string_view name) {
    const auto position = values.find(name);
    if (position == values.end()) {
        refuse("there is no parameter {}", in_quotes(name));
    }
    return position->second;
}

}  // namespace tutti
