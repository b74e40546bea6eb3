/// @file
/// Lookup of a word in the glossary, among formulas, in the catalogue and in the columns of a
/// store.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tutti/catalog/catalogue.hpp"

namespace tutti::program {

/// One meaning of a word.
struct meaning {
    std::string_view kind;  ///< in JSON: word, symbol, task, algorithm, parameter or column
    std::string name;       ///< as it is printed: "lower bound", "a column of a store"
    std::string text;       ///< lines with their ends, indented by four
};

/// Lines of a text as one, their margins and ends aside.
[[nodiscard]] std::string in_one_line(std::string_view text);

/// All that a word means; capital letters, and blanks, `-` and `_`, count as equal where nothing
/// is written just so.
/// @throws std::invalid_argument, one line, with the nearest word, if the word is unknown
[[nodiscard]] std::vector<meaning> meanings_of(std::string_view word, const catalogue& catalogue);

/// Words that belong together.
struct word_group {
    std::string name;
    std::vector<std::string> words;
};

/// Those that are worth a list: the glossary's and the catalogue's tasks.
[[nodiscard]] std::vector<word_group> explained_words(const catalogue& catalogue);

}  // namespace tutti::program
