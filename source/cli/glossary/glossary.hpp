/// @file
/// Glossary of the words of tables and messages, for `explain`.
#pragma once

#include <string_view>
#include <vector>

namespace tutti::program {

/// A word, or several that are explained together.
struct glossary_entry {
    std::string_view group;               ///< that it is listed in
    std::vector<std::string_view> names;  ///< the first is the one that is listed
    std::string_view text;                ///< lines with their ends, indented by four
};

/// All of them, from glossary.txt, in its order.
[[nodiscard]] std::vector<glossary_entry> glossary();

}  // namespace tutti::program
