/// @file
/// A set of dimensions of a hypercube.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace tutti {

/// Dimensions 0 to 31, one bit each; iterates over its members by increasing number.
class dimension_set {
public:
    class iterator {
    public:
        using value_type = int;
        using difference_type = std::ptrdiff_t;

        constexpr iterator() noexcept = default;
        constexpr explicit iterator(std::uint32_t left) noexcept : left_{left} {}

        [[nodiscard]] constexpr int operator*() const noexcept { return std::countr_zero(left_); }
        constexpr iterator& operator++() noexcept {
            left_ &= left_ - 1;
            return *this;
        }
        constexpr iterator operator++(int) noexcept {
            const iterator before = *this;
            ++*this;
            return before;
        }
        friend constexpr bool operator==(iterator, iterator) noexcept = default;

    private:
        std::uint32_t left_ = 0;
    };

    constexpr dimension_set() noexcept = default;
    /// The dimensions of the one bits.
    constexpr explicit dimension_set(std::uint32_t bits) noexcept : bits_{bits} {}

    /// Dimensions 0 to `count`-1. @pre 0 <= count <= 31
    [[nodiscard]] static constexpr dimension_set lowest(std::size_t count) noexcept {
        return dimension_set{(std::uint32_t{1} << count) - 1};
    }
    /// Dimensions `first` to `end`-1. @pre 0 <= first, end <= 31
    [[nodiscard]] static constexpr dimension_set range(int first, int end) noexcept {
        return first < end ? dimension_set{((std::uint32_t{1} << (end - first)) - 1) << first}
                           : dimension_set{};
    }

    constexpr void insert(int dimension) noexcept { bits_ |= std::uint32_t{1} << dimension; }

    [[nodiscard]] constexpr std::uint32_t bits() const noexcept { return bits_; }
    [[nodiscard]] constexpr bool contains(int dimension) const noexcept {
        return (bits_ >> dimension & 1U) != 0;
    }
    [[nodiscard]] constexpr int size() const noexcept { return std::popcount(bits_); }
    [[nodiscard]] constexpr iterator begin() const noexcept { return iterator{bits_}; }
    [[nodiscard]] static constexpr iterator end() noexcept { return iterator{}; }

    friend constexpr bool operator==(dimension_set, dimension_set) noexcept = default;

private:
    std::uint32_t bits_ = 0;
};

static_assert(std::forward_iterator<dimension_set::iterator>);

}  // namespace tutti
