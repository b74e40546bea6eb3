/// @file
/// Bit sets of small numbers in words of 64, and matrices of such sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "util/bits.hpp"

namespace tutti {

using bit_word = std::uint64_t;
/// Views of a set: bit i % 64 of word i / 64 belongs to number i.
using bit_set = std::span<bit_word>;
using const_bit_set = std::span<const bit_word>;

/// Words of a set of the numbers below `limit`.
[[nodiscard]] constexpr std::size_t word_count_for(std::size_t limit) noexcept {
    return (limit + 63) / 64;
}
[[nodiscard]] constexpr bit_word bit_of(std::uint32_t number) noexcept {
    return bit_word{1} << (number % 64);
}
[[nodiscard]] inline bool contains(const_bit_set set, std::uint32_t number) {
    return (set[number / 64] & bit_of(number)) != 0;
}
inline void insert(bit_set set, std::uint32_t number) { set[number / 64] |= bit_of(number); }

[[nodiscard]] inline std::uint32_t size_of(const_bit_set set) {
    std::uint32_t count = 0;
    for (const bit_word word : set) {
        count += bit_count(word);
    }
    return count;
}

/// Sets `target` to what `one` has and `other` lacks; true if that is anything.
inline bool set_difference(bit_set target, const_bit_set one, const_bit_set other) {
    bit_word any = 0;
    for (std::size_t i = 0; i < target.size(); ++i) {
        any |= target[i] = one[i] & ~other[i];
    }
    return any != 0;
}

[[nodiscard]] inline std::uint32_t difference_size(const_bit_set one, const_bit_set other) {
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        count += bit_count(one[i] & ~other[i]);
    }
    return count;
}

/// Calls `visit` for the numbers of a set in increasing order.
template <class Visit>
void for_each_number(const_bit_set set, const Visit& visit) {
    std::uint32_t base = 0;
    for (bit_word word : set) {
        for (; word != 0; word &= word - 1) {
            visit(base + lowest_bit(word));
        }
        base += 64;
    }
}

/// The first number of a set from `start` on, and from 0 on after the last.
/// @pre the set is not empty
[[nodiscard]] inline std::uint32_t first_from(const_bit_set set, std::uint32_t start) {
    std::size_t at = start / 64;
    bit_word word = set[at] & (~bit_word{0} << (start % 64));
    while (word == 0) {
        at = at + 1 < set.size() ? at + 1 : 0;
        word = set[at];
    }
    return static_cast<std::uint32_t>(at * 64) + lowest_bit(word);
}

/// A set for every row, of the numbers below one limit.
class bit_matrix {
public:
    bit_matrix(std::size_t rows, std::size_t limit)
        : words_{word_count_for(limit)}, bits_(rows * words_) {}

    [[nodiscard]] bit_set operator[](std::size_t row) {
        return std::span{bits_}.subspan(row * words_, words_);
    }
    [[nodiscard]] const_bit_set operator[](std::size_t row) const {
        return std::span{bits_}.subspan(row * words_, words_);
    }

private:
    std::size_t words_;
    std::vector<bit_word> bits_;
};

}  // namespace tutti
