/// @file
/// Fixed-capacity buffer whose size is set at construction.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "tutti/node/task.hpp"

namespace tutti {

/// Room for `size` values that are written before they are read. It is allocated where the frames
/// of the running node are, and ends with the program, at the node that filled it. Untouched, a
/// large one costs nothing.
template <class T>
    requires std::is_trivially_copyable_v<T>
class node_buffer {
public:
    /// No room.
    node_buffer() = default;
    explicit node_buffer(std::size_t size)
        : size_{size}, values_{node_allocator<T>{}.allocate(size)} {}
    node_buffer(const node_buffer&) = delete;
    node_buffer& operator=(const node_buffer&) = delete;
    node_buffer(node_buffer&& other) noexcept
        : size_{std::exchange(other.size_, 0)}, values_{std::exchange(other.values_, nullptr)} {}
    node_buffer& operator=(node_buffer&& other) noexcept {
        std::swap(size_, other.size_);
        std::swap(values_, other.values_);
        return *this;
    }
    ~node_buffer() {
        if (values_ != nullptr) {
            node_allocator<T>{}.deallocate(values_, size_);
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::span<T> values() noexcept { return {values_, size_}; }
    [[nodiscard]] std::span<const T> values() const noexcept { return {values_, size_}; }

private:
    std::size_t size_ = 0;
    T* values_ = nullptr;
};

}  // namespace tutti
