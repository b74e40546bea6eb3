/// @file
/// A large array of which one range is there.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <type_traits>
#include <utility>

#include "huge_pages.hpp"

namespace tutti::detail {

/// Room for all elements, so that each lies at its place, and objects in one range. The system need
/// not back the rest, which nobody touches.
template <class T>
    requires std::is_trivially_destructible_v<T>
class part_of_array {
public:
    /// @param range its first element and the one after its last
    part_of_array(std::size_t size, std::pair<std::size_t, std::size_t> range)
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
