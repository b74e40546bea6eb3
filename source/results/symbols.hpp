/// @file
/// Meanings of the symbols in formulas of times.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace tutti {

/// A symbol or function of the formulas in `algorithm::time`.
struct symbol {
    std::string_view name;     ///< as formulas have it: "K", "t_p", "ceil"
    std::string_view meaning;  ///< in plain words
    /// It has this meaning in formulas with this text in them only; empty: in all others.
    std::string_view within{};
};

/// All that the catalogue's own formulas use. Of one name, those with a `within` come first.
[[nodiscard]] std::span<const symbol> symbols() noexcept;

/// Symbols in a formula, as separate words, in the order of their occurrence, each once and with
/// its meaning there.
[[nodiscard]] std::vector<symbol> symbols_in(std::string_view formula);

}  // namespace tutti
