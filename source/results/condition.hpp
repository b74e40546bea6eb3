/// @file
/// Conditions on rows of a table, as in a WHERE clause: `dimensions >= 6 and algorithm = greedy`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tutti {

/// Comparison operator of two values.
enum class relation : std::uint8_t { equal, unequal, less, at_most, greater, at_least };

/// As users write it: `=`, `!=`, `<`, `<=`, `>`, `>=`.
[[nodiscard]] std::string_view symbol_of(relation how) noexcept;

/// A column beside a value.
struct column_comparison {
    std::string column;
    relation how = relation::equal;
    std::string value;  ///< what it is read as, the column decides

    friend bool operator==(const column_comparison&, const column_comparison&) = default;
};

/// Logical operator between conditions.
enum class connective : std::uint8_t { negation, conjunction, disjunction };

/// Step of a condition in postfix order: a comparison, or a connective of the one or two before it.
using condition_step = std::variant<column_comparison, connective>;

/// Condition in postfix order: every connective follows its operands.
using condition = std::vector<condition_step>;

/// The most comparisons of a condition.
inline constexpr std::size_t most_comparisons = 100;

/// Reads comparisons `COLUMN OPERATOR VALUE`, joined by `and`, `or`, `not` and parentheses; `not`
/// binds closest, then `and`. A value with blanks, parentheses or operators in it, or one of these
/// three words, stands in single or double quotes.
/// @throws std::invalid_argument that says where it goes wrong and what would be right
[[nodiscard]] condition parse_condition(std::string_view text);

/// Evaluates a condition from the values of its comparisons.
template <class Holds>
[[nodiscard]] bool is_met(const condition& asked, const Holds& holds) {
    std::vector<bool> known;
    for (const condition_step& step : asked) {
        if (const auto* const one = std::get_if<column_comparison>(&step)) {
            known.push_back(holds(*one));
            continue;
        }
        const bool last = known.back();
        if (std::get<connective>(step) == connective::negation) {
            known.back() = !last;
            continue;
        }
        known.pop_back();
        known.back() = std::get<connective>(step) == connective::conjunction ? known.back() && last
                                                                             : known.back() || last;
    }
    return known.empty() || known.back();
}

}  // namespace tutti
