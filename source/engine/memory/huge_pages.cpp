#include "huge_pages.hpp"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include <sys/mman.h>

namespace tutti {
namespace {

constexpr std::size_t page_bytes = std::size_t{2} << 20U;

// The size is rounded up, as `aligned_alloc` takes only multiples of the alignment.
constexpr std::size_t whole_pages(std::size_t bytes) noexcept {
    return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

class huge_page_resource final : public std::pmr::memory_resource {
public:
    [[nodiscard]] std::uint64_t bytes_given() const noexcept { return bytes_given_; }

private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        bytes_given_ += bytes;
        if (bytes < least_huge_bytes) {
            return std::pmr::new_delete_resource()->allocate(bytes, alignment);
        }
        // NOLINTNEXTLINE(cppcoreguidelines-owning-memory,cppcoreguidelines-no-malloc)
        void* const memory = std::aligned_alloc(page_bytes, whole_pages(bytes));
        if (memory == nullptr) {
            throw std::bad_alloc{};
        }
        // A wish: without it, pages are small.
        (void)madvise(memory, whole_pages(bytes), MADV_HUGEPAGE);
        return memory;
    }

    void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
        bytes_given_ -= bytes;
        if (bytes < least_huge_bytes) {
            std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
        } else {
            // NOLINTNEXTLINE(cppcoreguidelines-owning-memory,cppcoreguidelines-no-malloc)
            std::free(memory);
        }
    }

    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
        return this == &other;
    }

    std::atomic<std::uint64_t> bytes_given_ = 0;
};

// One resource is shared by all runs of the process, and counts the bytes of all.
huge_page_resource& resource() noexcept {
    static huge_page_resource only;
    return only;
}

}  // namespace

std::pmr::memory_resource& huge_pages() noexcept { return resource(); }

// The mapping reserves nothing: pages that are never touched cost no memory.
void* map_zeros(std::size_t bytes) noexcept {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

void unmap_zeros(void* memory, std::size_t bytes) noexcept { (void)munmap(memory, bytes); }

void prefer_huge_pages(void* first, std::size_t bytes) noexcept {
    std::size_t room = bytes;
    if (std::align(page_bytes, page_bytes, first, room) != nullptr) {
        (void)madvise(first, room / page_bytes * page_bytes, MADV_HUGEPAGE);
    }
}

std::uint64_t bytes_in_huge_pages() noexcept { return resource().bytes_given(); }

}  // namespace tutti
