#include "figure_style.hpp"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "results/value_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::array series_styles{series_style{"#0072B2", 7},  series_style{"#E69F00", 5},
                                   series_style{"#009E73", 9},  series_style{"#CC79A7", 13},
                                   series_style{"#56B4E9", 11}, series_style{"#222222", 6},
                                   series_style{"#8a8a8a", 4}};

}  // namespace

series_style style_of(std::size_t number) {
    constexpr std::size_t shift = 3;
    const std::size_t round = number / series_styles.size();
    return {.colour = series_styles.at(number % series_styles.size()).colour,
            .shape = series_styles.at((number + shift * round) % series_styles.size()).shape};
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
