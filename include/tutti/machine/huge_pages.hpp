/// @file
/// Memory in large pages.
#pragma once

#include <memory_resource>

namespace tutti {

/// Asks the system to back what is at least 16 MiB with pages of 2 MiB, where it has any: they
/// are provided faster, and programs that jump about in gigabytes find them faster. What is smaller
/// comes from the heap. May be called from any thread.
[[nodiscard]] std::pmr::memory_resource& huge_pages() noexcept;

}  // namespace tutti
