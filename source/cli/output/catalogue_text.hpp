/// @file
/// Texts about collectives and algorithms for `list` and `explain`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/table_style.hpp"

namespace tutti::program {

/// `text` in lines of 80 columns at most, words that are longer aside, each indented by four and
/// with its end.
[[nodiscard]] std::string indented(std::string_view text);

/// Its names and its meaning, with line ends.
[[nodiscard]] std::string text_of(const collective& task, table_style style = table_style::plain);

/// Choice to explain the letters of a formula below it.
enum class formula_symbols : std::uint8_t { left_out, explained };

/// Its name, and all that a user may want to know, with line ends.
[[nodiscard]] std::string text_of(const algorithm& algorithm,
                                  formula_symbols symbols = formula_symbols::left_out,
                                  table_style style = table_style::plain);

}  // namespace tutti::program
