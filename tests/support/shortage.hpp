/// @file
/// Memory shortage at a point that a test chooses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/testbed.hpp"

namespace support {

/// Behaviour of the allocations after the one that fails.
enum class shortage : std::uint8_t {
    once,      ///< they succeed
    for_good,  ///< they fail too
};

inline constexpr std::array shortages{shortage::once, shortage::for_good};

/// Every executor with 1 and 3 threads.
[[nodiscard]] std::vector<team> starved_teams();

/// Result of a call under memory shortage.
struct endurance {
    std::size_t allocations = 0;  ///< of the work, up to its end or to where it went wrong
    std::string wrong{};          ///< what it threw beside that something had run out
};

/// Does `work` again and again, and has allocation 0 fail, then 1, and so on, until it comes to its
/// end without feeling it.
/// @param after is done whenever the work has thrown that something ran out, with memory at hand
[[nodiscard]] endurance endure(shortage shortage, const std::function<void()>& work,
                               const std::function<void()>& after = {});

}  // namespace support
