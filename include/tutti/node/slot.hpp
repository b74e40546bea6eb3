/// @file
/// Slot: the time unit of the clock.
#pragma once

#include <cstdint>
#include <limits>

namespace tutti {

/// Number of slots, or the number of one: the clock counts from 0, texts from 1.
using slot = std::int64_t;

/// A slot that does not come.
inline constexpr slot never = std::numeric_limits<slot>::max();

/// Slots for `count` things, one after another. @pre they are below `never`
[[nodiscard]] constexpr slot slots_for(std::uint64_t count) noexcept {
    return static_cast<slot>(count);
}

}  // namespace tutti
