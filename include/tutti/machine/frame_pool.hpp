/// @file
/// Memory for the coroutine frames of a block of nodes.
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>

namespace tutti {

/// Hands out frames by size class and takes them back for reuse; memory returns to the system with
/// the pool. One pool serves the nodes of one block, so that their frames lie together and no
/// lock is needed: only the thread that sweeps the block may use it.
class frame_pool {
public:
    frame_pool() = default;

    /// Memory for a frame of `bytes`, aligned for anything.
    /// @throws std::bad_alloc
    [[nodiscard]] void* take(std::size_t bytes);

    /// Takes back what `take(bytes)` gave.
    void give(void* frame, std::size_t bytes) noexcept;

    /// Bytes now handed out.
    [[nodiscard]] std::size_t bytes_in_use() const noexcept { return bytes_in_use_; }

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
    static constexpr std::size_t class_bytes = 32;
    static constexpr std::size_t classes = 64;

    static frame_pool*& current_slot() noexcept {
        // The one thing that a coroutine's operator new can find its pool through.
        // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
        thread_local frame_pool* current = nullptr;
        return current;
    }

    std::pmr::monotonic_buffer_resource memory_{2048};
    std::array<free_frame*, classes> free_{};
    std::size_t bytes_in_use_ = 0;
};

/// A frame from the current pool, or from the heap if there is none.
[[nodiscard]] void* allocate_frame(std::size_t bytes);

/// Returns a frame to where `allocate_frame(bytes)` had it from.
void release_frame(void* frame, std::size_t bytes) noexcept;

}  // namespace tutti
