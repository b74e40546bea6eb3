/// @file
/// Specifications of values, `NAME` or `NAME:VALUE`: plain decimal numbers, and the texts of their
/// errors.
///
/// The errors of this file and of all that reads specifications are `std::invalid_argument` with a
/// text of one line that names the value; the caller puts the option's name in front of it.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace tutti {

/// Refuses a value.
/// @param text of the error, as `fmt::format` takes it
/// @throws std::invalid_argument always
template <class... Parts>
[[noreturn]] void refuse(fmt::format_string<Parts...> text, Parts&&... parts) {
    throw std::invalid_argument{fmt::format(text, std::forward<Parts>(parts)...)};
}

/// `value` in single quotes, fit for one line on any terminal: quotes, backslashes, control
/// characters and whatever is not printable ASCII are escaped (`\n`, `\t`, `\xff`). Of a value of
/// more than 60 characters the first 60 are shown, and `...` after the closing quote.
[[nodiscard]] std::string in_quotes(std::string_view value);

/// `text` for one line, as valid UTF-8: every byte of control characters, line ends and invalid
/// UTF-8 is escaped as in `in_quotes`. All else stays as it is.
/// @param backslash what an escape begins with
[[nodiscard]] std::string printable(std::string_view text, std::string_view backslash = "\\");

/// The most characters of a message.
inline constexpr std::size_t most_of_message = 300;

/// `text` as messages are: printable, and cut after a whole character where it is too long, `...`
/// in place of the rest.
[[nodiscard]] std::string one_line(std::string_view text);

/// `number` with a comma before every three digits from the end, as people read it: `1,024`.
[[nodiscard]] std::string grouped(std::uint64_t number);
/// The whole part of any other number. @pre not negative
template <class Number>
    requires std::is_arithmetic_v<Number>
[[nodiscard]] std::string grouped(Number number) {
    return grouped(static_cast<std::uint64_t>(number));
}

/// Number with its noun: `1 node`, `1,024 nodes`, `2 deliveries`.
[[nodiscard]] std::string quantity(std::uint64_t number, std::string_view thing);
template <class Number>
    requires std::is_arithmetic_v<Number>
[[nodiscard]] std::string quantity(Number number, std::string_view thing) {
    return quantity(static_cast<std::uint64_t>(number), thing);
}

/// A specification cut at its first colon.
struct specification_parts {
    std::string_view name;
    std::optional<std::string_view> value;  ///< null if there is no colon
};

/// Both parts are views into `text`; either may be empty.
[[nodiscard]] specification_parts split_specification(std::string_view text) noexcept;

/// The parts of `text` between separators: one if there are none.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

/// A letter from A to Z in lower case, whatever the locale; all others as they are.
[[nodiscard]] char lower_case(char symbol) noexcept;

/// True for letters from A to Z, and digits, whatever the locale.
[[nodiscard]] bool is_letter(char symbol) noexcept;
[[nodiscard]] bool is_letter_or_digit(char symbol) noexcept;

/// True for names without quotes on command lines: letters, digits, '-' and '_', at least one.
[[nodiscard]] bool is_plain_name(std::string_view text) noexcept;

/// True if `text` is a plain decimal number: decimal digits, at least one, and no leading zero but
/// in "0" itself. It may be larger than any integer type.
[[nodiscard]] bool is_plain_number(std::string_view text) noexcept;

/// Value of the plain number `text` if it is one between `low` and `high`, both included.
[[nodiscard]] std::optional<std::uint64_t> number_between(std::string_view text, std::uint64_t low,
                                                          std::uint64_t high) noexcept;
/// The same as another type. @pre the type has all these numbers
template <std::integral Number>
[[nodiscard]] std::optional<Number> number_between(std::string_view text, std::uint64_t low,
                                                   std::uint64_t high) noexcept {
    const auto number = number_between(text, low, high);
    return number ? std::optional{static_cast<Number>(*number)} : std::nullopt;
}

/// The values that `number_between()` takes, in words for a refusal.
[[nodiscard]] std::string whole_number_from(std::uint64_t low, std::uint64_t high);

/// Like `number_between()`, for a value that must be there.
/// @throws std::invalid_argument that names `text` and the range.
[[nodiscard]] std::uint64_t parse_number(std::string_view text, std::uint64_t low,
                                         std::uint64_t high);
template <std::integral Number>
[[nodiscard]] Number parse_number(std::string_view text, std::uint64_t low, std::uint64_t high) {
    return static_cast<Number>(parse_number(text, low, high));
}

/// Most similar of `names` to a misspelt `name`: it begins with `name`, or it differs in at most a
/// third of its letters (dropped, added, replaced, two neighbours exchanged; upper and lower case
/// count as equal). The first of several equally near ones.
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view name,
                                                      std::span<const std::string_view> names);

/// The end of an error about an unknown `name`: `; did you mean 'x'?`, or `; valid: x, y, z` if
/// none is near.
[[nodiscard]] std::string did_you_mean(std::string_view name,
                                       std::span<const std::string_view> names);

/// The same with the names of whatever is known. @param name_of member or function
template <class Known, class Name>
[[nodiscard]] std::string did_you_mean(std::string_view name, const Known& candidates,
                                       Name name_of) {
    std::vector<std::string_view> names;
    std::ranges::transform(candidates, std::back_inserter(names), name_of);
    return did_you_mean(name, names);
}

}  // namespace tutti
