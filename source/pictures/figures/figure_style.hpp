/// @file
/// Styles of a figure's series, and its texts in gnuplot's language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// A colour and the number of a shape of gnuplot's.
struct series_style {
    std::string_view colour;
    int shape;
};

/// Of series by their number: a colour of the palette, each with a shape of its own; from the
/// eighth on, the colours come again with other shapes.
[[nodiscard]] series_style style_of(std::size_t number);

/// `text` in single quotes, in which gnuplot gives no other letter a meaning.
[[nodiscard]] std::string quoted_text(std::string_view text);

/// The marks of an axis with their texts.
[[nodiscard]] std::string marks_text(const std::vector<double>& marks);

}  // namespace tutti
