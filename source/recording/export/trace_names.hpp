/// @file
/// Names and numbers of packets in traces.
#pragma once

#include <cstdint>
#include <string_view>

#include "verification/recording/recorded_slot.hpp"

namespace tutti::record {

/// The number of the first packet: those of all are as long as each other.
[[nodiscard]] constexpr std::uint64_t first_key(std::uint64_t packets) noexcept {
    std::uint64_t first = 10;
    while (first <= packets) {
        first *= 10;
    }
    return first;
}

/// Of a kind without messages.
[[nodiscard]] inline std::string_view title_of(const recorded_kind& kind) noexcept {
    if (!kind.name.empty()) {
        return kind.name;
    }
    return kind.is_control ? "control" : "packet";
}

}  // namespace tutti::record
