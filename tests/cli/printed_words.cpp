#include "printed_words.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <iterator>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/glossary/glossary_lookup.hpp"
#include "support/standard.hpp"
#include "util/value_syntax.hpp"

namespace support {
namespace {

using words = std::vector<std::string>;
using word_set = std::set<std::string, std::less<>>;

/// English that needs no explanation.
constexpr std::string_view plain_english =
    "a about after alone already and any are as at average away been before below better between "
    "beyond broadcasts broken but by come connected current cycle do does double drawn each end "
    "ended ends every everything exactly examined fail failing farthest fit fits for found from "
    "fullest go goes grow had has have hears hold in into is It it its kept kinds known knows "
    "largest last length linked longer looking lower many may memory more most nearest next no "
    "nobody none not nothing of off on once one only or others out over passes probability reached "
    "receives receptions s same second section sends set shorter show shows simulated smaller "
    "smallest so start stopping stored take taken takes tell than that the them then there They "
    "they this through time to together took two up was way were what whatever when where which "
    "who whole will with would wrong x yes";
/// Names of things: parts of a run of ours, values of parameters, units of measure.
constexpr std::string_view names =
    "tutti Bertsekas Ho Johnsson Stamoulis Tsitsiklis Varvarigos bytes db e false h kB ms s true "
    "us";

bool is_letter(char each) { return std::isalpha(static_cast<unsigned char>(each)) != 0; }
bool is_digit(char each) { return std::isdigit(static_cast<unsigned char>(each)) != 0; }
bool is_in_word(char each) {
    return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '-' || each == '_';
}

/// Those of letters, `-` and `_`. What has other signs within it, such as a file's name, a
/// network's or a digest, is none.
words words_in(std::string_view text) {
    words arguments;
    for (const std::string_view line : tutti::split(text, '\n')) {
        for (const std::string_view part : tutti::split(line, ' ')) {
            const auto* const first = std::ranges::find_if(part, is_in_word);
            const auto* const last = std::find_if_not(first, part.end(), is_in_word);
            const bool is_one = std::none_of(last, part.end(), is_in_word);
            const bool has_digit = std::any_of(first, last, is_digit);
            if (is_one && !has_digit && first != last && is_letter(*first)) {
                arguments.emplace_back(first, last);
            }
        }
    }
    return arguments;
}

/// The cells of a line, separated by two blanks or more.
words cells_in(std::string_view line) {
    words arguments;
    for (const std::string_view each : tutti::split(line, ' ')) {
        const bool goes_on = !arguments.empty() && !arguments.back().empty();
        if (goes_on && !each.empty()) {
            arguments.back() += fmt::format(" {}", each);
        } else if (!each.empty() && arguments.empty()) {
            arguments.emplace_back(each);
        } else if (!each.empty()) {
            arguments.back() = each;
        } else if (goes_on) {
            arguments.emplace_back();
        }
    }
    return arguments;
}

/// The headings of columns: below an empty line, or in the first one.
words headings_in(std::string_view text) {
    words arguments;
    const std::vector<std::string_view> lines = tutti::split(text, '\n');
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const words cells = cells_in(lines[i]);
        const bool is_below_nothing = i > 0 && lines[i - 1].empty() && lines[i].starts_with("  ");
        if (is_below_nothing || (i == 0 && cells.size() > 1)) {
            std::ranges::copy(cells, std::back_inserter(arguments));
        }
    }
    return arguments;
}

}  // namespace

bool is_explained(std::string_view word) {
    try {
        return !tutti::program::meanings_of(word, support::standard()).empty();
    } catch (const std::invalid_argument&) {
        return false;
    }
}

words labels_in(std::string_view text, std::size_t width) {
    words arguments;
    for (const std::string_view line : tutti::split(text, '\n')) {
        const bool has_label = line.starts_with("  ") && line.size() > width + 2;
        const words cells = has_label ? cells_in(line.substr(2, width)) : words{};
        if (!cells.empty() && is_letter(cells.front().front())) {
            const std::string& label = cells.front();
            arguments.push_back(label.substr(0, label.find_last_not_of(" 0123456789") + 1));
        }
    }
    return arguments;
}

std::string unexplained(std::string_view text, std::size_t label_width) {
    static const word_set plain = [] {
        const words arguments = words_in(fmt::format("{} {}", plain_english, names));
        return word_set(arguments.begin(), arguments.end());
    }();
    word_set missing;
    // One of several words is explained as a whole.
    const words labels = label_width == 0 ? headings_in(text) : labels_in(text, label_width);
    for (const std::string& label : labels) {
        if (!is_explained(label)) {
            missing.insert(label);
        }
    }
    for (const std::string& word : words_in(text)) {
        if (!plain.contains(word) && !is_explained(word)) {
            missing.insert(word);
        }
    }
    return fmt::format("{}", fmt::join(missing, ", "));
}

}  // namespace support
