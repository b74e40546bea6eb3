/// @file
/// Conditions on rows of a table, as in a WHERE clause: `dimensions >= 6 and algorithm = greedy`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tutti {

/// Comparison operator of two values: `=`, `!=`, `<`, `<=`, `>`, `>=`.
enum class relation : std::uint8_t { equal, unequal, less, at_most, greater, at_least };

/// A column beside a value.
struct column_comparison {
    std::string column;
    relation operation = relation::equal;
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
/// three words, is written in single or double quotes.
/// @throws std::invalid_argument that says where it goes wrong and what would be right
[[nodiscard]] condition parse_condition(std::string_view text);

/// Evaluates a condition from the values of its comparisons.
template <class Holds>
[[nodiscard]] bool is_met(const condition& filter, const Holds& holds) {
    std::vector<bool> values;
    for (const condition_step& step : filter) {
        if (const auto* const comparison = std::get_if<column_comparison>(&step)) {
            values.push_back(holds(*comparison));
            continue;
        }
        const bool last = values.back();
        if (std::get<connective>(step) == connective::negation) {
            values.back() = !last;
            continue;
        }
        values.pop_back();
        values.back() = std::get<connective>(step) == connective::conjunction
                            ? values.back() && last
                            : values.back() || last;
    }
    return values.empty() || values.back();
}

}  // namespace tutti
