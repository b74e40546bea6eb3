/// @file
/// Wording of refusals for numbers without fractions.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace tutti {

/// The values that `number_between()` takes, in words for a refusal.
[[nodiscard]] inline std::string whole_number_from(std::uint64_t low, std::uint64_t high) {
    return fmt::format("a whole number, in plain digits, from {} to {}", low, high);
}

}  // namespace tutti
