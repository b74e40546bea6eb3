/// @file
/// A large array of zeros of which a process uses all, or one range.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <utility>
#include <vector>

#include "huge_pages.hpp"
#include "lazy_array.hpp"

namespace tutti::detail {

/// `size` zeros. The system has provided memory for a range of them from the beginning; the others
/// are not used, and cost nothing.
template <class T>
class zeros {
public:
    /// @param range its first element and the one after its last
    zeros(std::size_t size, std::pair<std::size_t, std::size_t> range)
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
    zeroed_array<T> some_;
    T* first_;
};

}  // namespace tutti::detail
