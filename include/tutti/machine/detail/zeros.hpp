/// @file
/// A large array of zeros of which a process uses all, or one range and little else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <utility>
#include <vector>

#include "tutti/machine/detail/zeroed_array.hpp"
#include "tutti/machine/huge_pages.hpp"

namespace tutti::detail {

/// `size` zeros. The system has provided memory for a range of them from the beginning; of the
/// others, pages that nobody writes to cost nothing.
template <class T>
class zeros {
public:
    /// @param range its first element and the one after its last
    zeros(std::size_t size, std::pair<std::size_t, std::size_t> range)
        : size_{size},
          all_(range.second - range.first == size ? size : 0, T{}, &huge_pages()),
          some_{all_.size() == size ? 0 : size,
                all_.size() == size ? backing::promised : backing::on_demand},
          first_{all_.size() == size ? all_.data() : &some_[0]} {
        if (all_.size() < size && range.first < range.second) {
            // The rest too: what others' nodes are sent lies together, more or less.
            prefer_huge_pages(&some_[0], size * sizeof(T));
            std::fill_n(&some_[range.first], range.second - range.first, T{});
        }
    }

    [[nodiscard]] T* data() noexcept { return first_; }

    /// Back to zero. Pages that were not written to are not.
    void clear() noexcept {
        if (all_.size() == size_) {
            std::ranges::fill(all_, T{});
            return;
        }
        for (std::size_t at = 0; at < size_; ++at) {
            if (some_[at] != T{}) {
                some_[at] = T{};
            }
        }
    }

private:
    std::size_t size_;
    std::pmr::vector<T> all_;  // one of these two has them
    zeroed_array<T> some_;
    T* first_;
};

}  // namespace tutti::detail
