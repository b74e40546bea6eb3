/// @file
/// Parts of the web pages, as the build embeds them.
#pragma once

#include <string_view>

namespace tutti::page {

/// Texts, and their hashes as a content security policy names them.
struct page_parts {
    std::string_view style;
    std::string_view style_hash;
    std::string_view body;
    std::string_view script;
    std::string_view script_hash;
};

extern const page_parts replay_parts;

}  // namespace tutti::page
