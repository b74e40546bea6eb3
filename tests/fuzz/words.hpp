/// @file
/// Fuzz input as words, one a line.
#pragma once

#include <string_view>
#include <vector>

#include "util/value_syntax.hpp"

namespace fuzz {

/// The lines of a text, at least one, which may be empty.
inline std::vector<std::string_view> words_of(std::string_view text) {
    if (text.ends_with('\n')) {
        text.remove_suffix(1);
    }
    return tutti::split(text, '\n');
}

}  // namespace fuzz
