/// @file
/// Room for values whose number is known when it is made.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "tutti/model/frame_pool.hpp"

namespace tutti {

/// Room for `size` values that are written before they are read.
template <class T, class Allocator>
    requires std::is_trivially_copyable_v<T>
class buffer {
public:
    /// No room.
    buffer() = default;
    explicit buffer(std::size_t size) : size_{size}, values_{Allocator{}.allocate(size)} {}
    buffer(const buffer&) = delete;
    buffer& operator=(const buffer&) = delete;
    buffer(buffer&& other) noexcept
        : size_{std::exchange(other.size_, 0)}, values_{std::exchange(other.values_, nullptr)} {}
    buffer& operator=(buffer&& other) noexcept {
        std::swap(size_, other.size_);
        std::swap(values_, other.values_);
        return *this;
    }
    ~buffer() {
        if (values_ != nullptr) {
            Allocator{}.deallocate(values_, size_);
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::span<T> values() noexcept { return {values_, size_}; }
    [[nodiscard]] std::span<const T> values() const noexcept { return {values_, size_}; }

private:
    std::size_t size_ = 0;
    T* values_ = nullptr;
};

/// Where the frames of the running node lie; it ends with the program, at the node that filled it.
/// Untouched, a large one costs nothing.
template <class T>
using node_buffer = buffer<T, node_allocator<T>>;

/// On the heap.
template <class T>
using heap_buffer = buffer<T, std::allocator<T>>;

}  // namespace tutti
