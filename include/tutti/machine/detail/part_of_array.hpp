/// @file
/// A large array of which one range is there.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <type_traits>
#include <utility>

#include "tutti/machine/huge_pages.hpp"

namespace tutti::detail {

/// Room for all elements, so that each lies at its place, and objects in one range. The system need
/// not back the rest, which nobody touches.
template <class T>
    requires std::is_trivially_destructible_v<T>
class part_of_array {
public:
    /// @param range its first element and the one after its last
    part_of_array(std::size_t size, std::pair<std::size_t, std::size_t> range)
        : all_{allocator().allocate(size), size},
          there_{all_.subspan(range.first, range.second - range.first)} {
        std::uninitialized_default_construct(there_.begin(), there_.end());
    }
    part_of_array(const part_of_array&) = delete;
    part_of_array& operator=(const part_of_array&) = delete;
    part_of_array(part_of_array&&) = delete;
    part_of_array& operator=(part_of_array&&) = delete;
    ~part_of_array() { allocator().deallocate(all_.data(), all_.size()); }

    [[nodiscard]] std::span<T> all() noexcept { return all_; }
    [[nodiscard]] std::span<T> there() noexcept { return there_; }

private:
    static_assert(std::is_nothrow_default_constructible_v<T>);

    [[nodiscard]] static std::pmr::polymorphic_allocator<T> allocator() noexcept {
        return &huge_pages();
    }

    std::span<T> all_;
    std::span<T> there_;
};

}  // namespace tutti::detail
