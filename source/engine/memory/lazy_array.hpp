/// @file
/// Large arrays whose untouched pages cost nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <memory_resource>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "huge_pages.hpp"

namespace tutti::detail {

/// Commitment of memory to an array: reserved at once, so that a shortage is refused, or on first
/// use.
enum class backing : std::uint8_t { promised, on_demand };

/// `size` elements of all-zero bytes, of a type for which those are a value, from the beginning of
/// a cache line on. Memory that is new to the process is not backed by the system before it is
/// written.
template <class T>
    requires std::is_trivially_copyable_v<T>
class lazy_array {
public:
    /// @throws std::bad_alloc
    explicit lazy_array(std::size_t size, backing memory = backing::promised)
        // calloc alone gives zero pages that stay untouched; new would write them.
        // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
        : memory_{memory == backing::promised ? std::calloc(size + line_size, sizeof(T))
                                              : map_zeros((size + line_size) * sizeof(T)),
                  {memory == backing::promised ? 0 : (size + line_size) * sizeof(T)}} {
        if (!memory_) {
            throw std::bad_alloc{};
        }
        void* begin = memory_.get();
        std::size_t room = (size + line_size) * sizeof(T);
        first_ = static_cast<T*>(std::align(line_bytes, size * sizeof(T), begin, room));
    }

    // NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
    [[nodiscard]] T& operator[](std::size_t index) noexcept { return first_[index]; }
    [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return first_[index]; }
    // NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)

private:
    struct release {
        std::size_t mapped_bytes = 0;  // 0: they are calloc's
        void operator()(void* memory) const noexcept {
            if (mapped_bytes != 0) {
                unmap_zeros(memory, mapped_bytes);
            } else {
                // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
                std::free(memory);
            }
        }
    };
    static constexpr std::size_t line_bytes = 64;
    // Elements that fill a line, at least.
    static constexpr std::size_t line_size = (line_bytes + sizeof(T) - 1) / sizeof(T);

    std::unique_ptr<void, release> memory_;
    T* first_;
};

}  // namespace tutti::detail

namespace tutti::detail {

/// `size` zeros. The system has provided memory for a range of them from the beginning; the others
/// are not used, and cost nothing.
template <class T>
class lazy_zeros {
public:
    /// @param range its first element and the one after its last
    lazy_zeros(std::size_t size, std::pair<std::size_t, std::size_t> range)
        : range_{range},
          all_(range.second - range.first == size ? size : 0, T{}, &huge_pages()),
          some_{all_.size() == size ? 0 : size,
                all_.size() == size ? backing::promised : backing::on_demand},
          first_{all_.size() == size ? all_.data() : &some_[0]} {
        if (all_.size() < size && range.first < range.second) {
            prefer_huge_pages(&some_[range.first], (range.second - range.first) * sizeof(T));
            clear();
        }
    }

    [[nodiscard]] T* data() noexcept { return first_; }

    /// Back to zero.
    void clear() noexcept {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        std::fill(first_ + range_.first, first_ + range_.second, T{});
    }

private:
    std::pair<std::size_t, std::size_t> range_;
    std::pmr::vector<T> all_;  // one of these two has them
    lazy_array<T> some_;
    T* first_;
};

}  // namespace tutti::detail

namespace tutti::detail {

/// Array with address space for all elements, so that each has its place, and with objects in one
/// range. The system need not back the rest, which is never touched.
template <class T>
    requires std::is_trivially_destructible_v<T>
class array_part {
public:
    /// @param range its first element and the one after its last
    array_part(std::size_t size, std::pair<std::size_t, std::size_t> range)
        : memory_{allocator().allocate(size), {size}},
          all_{memory_.get(), size},
          there_{all_.subspan(range.first, range.second - range.first)} {
        std::uninitialized_default_construct(there_.begin(), there_.end());
    }

    [[nodiscard]] std::span<T> all() noexcept { return all_; }
    [[nodiscard]] std::span<T> there() noexcept { return there_; }

private:
    static_assert(std::is_nothrow_default_constructible_v<T>);

    [[nodiscard]] static std::pmr::polymorphic_allocator<T> allocator() noexcept {
        return &huge_pages();
    }

    struct release {
        std::size_t size = 0;
        void operator()(T* first) const noexcept { allocator().deallocate(first, size); }
    };

    std::unique_ptr<T, release> memory_;
    std::span<T> all_;
    std::span<T> there_;
};

}  // namespace tutti::detail
