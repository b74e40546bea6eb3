#include "text_scanner.hpp"

#include <algorithm>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

bool is_of_word(char symbol) {
    return is_letter_or_digit(symbol) || symbol == '_' || symbol == '.' ||
           static_cast<unsigned char>(symbol) >= 0x80;
}

/// Size of the name or number that a text begins with, or 0.
std::size_t word_size(std::string_view text) {
    const auto has_sign = [&](std::size_t i) {
        return i + 1 < text.size() && (text[i] == '-' || text[i] == '+') && is_of_word(text[i + 1]);
    };
    const bool is_number = !text.empty() && !is_letter(text[0]) && text[0] != '_';
    std::size_t size = has_sign(0) ? 1 : 0;
    while (size < text.size() &&
           (is_of_word(text[size]) ||
            (is_number && size > 0 && has_sign(size) && lower_case(text[size - 1]) == 'e'))) {
        ++size;
    }
    return size;
}

}  // namespace

text_scanner::text_scanner(const file_entries& file, std::string_view text,
                           std::string_view ignored)
    : file_{&file}, rest_{text}, ignored_{fmt::format(" \t\r\n{}", ignored)} {
    advance();
}

text_token text_scanner::take() {
    text_token taken = std::move(next_);
    advance();
    return taken;
}

bool text_scanner::accept(std::string_view symbol) {
    const bool is_there = next_.is(symbol);
    if (is_there) {
        advance();
    }
    return is_there;
}

void text_scanner::expect(std::string_view symbol) {
    if (!accept(symbol)) {
        refuse_next(in_double_quotes(symbol));
    }
}

text_token text_scanner::take_word() {
    if (!next_.is_word) {
        refuse_next("a word");
    }
    return take();
}

void text_scanner::refuse_next(std::string_view wanted) const {
    file_->fail(next_.place, "{} where {} belongs",
                next_.text.empty() && !next_.is_word ? "the end" : in_double_quotes(next_.text),
                wanted);
}

void text_scanner::skip_past(std::string_view end, std::size_t from) {
    const std::size_t there = rest_.find(end, from);
    rest_.remove_prefix(there == std::string_view::npos ? rest_.size() : there + end.size());
}

void text_scanner::skip_blanks() {
    for (;;) {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(ignored_), rest_.size()));
        if (rest_.starts_with('#') || rest_.starts_with("//")) {
            skip_past("\n", 0);
        } else if (rest_.starts_with("/*")) {
            skip_past("*/", 2);
        } else {
            return;
        }
    }
}

void text_scanner::advance() {
    skip_blanks();
    next_ = {.place = rest_};
    if (rest_.starts_with('"') || rest_.starts_with('\'')) {
        read_strings();
    } else if (rest_.starts_with('<')) {
        read_markup();
    } else {
        const std::size_t word = word_size(rest_);
        const bool is_pair =
            rest_.starts_with("--") || rest_.starts_with("->") || rest_.starts_with("- ");
        next_.is_word = word > 0;
        next_.text = rest_.substr(0, word > 0 ? word : is_pair ? 2 : 1);
        rest_.remove_prefix(next_.text.size());
    }
}

// Strings with + between are one.
void text_scanner::read_strings() {
    next_.is_word = next_.is_quoted = true;
    const char quote = rest_.front();
    read_string(quote);
    for (skip_blanks(); rest_.starts_with('+'); skip_blanks()) {
        rest_.remove_prefix(1);
        skip_blanks();
        if (!rest_.starts_with(quote)) {
            file_->fail(rest_, "no string after +");
        }
        read_string(quote);
    }
}

void text_scanner::read_string(char quote) {
    std::size_t i = 1;
    for (; i < rest_.size() && rest_[i] != quote; ++i) {
        const std::string_view pair = rest_.substr(i, rest_[i] == '\\' ? 2 : 1);
        i += pair.size() - 1;
        if (pair.size() == 1 || (pair[1] != quote && pair[1] != '\n')) {
            next_.text += pair;
        } else if (pair[1] == quote) {
            next_.text += quote;
        }
    }
    if (i >= rest_.size()) {
        file_->fail(rest_, "quotes that do not close");
    }
    rest_.remove_prefix(i + 1);
}

void text_scanner::read_markup() {
    next_.is_word = next_.is_quoted = true;
    std::size_t end = 0;
    for (int depth = 0; end == 0 || depth > 0; ++end) {
        if (end == rest_.size()) {
            file_->fail(rest_, "< that does not close");
        }
        depth += rest_[end] == '<' ? 1 : rest_[end] == '>' ? -1 : 0;
    }
    next_.text = rest_.substr(0, end);
    rest_.remove_prefix(end);
}

}  // namespace tutti
