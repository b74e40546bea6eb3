/// @file
/// Text tables: aligned columns, lists of names and values, and headings in bold.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "table_style.hpp"

namespace tutti {

/// `text` in bold, where the style has it.
[[nodiscard]] std::string bold(std::string_view text, table_style style);

/// The name of a verdict, or of another judgement, where the style has colours: green if all is
/// well, yellow if it is no failure, else red.
[[nodiscard]] std::string judged(std::string_view name, table_style style);

/// Text columns, each as wide as its widest cell: the first and the last are aligned left, those
/// between, which are figures, right.
class columns {
public:
    /// @param headings of at least two columns
    explicit columns(std::vector<std::string> headings, table_style style = table_style::plain)
        : rows_{std::move(headings)}, style_{style} {}

    /// @pre as many cells as there are headings; those of the last column may have a colour
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    /// The rows below their headings, each a line that is indented by two.
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::vector<std::string>> rows_;
    table_style style_;
};

/// Text list of names and values.
class listing {
public:
    /// @param width of the names
    explicit listing(int width, table_style style = table_style::plain) noexcept
        : width_{width}, style_{style} {}

    [[nodiscard]] table_style style() const noexcept { return style_; }

    /// A line, indented by two. @param text as `fmt::format` takes it
    template <class... Parts>
    void line(std::string_view name, fmt::format_string<Parts...> text, Parts&&... parts) {
        text_ += fmt::format("  {:<{}}", name, width_);
        plain(text, std::forward<Parts>(parts)...);
    }
    /// A line without a name.
    template <class... Parts>
    void plain(fmt::format_string<Parts...> text, Parts&&... parts) {
        text_ += fmt::format(text, std::forward<Parts>(parts)...) + "\n";
    }
    /// Title in bold, source, and an empty line.
    void heading(std::string_view title, std::string_view source) {
        plain("{}\n{}\n", bold(title, style_), source);
    }

    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    int width_;
    table_style style_;
    std::string text_;
};

/// "33/2", or "-" if it is not known.
template <class Maybe, class Write>
[[nodiscard]] std::string or_dash(const Maybe& maybe, const Write& write) {
    return maybe ? std::string{write(*maybe)} : "-";
}

}  // namespace tutti
