/// @file
/// Memory for the programs of a block of nodes.
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <vector>

#include "util/pinned.hpp"

namespace tutti {

/// Hands out frames by size class and takes them back for reuse, as all else that programs keep;
/// memory returns to the system with the pool's source, so that only the first run of several waits
/// for the system to provide it. One pool serves the nodes of one block, so that their frames lie
/// together and no lock is needed: only the thread that sweeps the block may use it.
class frame_pool : pinned {
public:
    /// @param source gives memory and takes all of it back in the end; outlives the pool
    explicit frame_pool(std::pmr::monotonic_buffer_resource& source) noexcept : source_{&source} {}

    /// Memory for a frame of `bytes`, aligned for anything.
    /// @throws std::bad_alloc
    [[nodiscard]] void* take(std::size_t bytes);

    /// Takes back what `take(bytes)` gave.
    void give(void* frame, std::size_t bytes) noexcept;

    /// Bytes now handed out.
    [[nodiscard]] std::size_t bytes_in_use() const noexcept { return bytes_in_use_; }
    /// The most that programs needed at once, in bytes: what it took from its source.
    [[nodiscard]] std::size_t bytes_taken() const noexcept { return bytes_taken_; }

    /// The pool that the calling thread now fills frames from, or null for the heap.
    [[nodiscard]] static frame_pool* current() noexcept { return current_slot(); }

    /// Makes a pool the calling thread's current one for the life of the object.
    class scope {
    public:
        explicit scope(frame_pool& pool) noexcept : previous_{current_slot()} {
            current_slot() = &pool;
        }
        ~scope() { current_slot() = previous_; }
        scope(const scope&) = delete;
        scope& operator=(const scope&) = delete;
        scope(scope&&) = delete;
        scope& operator=(scope&&) = delete;

    private:
        frame_pool* previous_;
    };

private:
    struct free_frame {
        free_frame* next;
    };
    // Beyond the classes: blocks of one size, one of a few for each power of two, that nobody
    // uses now.
    struct large_frames {
        std::size_t bytes;
        free_frame* first;
    };
    static constexpr std::size_t class_bytes = 32;
    static constexpr std::size_t classes = 64;

    [[nodiscard]] void* take_small(std::size_t size_class);
    [[nodiscard]] void* take_large(std::size_t wanted);
    [[nodiscard]] void* take_from_source(std::size_t bytes);

    static frame_pool*& current_slot() noexcept {
        // The one thing that a coroutine's operator new can find its pool through.
        // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
        thread_local frame_pool* current = nullptr;
        return current;
    }

    std::pmr::monotonic_buffer_resource* source_;
    std::array<free_frame*, classes> free_{};
    std::vector<large_frames> large_;
    std::size_t bytes_in_use_ = 0;
    std::size_t bytes_taken_ = 0;
};

/// A frame from the current pool, or from the heap if there is none.
[[nodiscard]] void* allocate_frame(std::size_t bytes);

/// Returns a frame to where `allocate_frame(bytes)` had it from.
void release_frame(void* frame, std::size_t bytes) noexcept;

/// Takes memory where the frames of the running node lie.
template <class T>
class node_allocator {
public:
    using value_type = T;

    node_allocator() = default;
    template <class Other>
    // NOLINTNEXTLINE(google-explicit-constructor): what allocators are
    node_allocator(const node_allocator<Other>& /*other*/) noexcept {}

    [[nodiscard]] T* allocate(std::size_t count) {
        static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
        return static_cast<T*>(allocate_frame(count * sizeof(T)));
    }
    void deallocate(T* first, std::size_t count) noexcept {
        release_frame(first, count * sizeof(T));
    }
    friend bool operator==(const node_allocator&, const node_allocator&) = default;
};

/// For what a program keeps in numbers. It ends with the program, at the node that filled it.
template <class T>
using node_vector = std::vector<T, node_allocator<T>>;

}  // namespace tutti
