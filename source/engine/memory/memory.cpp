#include "memory.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include "control_group.hpp"
#include "huge_pages.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

std::string human(std::uint64_t bytes) {
    constexpr double mebi = 1024.0 * 1024.0;
    const double size = ratio(bytes, mebi);
    return size < 1024.0 ? fmt::format("{} bytes ({:.1f} MiB)", bytes, size)
                         : fmt::format("{} bytes ({:.1f} GiB)", bytes, size / 1024.0);
}

}  // namespace

memory_limit_exceeded::memory_limit_exceeded(std::uint64_t needed_bytes, std::uint64_t limit_bytes)
    : std::invalid_argument{fmt::format("the run needs about {}, the limit is {}",
                                        human(needed_bytes), human(limit_bytes))} {}

// The smallest of the limits counts: physical memory, control groups and the address space.
std::uint64_t available_memory_bytes() {
    auto bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES) * ::sysconf(_SC_PAGESIZE));
    bytes = std::min(bytes, own_control_groups().memory_bytes);
    rlimit space{};
    if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
        bytes = std::min<std::uint64_t>(bytes, space.rlim_cur);
    }
    return bytes;
}

std::uint64_t peak_resident_bytes() {
    rusage used{};
    if (::getrusage(RUSAGE_SELF, &used) != 0) {
        return 0;
    }
    // glibc declares the field inside an unnamed union.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-union-access)
    return static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
}

// Without glibc the heap cannot be measured, and estimates do without it.
std::uint64_t heap_bytes() noexcept {
#ifdef M_TRIM_THRESHOLD
    const auto heap = ::mallinfo2();
    const std::uint64_t in_use = heap.uordblks + heap.hblkhd;
    return in_use - std::min(in_use, bytes_in_huge_pages());
#else
    return 0;
#endif
}

void keep_freed_memory() noexcept {
#ifdef M_TRIM_THRESHOLD
    // NOLINTBEGIN(concurrency-mt-unsafe): before there are threads
    constexpr int unlimited = -1;
    (void)::mallopt(M_TRIM_THRESHOLD, unlimited);
    // Larger blocks are mapped one by one, and go back when they are freed.
    constexpr int most_bytes = 32 << 20;  // that glibc takes
    (void)::mallopt(M_MMAP_THRESHOLD, most_bytes);
    // NOLINTEND(concurrency-mt-unsafe)
#endif
}

// Products above 2^60 are cut there, so that sums of several of them fit into 64 bits.
std::uint64_t bounded_product(std::uint64_t left, std::uint64_t right) {
    constexpr std::uint64_t most = std::uint64_t{1} << 60U;
    return left == 0 || right <= most / left ? left * right : most;
}

}  // namespace tutti
