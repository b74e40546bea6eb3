#include "text_table.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace tutti {
namespace {

constexpr std::string_view escape_end = "\x1b[0m";

bool is_among(std::string_view name, std::span<const std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

// Plain style has no escape sequences, for files and pipes.
std::string bold(std::string_view text, table_style style) {
    return style == table_style::plain ? std::string{text}
                                       : fmt::format("\x1b[1m{}{}", text, escape_end);
}

std::string judged(std::string_view name, table_style style) {
    // Colours: green if all holds, yellow if nothing is proved wrong, red otherwise.
    constexpr std::array<std::string_view, 3> good{"complete", "local", "holds"};
    constexpr std::array<std::string_view, 4> unfortunate{"unlucky", "interrupted", "not judged",
                                                          "not verified"};
    const int colour = is_among(name, good) ? 32 : is_among(name, unfortunate) ? 33 : 31;
    return style == table_style::plain ? std::string{name}
                                       : fmt::format("\x1b[{}m{}{}", colour, name, escape_end);
}

// Widths are measured first. The first column and the last are flush left, the others flush right.
std::string columns::text() const {
    std::vector<std::size_t> widths(rows_.front().size());
    for (const auto& cells : rows_) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            widths[i] = std::max(widths[i], cells[i].size());
        }
    }
    std::string text;
    for (const auto& cells : rows_) {
        std::string line = fmt::format("{:<{}}", cells.front(), widths.front());
        for (std::size_t i = 1; i + 1 < widths.size(); ++i) {
            line += fmt::format("  {:>{}}", cells[i], widths[i]);
        }
        if (cells.size() > 1) {
            line += fmt::format("  {}", cells.back());
        }
        text += fmt::format("  {}\n", &cells == &rows_.front() ? bold(line, style_) : line);
    }
    return text;
}

}  // namespace tutti
