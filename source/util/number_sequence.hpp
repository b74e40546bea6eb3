/// @file
/// Sequence of numbers that takes no memory where its numbers follow from their places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <optional>
#include <vector>

#include <boost/stl_interfaces/iterator_interface.hpp>

namespace tutti {

/// Sequence of 32-bit numbers, such as the ids of many nodes: either listed one by one, or given by
/// a rule, as all ids from 0 or the same number many times, which a network of a billion nodes has
/// room for.
class number_sequence {
public:
    using value_type = std::uint32_t;

    /// Random access by place. Valid as long as the sequence is, and unchanged.
    class iterator : public boost::stl_interfaces::proxy_iterator_interface<
                         iterator, std::random_access_iterator_tag, value_type> {
    public:
        iterator() = default;
        iterator(const number_sequence& numbers, std::size_t place)
            : sequence_{&numbers}, place_{static_cast<std::ptrdiff_t>(place)} {}

        value_type operator*() const { return (*sequence_)[static_cast<std::size_t>(place_)]; }
        iterator& operator+=(std::ptrdiff_t steps) {
            place_ += steps;
            return *this;
        }
        friend std::ptrdiff_t operator-(const iterator& left, const iterator& right) {
            return left.place_ - right.place_;
        }

    private:
        const number_sequence* sequence_ = nullptr;
        std::ptrdiff_t place_ = 0;
    };
    using const_iterator = iterator;

    number_sequence() = default;
    /// Listed. Implicit, as are lists in braces and the way back: most users have few numbers.
    // NOLINTBEGIN(google-explicit-constructor)
    number_sequence(std::vector<value_type> listed)
        : listed_{std::move(listed)}, size_{listed_.size()} {}
    number_sequence(std::initializer_list<value_type> listed)
        : number_sequence{std::vector<value_type>(listed)} {}
    operator std::vector<value_type>() const;
    // NOLINTEND(google-explicit-constructor)

    /// 0 to `limit` - 1 in ascending order, perhaps without one of them.
    [[nodiscard]] static number_sequence ascending(std::size_t limit,
                                                   std::optional<value_type> without = {});
    /// Sequence that repeats a number.
    [[nodiscard]] static number_sequence repeated(std::size_t size, value_type number);

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    /// True if it has all numbers from 0, and no other.
    [[nodiscard]] bool is_all_below(std::size_t limit) const noexcept;

    /// @pre `place` is below `size()`, which `at` checks
    [[nodiscard]] value_type at(std::size_t place) const;
    [[nodiscard]] value_type operator[](std::size_t place) const noexcept {
        if (!listed_.empty()) {
            return listed_[place];
        }
        return first_ + static_cast<value_type>(step_ * place + (place < gap_ ? 0 : 1));
    }
    [[nodiscard]] value_type front() const noexcept { return (*this)[0]; }
    [[nodiscard]] value_type back() const noexcept { return (*this)[size_ - 1]; }
    [[nodiscard]] iterator begin() const noexcept { return {*this, 0}; }
    [[nodiscard]] iterator end() const noexcept { return {*this, size_}; }

    /// Sum of the numbers: of repeated numbers in constant time.
    [[nodiscard]] std::uint64_t sum() const noexcept;
    /// Smallest and largest number: in constant time unless they are listed. @pre there is one
    [[nodiscard]] value_type least() const noexcept;
    [[nodiscard]] value_type most() const noexcept;

    /// Lists the sequence, if it was not, and puts `number` at its end.
    void push_back(value_type number);

    friend bool operator==(const number_sequence& left, const number_sequence& right) noexcept;

private:
    static constexpr std::size_t no_gap = std::numeric_limits<std::size_t>::max();

    std::vector<value_type> listed_;  // empty: number `place` is first + step * place, one more
                                      // from place `gap` on
    std::size_t size_ = 0;
    value_type first_ = 0;
    std::size_t step_ = 0;  // 0 or 1
    std::size_t gap_ = no_gap;
};

}  // namespace tutti
