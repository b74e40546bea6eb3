/// @file
/// Asking for memory ahead of its use.
#pragma once

namespace tutti {

/// Has the cache line fetched that `address` lies in, to be read or, with `Writes`, to be written.
template <bool Writes = false>
inline void prefetch_line(const void* address) noexcept {
    __builtin_prefetch(address, Writes ? 1 : 0);
    // g++ 12 takes a function that does nothing else for one without effect, and drops its calls.
    asm volatile("");  // NOLINT(hicpp-no-assembler)
}

}  // namespace tutti
