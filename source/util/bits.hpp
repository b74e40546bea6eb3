/// @file
/// Positions and numbers of the bits of a word, without a sign.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

namespace tutti {

/// Number of bits that are set.
[[nodiscard]] constexpr std::uint32_t bit_count(std::unsigned_integral auto word) noexcept {
    return static_cast<std::uint32_t>(std::popcount(word));
}

/// Place of the lowest bit that is set. @pre there is one
[[nodiscard]] constexpr std::uint32_t lowest_bit(std::unsigned_integral auto word) noexcept {
    return static_cast<std::uint32_t>(std::countr_zero(word));
}

/// Number of bits up to the highest that is set; 0 if none is.
[[nodiscard]] constexpr std::uint32_t width_of(std::unsigned_integral auto word) noexcept {
    return static_cast<std::uint32_t>(std::bit_width(word));
}

}  // namespace tutti
