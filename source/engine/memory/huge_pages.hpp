/// @file
/// Memory resource that allocates large pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

namespace tutti {

/// Smallest allocation that is backed by large pages: below it, the last page may be nearly unused.
inline constexpr std::size_t least_huge_bytes = std::size_t{2} << 20U;

/// Memory resource that requests pages of 2 MiB for allocations of at least `least_huge_bytes`:
/// they are provided faster, and random access in gigabytes is faster. What is smaller comes from
/// the heap. May be called from any thread.
[[nodiscard]] std::pmr::memory_resource& huge_pages() noexcept;

/// Zeros in pages that the system provides when they are written to, and does not promise before.
/// Null if there is no room for them among the addresses.
[[nodiscard]] void* map_zeros(std::size_t bytes) noexcept;
void unmap_zeros(void* memory, std::size_t bytes) noexcept;

/// Asks the system for large pages there, where whole ones fit.
void prefer_huge_pages(void* first, std::size_t bytes) noexcept;

/// Bytes that it has handed out and not got back.
[[nodiscard]] std::uint64_t bytes_in_huge_pages() noexcept;

}  // namespace tutti
