/// @file
/// Address space available to a process, where the system limits it: `ulimit -v`.
#pragma once

#include <cstdint>
#include <limits>

namespace tutti {

/// The address space of this process, in bytes.
struct address_space {
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();  ///< RLIMIT_AS, or none
    std::uint64_t taken = 0;  ///< beside what runs need, where there is a limit

    [[nodiscard]] std::uint64_t left() const noexcept { return limit - taken; }
};

/// Address space with the present mappings and the stacks of `threads` more threads reserved, up to
/// the limit.
[[nodiscard]] address_space address_space_with(int threads);

/// Limit in bytes: the smaller of `limit` and of the address space left beside `threads` threads.
[[nodiscard]] std::uint64_t usable_memory_bytes(std::uint64_t limit_bytes, int threads);

/// @throws memory_limit_exceeded if a run needs more than the limit, or than is left of the address
/// space beside these threads
void require_memory(std::uint64_t needed_bytes, std::uint64_t limit_bytes, int threads);

/// Has all threads share one heap where the address space is limited: separate heaps reserve 64 MiB
/// each. For the whole process, before it has threads; where the heap is not glibc's, does nothing.
void save_address_space() noexcept;

}  // namespace tutti
