#include "value_syntax.hpp"

#include <array>
#include <charconv>
#include <memory>
#include <numeric>
#include <system_error>

#include <boost/locale/utf.hpp>
#include <fmt/ranges.h>

namespace tutti {
namespace {

constexpr std::size_t most_quoted = 60;

// Both in the same order.
constexpr std::string_view special = "\n\r\t'\"\\";
constexpr std::string_view escapes = "nrt'\"\\";

bool is_plain(char symbol) noexcept { return symbol >= ' ' && symbol <= '~'; }

void append_escaped(std::string& text, char symbol, std::string_view backslash = "\\") {
    if (const std::size_t at = special.find(symbol); at != std::string_view::npos) {
        text += backslash;
        text += escapes[at];
    } else if (is_plain(symbol)) {
        text += symbol;
    } else {
        text += fmt::format("{}x{:02x}", backslash, static_cast<unsigned char>(symbol));
    }
}

/// The character that a text begins with.
struct character {
    std::uint32_t point = 0;  ///< code point
    std::size_t size = 0;     ///< bytes; 0 if that is no well-formed UTF-8
};

// @pre the text is not empty
character first_of(std::string_view text) noexcept {
    namespace utf = boost::locale::utf;
    const char* next = text.data();
    const auto* const end = std::to_address(text.end());
    const utf::code_point point = utf::utf_traits<char>::decode(next, end);
    const bool is_character = point != utf::illegal && point != utf::incomplete;
    return {.point = point, .size = is_character ? std::string_view{text.data(), next}.size() : 0};
}

// Control characters, those of one byte and of two, separators of lines and paragraphs, and what
// turns the direction of text, which would show other words than there are.
bool ends_or_controls_a_line(std::uint32_t point) noexcept {
    constexpr auto ranges =
        std::to_array<std::pair<std::uint32_t, std::uint32_t>>({{0x00, 0x1F},
                                                                {0x7F, 0x9F},
                                                                {0x200E, 0x200F},
                                                                {0x2028, 0x202E},
                                                                {0x2066, 0x2069},
                                                                {0xFEFF, 0xFEFF}});
    return std::ranges::any_of(
        ranges, [&](const auto& range) { return range.first <= point && point <= range.second; });
}

bool is_digit(char symbol) noexcept { return symbol >= '0' && symbol <= '9'; }

bool equal_letters(char one, char other) noexcept { return lower_case(one) == lower_case(other); }

/// The number of letters to drop, add, replace or exchange with their neighbour (optimal string
/// alignment), by the rows of the textbook's table for growing beginnings of `from`.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    const std::size_t width = to.size() + 1;
    std::vector<std::size_t> before_last(width);
    std::vector<std::size_t> last(width);
    std::vector<std::size_t> row(width);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        before_last.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j < width; ++j) {
            const bool same = equal_letters(from[i - 1], to[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
            const bool exchanged = i > 1 && j > 1 && equal_letters(from[i - 1], to[j - 2]) &&
                                   equal_letters(from[i - 2], to[j - 1]);
            if (exchanged) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
    }
    return row.back();
}

/// Distance of `candidate` from the name as written, 0 for the best; null if it is too far to be
/// meant. A beginning is better than an edit: "node" is "nodes", not "none".
std::optional<std::size_t> mismatch_cost(std::string_view name, std::string_view candidate) {
    if (name.empty()) {
        return std::nullopt;
    }
    if (name.size() < candidate.size() &&
        std::ranges::equal(name, candidate.substr(0, name.size()), equal_letters)) {
        return 1;
    }
    const std::size_t limit = candidate.size() / 3;
    const auto [shorter, longer] = std::minmax({name.size(), candidate.size()});
    if (longer - shorter > limit) {  // also keeps the table small, however long `name` is
        return std::nullopt;
    }
    const std::size_t distance = edit_distance(name, candidate);
    return distance <= limit ? std::optional{2 * distance} : std::nullopt;
}

}  // namespace

// Quoted values are cut at 60 characters, and have only printable ASCII characters.
std::string in_quotes(std::string_view value) {
    std::string text{"'"};
    for (const char symbol : value.substr(0, most_quoted)) {
        append_escaped(text, symbol);
    }
    text += '\'';
    if (value.size() > most_quoted) {
        text += "...";
    }
    return text;
}

std::string printable(std::string_view text, std::string_view backslash) {
    std::string escaped;
    while (!text.empty()) {
        const auto [point, size] = first_of(text);
        const std::string_view first = text.substr(0, std::max<std::size_t>(1, size));
        text.remove_prefix(first.size());
        if (size > 0 && !ends_or_controls_a_line(point)) {
            escaped += first;
            continue;
        }
        for (const char byte : first) {
            append_escaped(escaped, byte, backslash);
        }
    }
    return escaped;
}

std::string one_line(std::string_view text) {
    constexpr std::string_view ellipsis = "...";
    std::string line = printable(text);
    // The cut falls between characters: a part of one would not be UTF-8.
    std::size_t characters = 0;
    std::size_t count = 0;  // if it is cut
    for (std::string_view rest = line; !rest.empty(); ++characters) {
        if (characters == most_of_message - ellipsis.size()) {
            count = line.size() - rest.size();
        }
        rest.remove_prefix(first_of(rest).size);
    }
    if (characters > most_of_message) {
        line.resize(count);
        line += ellipsis;
    }
    return line;
}

std::string grouped(std::uint64_t number) {
    std::string digits = fmt::format("{}", number);
    for (std::size_t place = digits.size(); place > 3;) {
        place -= 3;
        digits.insert(place, 1, ',');
    }
    return digits;
}

std::string quantity(std::uint64_t number, std::string_view thing) {
    const std::string_view several = thing.ends_with('y') ? "ies" : "s";
    const std::string_view stem = thing.ends_with('y') ? thing.substr(0, thing.size() - 1) : thing;
    return number == 1 ? fmt::format("1 {}", thing)
                       : fmt::format("{} {}{}", grouped(number), stem, several);
}

specification_parts split_specification(std::string_view text) noexcept {
    const std::size_t colon = text.find(':');
    return {.name = text.substr(0, colon),
            .value = colon == std::string_view::npos ? std::nullopt
                                                     : std::optional{text.substr(colon + 1)}};
}

// A separator at the end is followed by an empty part, and an empty text is one empty part.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

// Not std::tolower: the answer must not depend on the locale.
char lower_case(char symbol) noexcept {
    return symbol >= 'A' && symbol <= 'Z' ? static_cast<char>(symbol - 'A' + 'a') : symbol;
}

bool is_letter(char symbol) noexcept {
    return lower_case(symbol) >= 'a' && lower_case(symbol) <= 'z';
}

bool is_letter_or_digit(char symbol) noexcept { return is_letter(symbol) || is_digit(symbol); }

bool is_plain_name(std::string_view text) noexcept {
    return !text.empty() && std::ranges::all_of(text, [](char symbol) {
        return is_letter_or_digit(symbol) || symbol == '-' || symbol == '_';
    });
}

// Leading zeros are refused, since they suggest octal numbers.
bool is_plain_number(std::string_view text) noexcept {
    const bool leading_zero = text.size() > 1 && text.front() == '0';
    return !text.empty() && !leading_zero && std::ranges::all_of(text, is_digit);
}

std::optional<std::uint64_t> number_between(std::string_view text, std::uint64_t low,
                                            std::uint64_t high) noexcept {
    if (!is_plain_number(text)) {
        return std::nullopt;
    }
    std::uint64_t number = 0;
    const auto outcome =
        std::from_chars(std::to_address(text.begin()), std::to_address(text.end()), number);
    return outcome.ec != std::errc{} || number < low || number > high ? std::nullopt
                                                                      : std::optional{number};
}

std::string whole_number_from(std::uint64_t low, std::uint64_t high) {
    return fmt::format("a whole number, in plain digits, from {} to {}", low, high);
}

std::uint64_t parse_number(std::string_view text, std::uint64_t low, std::uint64_t high) {
    if (const auto number = number_between(text, low, high)) {
        return *number;
    }
    refuse("{} is {}; it takes {}", in_quotes(text),
           is_plain_number(text) ? "out of range" : "not valid", whole_number_from(low, high));
}

// The first of equally near names is taken.
std::optional<std::string_view> nearest(std::string_view name,
                                        std::span<const std::string_view> names) {
    std::optional<std::string_view> best;
    std::size_t least = 0;
    for (const std::string_view candidate : names) {
        const auto index = mismatch_cost(name, candidate);
        if (index && (!best || *index < least)) {
            best = candidate;
            least = *index;
        }
    }
    return best;
}

// A name without a near one is answered with the list of all valid ones.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> names) {
    const auto meant = nearest(name, names);
    if (names.empty()) {
        return "; there is none here";
    }
    return meant ? fmt::format("; did you mean {}?", in_quotes(*meant))
                 : fmt::format("; valid: {}", fmt::join(names, ", "));
}

}  // namespace tutti
