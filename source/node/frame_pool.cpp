#include <algorithm>
#include <bit>
#include <new>

#include "tutti/node/task.hpp"

namespace tutti {
namespace {

/// In front of every frame, so that it finds the way back to its pool.
struct alignas(__STDCPP_DEFAULT_NEW_ALIGNMENT__) frame_header {
    frame_pool* pool;
};

// Few sizes, at most an eighth and a cache line larger, and an odd number of lines, so that what
// the nodes keep at the same place of their frames does not compete for one cache set.
std::size_t rounded(std::size_t bytes) noexcept {
    constexpr std::size_t line_bytes = 64;
    const std::size_t step = std::max<std::size_t>(line_bytes, std::bit_floor(bytes) / 8);
    return ((bytes + step - 1) / step * step / line_bytes | 1U) * line_bytes;
}

}  // namespace

// Frames of a size class are interchangeable; one that is freed stays in the list of its class.
void* frame_pool::take(std::size_t bytes) {
    const std::size_t size_class = (bytes - 1) / class_bytes;
    void* const memory = size_class < classes ? take_small(size_class) : take_large(bytes);
    bytes_in_use_ += bytes;
    return memory;
}

void frame_pool::give(void* frame, std::size_t bytes) noexcept {
    const std::size_t size_class = (bytes - 1) / class_bytes;
    bytes_in_use_ -= bytes;
    // There is a list for all that was taken.
    free_frame*& first =
        size_class < classes
            ? free_[size_class]
            : std::ranges::find(large_, rounded(bytes), &large_frames::bytes)->first;
    first = ::new (frame) free_frame{first};  // NOLINT(cppcoreguidelines-owning-memory)
}

void* frame_pool::take_small(std::size_t size_class) {
    free_frame*& first = free_.at(size_class);
    if (first == nullptr) {
        return take_from_source((size_class + 1) * class_bytes);
    }
    free_frame* const frame = first;
    first = frame->next;
    return frame;
}

void* frame_pool::take_large(std::size_t wanted) {
    const std::size_t bytes = rounded(wanted);
    const auto entry = std::ranges::find(large_, bytes, &large_frames::bytes);
    if (entry == large_.end()) {
        large_.push_back({.bytes = bytes, .first = nullptr});
        return take_from_source(bytes);
    }
    if (entry->first == nullptr) {
        return take_from_source(bytes);
    }
    free_frame* const frame = entry->first;
    entry->first = frame->next;
    return frame;
}

void* frame_pool::take_from_source(std::size_t bytes) {
    void* const memory = source_->allocate(bytes);
    bytes_taken_ += bytes;
    return memory;
}

void* allocate_frame(std::size_t bytes) {
    const std::size_t whole = bytes + sizeof(frame_header);
    frame_pool* const pool = frame_pool::current();
    void* const memory = pool != nullptr ? pool->take(whole) : ::operator new(whole);
    // The frame begins where its header ends.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic)
    return ::new (memory) frame_header{pool} + 1;
}

void release_frame(void* frame, std::size_t bytes) noexcept {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic)
    frame_header* const header = static_cast<frame_header*>(frame) - 1;
    frame_pool* const pool = header->pool;
    if (pool != nullptr) {
        pool->give(header, bytes + sizeof(frame_header));
    } else {
        ::operator delete(header);
    }
}

}  // namespace tutti
