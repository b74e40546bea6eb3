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

}  // namespace tutti
