#include "tutti/experiment/command_text.hpp"

#include <cctype>

namespace tutti {
namespace {

bool needs_quotes(std::string_view word) {
    constexpr std::string_view harmless = "-_./:,=+@%";
    return word.empty() || !std::ranges::all_of(word, [&](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      harmless.find(c) != std::string_view::npos;
           });
}

// What a shell takes for the word.
std::string shell_word(std::string_view word) {
    if (!needs_quotes(word)) {
        return std::string{word};
    }
    const bool is_printable =
        std::ranges::all_of(word, [](char c) { return c >= ' ' && c <= '~'; });
    std::string text = is_printable ? "'" : "$'";
    for (const char c : word) {
        if (c == '\'' || (!is_printable && c == '\\')) {
            text += is_printable ? "'\\''" : fmt::format("\\{}", c);
        } else if (c >= ' ' && c <= '~') {
            text += c;
        } else {
            text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        }
    }
    return text + "'";
}

}  // namespace

std::string command_text(std::string_view program, std::span<const std::string_view> words) {
    std::string text = shell_word(program);
    for (const std::string_view word : words) {
        text += ' ' + shell_word(word);
    }
    return text;
}

}  // namespace tutti
