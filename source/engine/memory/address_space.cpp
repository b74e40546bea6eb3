#include "address_space.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>

#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "memory.hpp"

namespace tutti {
namespace {

bool is_limited(const address_space& space) noexcept {
    return space.limit != address_space{}.limit;
}

address_space untouched_space() noexcept {
    rlimit space{};
    const bool is_known = ::getrlimit(RLIMIT_AS, &space) == 0;
    return is_known && space.rlim_cur != RLIM_INFINITY ? address_space{.limit = space.rlim_cur}
                                                       : address_space{};
}

// The first number of statm is the size of the address space, in pages.
std::uint64_t mapped_bytes() {
    std::ifstream file{"/proc/self/statm"};
    std::uint64_t pages = 0;
    return file >> pages ? pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

std::uint64_t stack_bytes() noexcept {
    pthread_attr_t fast_path{};
    std::size_t bytes = 0;
    if (::pthread_attr_init(&fast_path) == 0) {
        (void)::pthread_attr_getstacksize(&fast_path, &bytes);
        (void)::pthread_attr_destroy(&fast_path);
    }
    return bytes;
}

}  // namespace

address_space address_space_with(int threads) {
    address_space space = untouched_space();
    if (is_limited(space)) {
        // The driving thread is there already; another one beside it handles signals.
        const std::uint64_t stacks = static_cast<std::uint64_t>(threads) * stack_bytes();
        space.taken = std::min(space.limit, mapped_bytes() + stacks);
    }
    return space;
}

std::uint64_t usable_memory_bytes(std::uint64_t limit_bytes, int threads) {
    return std::min(limit_bytes, address_space_with(threads).left());
}

// A limit of the address space is tested first: its message names the sum with what is taken
// already.
void require_memory(std::uint64_t needed_bytes, std::uint64_t limit_bytes, int threads) {
    const address_space space = address_space_with(threads);
    if (needed_bytes > space.left()) {
        throw memory_limit_exceeded{needed_bytes + space.taken, space.limit};
    }
    if (needed_bytes > limit_bytes) {
        throw memory_limit_exceeded{needed_bytes, limit_bytes};
    }
}

void save_address_space() noexcept {
#ifdef M_ARENA_MAX
    if (is_limited(untouched_space())) {
        (void)::mallopt(M_ARENA_MAX, 1);  // NOLINT(concurrency-mt-unsafe): before there are threads
    }
#endif
}

}  // namespace tutti
