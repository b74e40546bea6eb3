/// @file
/// Check that the words of the program's output are explained.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace support {

/// True if `tutti explain` knows a word.
[[nodiscard]] bool is_explained(std::string_view word);

/// The labels of a listing, which take up to `width` columns behind a margin of two; without the
/// numbers behind them.
[[nodiscard]] std::vector<std::string> labels_in(std::string_view text, std::size_t width);

/// The words, labels and headings of a text that are neither plain English nor explained, with
/// commas in between.
/// @param label_width of a listing; 0: of columns, whose headings are below an empty line or in
/// the first one
[[nodiscard]] std::string unexplained(std::string_view text, std::size_t label_width);

}  // namespace support
