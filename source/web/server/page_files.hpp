/// @file
/// Files of the web page, as the build embeds them.
#pragma once

#include <string_view>

namespace tutti::serve {

struct page_file {
    std::string_view name;  ///< "main.js"
    std::string_view type;  ///< "text/javascript; charset=utf-8"
    std::string_view etag;  ///< with its quotes
    std::string_view text;
    std::string_view compressed;  ///< by gzip
};

/// Null if there is none.
[[nodiscard]] const page_file* page_file_named(std::string_view name) noexcept;

}  // namespace tutti::serve
