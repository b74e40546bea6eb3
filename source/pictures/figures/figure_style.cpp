#include "figure_style.hpp"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pictures/palette.hpp"
#include "results/value_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Numbers of gnuplot's shapes.
constexpr std::array series_shapes{7, 5, 9, 13, 11, 6, 4};

}  // namespace

series_style style_of(std::size_t number) {
    constexpr std::size_t shift = 3;
    constexpr std::size_t count = series_shapes.size();
    return {.colour = colour_of(fmt::format("series{}", number % count)).light,
            .shape = series_shapes.at((number + shift * (number / count)) % count)};
}

std::string quoted_text(std::string_view text) {
    std::string quoted = "'";
    for (const char letter : printable(text)) {
        quoted.append(letter == '\'' ? 2 : 1, letter);
    }
    return quoted + "'";
}

std::string marks_text(const std::vector<double>& marks) {
    std::vector<std::string> texts;
    texts.reserve(marks.size());
    for (const double mark : marks) {
        texts.push_back(fmt::format("{} {}", quoted_text(readable_text(mark)), mark));
    }
    return fmt::format("({})", fmt::join(texts, ", "));
}

}  // namespace tutti
