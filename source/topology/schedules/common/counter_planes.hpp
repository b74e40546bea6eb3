/// @file
/// Counters of small numbers, bit by bit in planes, so that 64 are compared at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bit_set.hpp"
#include "util/bits.hpp"

namespace tutti {

/// A counter for each number below a limit. Bit i of plane k is bit k of the counter of i.
class counter_planes {
public:
    /// @param most the largest value of a counter
    counter_planes(std::size_t limit, std::uint32_t most)
        : planes_(width_of(most), limit), kept_(1, limit) {}

    void clear() {
        for (; used_ > 0; --used_) {
            std::ranges::fill(planes_[used_ - 1], bit_word{0});
        }
    }
    void increment(std::uint32_t number) { carry(number / 64, bit_of(number)); }
    /// Increments the counters of all numbers that a set lacks.
    void increment_missing(const_bit_set set) {
        for (std::size_t i = 0; i < set.size(); ++i) {
            carry(i, ~set[i]);
        }
    }

    /// Leaves those numbers of a set that have its least counter.
    void keep_least(bit_set set) { keep(set, ~bit_word{0}); }
    /// Leaves those numbers of a set that have its largest counter.
    void keep_most(bit_set set) { keep(set, 0); }

    [[nodiscard]] std::uint32_t value(std::uint32_t number) const {
        std::uint32_t sum = 0;
        for (std::size_t k = used_; k > 0; --k) {
            sum = 2 * sum + (contains(planes_[k - 1], number) ? 1 : 0);
        }
        return sum;
    }

private:
    void carry(std::size_t word, bit_word ones) {
        for (std::size_t k = 0; ones != 0; ++k) {
            bit_word& sum = planes_[k][word];
            ones &= std::exchange(sum, sum ^ ones);
            used_ = std::max(used_, k + 1);
        }
    }

    // From the most significant plane: numbers whose bit differs from `unwanted` drop the others.
    void keep(bit_set set, bit_word unwanted) {
        const bit_set kept = kept_[0];
        for (std::size_t k = used_; k > 0; --k) {
            const bit_set plane = planes_[k - 1];
            bit_word any = 0;
            for (std::size_t i = 0; i < set.size(); ++i) {
                any |= kept[i] = set[i] & (plane[i] ^ unwanted);
            }
            if (any != 0) {
                std::ranges::copy(kept, set.begin());
            }
        }
    }

    bit_matrix planes_;
    bit_matrix kept_;
    std::size_t used_ = 0;  // planes that are not zero
};

}  // namespace tutti
