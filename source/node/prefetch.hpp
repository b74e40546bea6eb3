/// @file
/// Prefetching of memory.
#pragma once

#include <cstddef>

namespace tutti {

/// Bytes of memory from which on it helps to prefetch what is used of them. Less stays in caches
/// that a processor waits for while it goes on with other work: to ask for it costs more than it
/// saves.
inline constexpr std::size_t cached_bytes = std::size_t{2} << 20U;

/// Prefetches the cache line of `address`, for reading or, with `Writes`, for writing.
template <bool Writes = false>
inline void prefetch_line(const void* address) noexcept {
    __builtin_prefetch(address, Writes ? 1 : 0);
    // g++ 12 takes a function that does nothing else for one without effect, and drops its calls.
    asm volatile("");  // NOLINT(hicpp-no-assembler)
}

/// The same for all lines of a piece of memory, whatever is there.
template <bool Writes = false>
inline void prefetch_lines(const void* first, std::size_t bytes) noexcept {
    constexpr std::size_t line_bytes = 64;
    for (std::size_t byte = 0; byte < bytes; byte += line_bytes) {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        prefetch_line<Writes>(static_cast<const std::byte*>(first) + byte);
    }
}

}  // namespace tutti
