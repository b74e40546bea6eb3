#include "support/shortage.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <limits>
#include <new>

#include "engine/executor/executor.hpp"

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): as operator new is
std::atomic<std::int64_t> allocations_left = never;
std::atomic<bool> is_for_good = false;
std::atomic<bool> is_felt = false;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

bool is_refused() noexcept {
    if (allocations_left.load(std::memory_order_relaxed) == never) {
        return false;
    }
    const std::int64_t left = allocations_left.fetch_sub(1, std::memory_order_relaxed);
    const bool refused = left == 0 || (left < 0 && is_for_good);
    if (refused) {
        is_felt = true;
    }
    return refused;
}

constexpr std::size_t usual_alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

void* allocate_or_not(std::size_t bytes, std::size_t alignment) noexcept {
    const std::size_t room = (bytes + alignment - 1) / alignment * alignment;
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
    return is_refused() ? nullptr : std::aligned_alloc(alignment, room);
}

void* allocate(std::size_t bytes, std::size_t alignment) {
    void* const memory = allocate_or_not(bytes, alignment);
    if (memory == nullptr) {
        throw std::bad_alloc{};
    }
    return memory;
}

// NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
void release(void* memory) noexcept { std::free(memory); }

}  // namespace

// The linker redirects all calls of `calloc` to this.
// NOLINTBEGIN(bugprone-reserved-identifier): the names are the linker's
extern "C" void* __real_calloc(std::size_t count, std::size_t bytes);
extern "C" void* __wrap_calloc(std::size_t count, std::size_t bytes) {
    return is_refused() ? nullptr : __real_calloc(count, bytes);
}
// NOLINTEND(bugprone-reserved-identifier)

// With sanitizers none of the others may be theirs.
void* operator new(std::size_t bytes) { return allocate(bytes, usual_alignment); }
void* operator new[](std::size_t bytes) { return allocate(bytes, usual_alignment); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
    return allocate_or_not(bytes, usual_alignment);
}
void* operator new[](std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
    return allocate_or_not(bytes, usual_alignment);
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t /*bytes*/) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept { release(memory); }
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
    release(memory);
}
void operator delete[](void* memory, std::size_t /*bytes*/,
                       std::align_val_t /*alignment*/) noexcept {
    release(memory);
}

namespace support {
namespace {

/// While it lives, the n-th allocation of all threads fails, counted from 0. There is one at a
/// time.
class starvation {
public:
    starvation(std::size_t n, shortage kind) noexcept {
        is_felt = false;
        is_for_good = kind == shortage::for_good;
        allocations_left = static_cast<std::int64_t>(n);
    }
    starvation(const starvation&) = delete;
    starvation& operator=(const starvation&) = delete;
    ~starvation() { allocations_left = never; }
};

// Error in the exception, if there is any.
std::string error_of(const std::exception_ptr& thrown) {
    try {
        std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
        return {};
    } catch (const tutti::threads_missing&) {
        return {};
    } catch (const std::exception& other) {
        return other.what();
    }
}

}  // namespace

std::vector<team> starved_teams() {
    std::vector<team> some;
    std::ranges::copy_if(teams(), std::back_inserter(some),
                         [](const team& each) { return each.threads == 1 || each.threads == 3; });
    return some;
}

endurance endure(shortage shortage, const std::function<void()>& work,
                 const std::function<void()>& after) {
    for (endurance outcome;; ++outcome.allocations) {
        std::exception_ptr thrown;
        {
            const starvation hunger{outcome.allocations, shortage};
            try {
                work();
            } catch (...) {
                thrown = std::current_exception();
            }
        }
        const bool was_felt = is_felt;
        outcome.wrong = thrown ? error_of(thrown) : std::string{};
        if (!outcome.wrong.empty() || !was_felt) {
            return outcome;
        }
        if (thrown && after) {
            after();
        }
    }
}

}  // namespace support
