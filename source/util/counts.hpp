/// @file
/// Counts as others take them: positions in sequences and tables, and numbers in double precision.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace tutti {

/// Number of elements before an iterator. @pre `Number` has it
template <std::integral Number = std::size_t>
[[nodiscard]] constexpr Number position_at(const auto& sequence, const auto& place) {
    return static_cast<Number>(place - std::ranges::begin(sequence));
}

/// Number of elements before the first that is equal to `value`: the size if there is none.
template <class Projection = std::identity>
[[nodiscard]] constexpr std::size_t position_of(const auto& sequence, const auto& value,
                                                Projection projection = {}) {
    return position_at(sequence, std::ranges::find(sequence, value, projection));
}

/// Number of elements. @pre `Number` has it
template <std::integral Number>
[[nodiscard]] constexpr Number size_as(const auto& sequence) {
    return static_cast<Number>(std::size(sequence));
}

/// Number of elements that are equal to `value`.
template <class Projection = std::identity>
[[nodiscard]] constexpr std::size_t count_of(const auto& sequence, const auto& value,
                                             Projection projection = {}) {
    return static_cast<std::size_t>(std::ranges::count(sequence, value, projection));
}

/// Number of elements that `predicate` is true for.
[[nodiscard]] constexpr std::size_t count_where(const auto& sequence, auto predicate) {
    return static_cast<std::size_t>(std::ranges::count_if(sequence, std::move(predicate)));
}

/// Enumerator that a value of a table stands for, such as its name; null if the table has no such
/// value.
template <class Enumeration, class Projection = std::identity>
[[nodiscard]] constexpr std::optional<Enumeration> enumerator_of(const auto& table,
                                                                 const auto& value,
                                                                 Projection projection = {}) {
    const std::size_t place = position_of(table, value, projection);
    return place < std::size(table) ? std::optional{static_cast<Enumeration>(place)} : std::nullopt;
}

/// Number of an enumerator, as the function of C++23.
template <class Enumeration>
    requires std::is_enum_v<Enumeration>
[[nodiscard]] constexpr auto to_underlying(Enumeration enumerator) noexcept {
    return static_cast<std::underlying_type_t<Enumeration>>(enumerator);
}

/// `number` / `divisor`, rounded up. @pre the number is not negative, and the divisor positive
template <std::integral Number>
[[nodiscard]] constexpr Number divided_up(Number number, std::type_identity_t<Number> divisor) {
    return number / divisor + (number % divisor != 0 ? 1 : 0);
}

/// `number` % `divisor`, which the divisor's type has. @pre the number is not negative, and the
/// divisor positive
template <std::integral Number, std::integral Divisor>
[[nodiscard]] constexpr Divisor remainder_of(Number number, Divisor divisor) noexcept {
    using common = std::common_type_t<Number, Divisor>;
    return static_cast<Divisor>(number % static_cast<common>(divisor));
}

/// `part` / `whole`, each rounded first.
[[nodiscard]] constexpr double ratio(auto part, auto whole) noexcept {
    return static_cast<double>(part) / static_cast<double>(whole);
}

/// `count` / `seconds`; 0 where no time was measured.
[[nodiscard]] constexpr double rate_of(auto count, double seconds) noexcept {
    return seconds > 0 ? ratio(count, seconds) : 0;
}

/// `a` * `b`, each rounded first.
[[nodiscard]] constexpr double product(auto a, auto b) noexcept {
    return static_cast<double>(a) * static_cast<double>(b);
}

/// The whole part of `number`. @pre it is from 0 to below 2^64
[[nodiscard]] constexpr std::uint64_t whole_part(double number) noexcept {
    return static_cast<std::uint64_t>(number);
}

}  // namespace tutti
