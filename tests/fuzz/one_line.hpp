/// @file
/// Common parts of all harnesses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace fuzz {

/// The input as text.
inline std::string_view text_of(const std::uint8_t* bytes, std::size_t size) noexcept {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): chars may be read as such
    return {reinterpret_cast<const char*>(bytes), size};
}

/// Ends the process, which the fuzzer reports together with the input, if a promise is broken.
inline void require(bool holds) noexcept {
    if (!holds) {
        std::abort();
    }
}

/// True if an error text fits in one line of a terminal.
inline bool is_one_line(std::string_view why) noexcept {
    return !why.empty() &&
           std::ranges::all_of(why, [](char symbol) { return symbol >= ' ' && symbol <= '~'; });
}

}  // namespace fuzz
