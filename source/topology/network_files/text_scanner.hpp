/// @file
/// Scanner of words, strings and symbols, for languages with `#`, `//` and `/* */` as comments.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "file_entries.hpp"

namespace tutti {

/// A word, a string without its quotes, or a symbol; at the end a symbol without text.
struct text_token {
    std::string_view place{};
    std::string text{};
    bool is_word = false;
    bool is_quoted = false;

    [[nodiscard]] bool is(std::string_view symbol) const { return !is_word && text == symbol; }
    /// In any case, and not in quotes.
    [[nodiscard]] bool is_keyword(std::string_view word) const {
        return is_word && !is_quoted && lower(text) == word;
    }
};

/// Scanner with one token of look-ahead.
class text_scanner {
public:
    /// @param ignored symbols that are as blanks
    text_scanner(const file_entries& file, std::string_view text, std::string_view ignored);

    [[nodiscard]] const text_token& peek() const noexcept { return next_; }
    text_token take();
    [[nodiscard]] bool accept(std::string_view symbol);
    /// A symbol, or a fault.
    void expect(std::string_view symbol);
    /// A word or string, or a fault.
    text_token take_word();

private:
    [[noreturn]] void refuse_next(std::string_view wanted) const;
    void skip_blanks();
    void skip_past(std::string_view end, std::size_t from);
    void advance();
    void read_strings();
    void read_string(char quote);
    void read_markup();

    const file_entries* file_;
    std::string_view rest_;
    std::string ignored_;
    text_token next_;
};

}  // namespace tutti
